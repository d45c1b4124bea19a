package dev.sluice.model.tlc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** What class files refer to in a jar of TLC, and what such a jar has. */
final class TlcMembers {
  /** Calls that find a member or a class by a name that is a string. */
  private static final Set<String> BY_NAME =
      Set.of(
          "java/lang/Class.forName",
          "java/lang/Class.getField",
          "java/lang/Class.getDeclaredField",
          "java/lang/Class.getMethod",
          "java/lang/Class.getDeclaredMethod",
          "java/lang/reflect/Method.getName");

  private TlcMembers() {}

  /**
   * A class, or a member as a class file names it.
   *
   * @param kind {@code class}, {@code field}, {@code static-field}, {@code constructor}, {@code
   *     method}, {@code static-method} or {@code interface-method}: a member of another kind does
   *     not link
   * @param owner the class, as it is written in Java
   * @param name the member's name and descriptor; empty for a class
   */
  record Member(String kind, String owner, String name) implements Comparable<Member> {
    static Member of(String kind, String owner, String name) {
      return new Member(kind, owner.replace('/', '.'), name);
    }

    static Member method(int opcode, String owner, String name, String descriptor, boolean inside) {
      String kind =
          name.equals("<init>")
              ? "constructor"
              : opcode == Opcodes.INVOKESTATIC
                  ? "static-method"
                  : inside ? "interface-method" : "method";
      return of(kind, owner, name + descriptor);
    }

    static Member field(int opcode, String owner, String name, String descriptor) {
      boolean fixed = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
      return of(fixed ? "static-field" : "field", owner, name + ":" + descriptor);
    }

    @Override
    public int compareTo(Member other) {
      return (owner + " " + name).compareTo(other.owner + " " + other.name);
    }

    @Override
    public String toString() {
      return name.isEmpty() ? kind + " " + owner : kind + " " + owner + " " + name;
    }
  }

  /**
   * What the class files of a folder refer to.
   *
   * @param members the classes and members of TLC, in the order of their names
   * @param names strings by which members may be found at run time
   */
  record References(SortedSet<Member> members, SortedSet<String> names) {}

  /** Reads the class files of a folder. */
  static References of(Path folder) throws IOException {
    List<ClassNode> classes = new ArrayList<>();
    SortedSet<Member> members = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        ClassNode type = new ClassNode();
        // The remapper passes every class that is named anywhere; it changes none.
        Remapper named =
            new Remapper(Opcodes.ASM9) {
              @Override
              public String map(String name) {
                if (isOfTlc(name)) {
                  members.add(Member.of("class", name, ""));
                }
                return name;
              }
            };
        new ClassReader(Files.readAllBytes(file))
            .accept(new ClassRemapper(type, named), ClassReader.SKIP_DEBUG);
        classes.add(type);
      }
    }
    for (ClassNode type : classes) {
      for (MethodNode method : type.methods) {
        for (AbstractInsnNode instruction : method.instructions) {
          members(instruction, members);
        }
      }
    }
    return new References(members, names(classes));
  }

  private static boolean isOfTlc(String name) {
    return !name.startsWith("[")
        && !name.startsWith("java/")
        && !name.startsWith("javax/")
        && !name.startsWith("com/sun/")
        && !name.startsWith("dev/sluice/");
  }

  private static void members(AbstractInsnNode instruction, Set<Member> all) {
    if (instruction instanceof FieldInsnNode field && isOfTlc(field.owner)) {
      all.add(Member.field(field.getOpcode(), field.owner, field.name, field.desc));
    } else if (instruction instanceof MethodInsnNode call && isOfTlc(call.owner)) {
      all.add(Member.method(call.getOpcode(), call.owner, call.name, call.desc, call.itf));
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      for (Object argument : dynamic.bsmArgs) {
        constant(argument, all);
      }
    } else if (instruction instanceof LdcInsnNode constant) {
      constant(constant.cst, all);
    }
  }

  private static void constant(Object constant, Set<Member> all) {
    if (constant instanceof ConstantDynamic dynamic) {
      for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
        constant(dynamic.getBootstrapMethodArgument(i), all);
      }
    } else if (constant instanceof Handle handle && isOfTlc(handle.getOwner())) {
      int opcode =
          handle.getTag() == Opcodes.H_INVOKESTATIC ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL;
      all.add(
          Member.method(
              opcode, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface()));
    }
  }

  /**
   * The strings in methods that look for something by name, and in those that hand a string to such
   * a method; names that every object has are left out, and what is no name.
   */
  private static SortedSet<String> names(List<ClassNode> classes) {
    Set<String> looking = new HashSet<>(BY_NAME);
    SortedSet<String> names = new TreeSet<>();
    int known;
    do {
      known = looking.size();
      for (ClassNode type : classes) {
        for (MethodNode method : type.methods) {
          Set<String> strings = new TreeSet<>();
          boolean looks = false;
          for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof MethodInsnNode call) {
              looks |= looking.contains(call.owner + "." + call.name);
            } else if (instruction instanceof LdcInsnNode ldc && ldc.cst instanceof String text) {
              strings.add(text);
            }
          }
          if (looks) {
            strings.stream().filter(TlcMembers::isName).forEach(names::add);
            if (method.desc.contains("Ljava/lang/String;")) {
              looking.add(type.name + "." + method.name);
            }
          }
        }
      }
    } while (looking.size() > known);
    return names;
  }

  private static boolean isName(String text) {
    return text.matches("[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*")
        && Stream.of(Object.class.getMethods()).noneMatch(each -> each.getName().equals(text));
  }

  /** A jar of TLC, in which members are found as the JVM finds them when it links. */
  static final class Jar implements AutoCloseable {
    private final JarFile file;
    private final Map<String, ClassNode> read = new HashMap<>();

    Jar(Path path) throws IOException {
      file = new JarFile(path.toFile());
    }

    /** The access that a member has: {@code public} and so on, or {@code absent}. */
    String access(Member member) throws IOException {
      ClassNode owner = type(member.owner().replace('.', '/'));
      if (owner == null) {
        return "absent";
      }
      if (member.name().isEmpty()) {
        return word(owner.access);
      }
      Integer found =
          member.kind().endsWith("field")
              ? field(owner, member.name())
              : method(owner, member.name());
      if (found == null || !fits(member, owner, found)) {
        return "absent";
      }
      return word(owner.access).equals("public") ? word(found) : word(owner.access);
    }

    private static boolean fits(Member member, ClassNode owner, int access) {
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      boolean isInterface = (owner.access & Opcodes.ACC_INTERFACE) != 0;
      return isStatic == member.kind().startsWith("static")
          && (member.kind().equals("interface-method") == isInterface
              || !member.kind().equals("interface-method") && !member.kind().equals("method"));
    }

    /** The value of a constant, or {@code null}. */
    Object constant(String owner, String name) throws IOException {
      Deque<String> open = new ArrayDeque<>(List.of(owner.replace('.', '/')));
      while (!open.isEmpty()) {
        ClassNode type = type(open.pop());
        if (type != null) {
          for (FieldNode each : type.fields) {
            if (each.name.equals(name)) {
              return each.value;
            }
          }
          supers(type).forEach(open::push);
        }
      }
      return null;
    }

    /** Fields of the class itself, of its interfaces, and of its superclass, in this order. */
    private Integer field(ClassNode type, String name) throws IOException {
      for (FieldNode each : type.fields) {
        if (name.equals(each.name + ":" + each.desc)) {
          return each.access;
        }
      }
      for (String each : supers(type)) {
        ClassNode above = type(each);
        Integer found = above == null ? null : field(above, name);
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    /** Methods of the class and its superclasses, and then of all their interfaces. */
    private Integer method(ClassNode type, String name) throws IOException {
      List<ClassNode> line = new ArrayList<>();
      for (ClassNode each = type; each != null; each = type(each.superName)) {
        line.add(each);
        for (MethodNode method : each.methods) {
          if (name.equals(method.name + method.desc)) {
            return method.access;
          }
        }
        if (name.startsWith("<init>")) {
          return null; // nobody inherits a constructor
        }
      }
      for (ClassNode each : line) {
        for (String above : each.interfaces) {
          ClassNode parent = type(above);
          Integer found = parent == null ? null : method(parent, name);
          if (found != null) {
            return found;
          }
        }
      }
      return null;
    }

    /** What a class extends and implements. */
    List<String> above(String name) throws IOException {
      ClassNode type = type(name);
      return type == null ? List.of() : supers(type);
    }

    private static List<String> supers(ClassNode type) {
      List<String> all = new ArrayList<>(type.interfaces);
      if (type.superName != null) {
        all.add(type.superName);
      }
      return all;
    }

    /** A class of the jar, or one of Java's that a class of the jar extends. */
    ClassNode type(String name) throws IOException {
      if (name == null || read.containsKey(name)) {
        return read.get(name);
      }
      ClassNode type = null;
      JarEntry entry = file.getJarEntry(name + ".class");
      try (InputStream in =
          entry != null
              ? file.getInputStream(entry)
              : name.startsWith("java/")
                  ? ClassLoader.getSystemResourceAsStream(name + ".class")
                  : null) {
        if (in != null) {
          type = new ClassNode();
          new ClassReader(in.readAllBytes()).accept(type, ClassReader.SKIP_CODE);
        }
      }
      read.put(name, type);
      return type;
    }

    private static String word(int access) {
      return (access & Opcodes.ACC_PUBLIC) != 0
          ? "public"
          : (access & Opcodes.ACC_PROTECTED) != 0
              ? "protected"
              : (access & Opcodes.ACC_PRIVATE) != 0 ? "private" : "package";
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}

package dev.sluice.model.tlc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * A stand-in for an upstream {@code tla2tools.jar}: the TLC at hand, changed until what meets
 * Sluice is what upstream's meets it with. The checker is real.
 *
 * <ul>
 *   <li>The state writer: TLC's own interface and main class are renamed, and put behind new ones
 *       of the old names that have upstream's shape: {@code writeState(from, to, short flags,
 *       action)} with {@code IsSeen} and {@code IsNotInModel}, a default method, and a public
 *       setter.
 *   <li>The options: {@code -noGenerateSpecTE} is known.
 *   <li>Access: what upstream lacks or closes has another name, see {@link #CLOSED}.
 *   <li>Actions: a choice from an empty set is listed as an action, which never fires.
 *   <li>Labels: the location of an action has its arguments, and so have counterexamples.
 *   <li>Messages: the violated liveness property is named.
 * </ul>
 *
 * <p>That one message may stand within another needs nothing here: TLC at hand does that, too.
 */
public final class UpstreamJar {
  private static final Map<String, String> RENAMED =
      Map.of(
          "tlc2/util/IStateWriter", "tlc2/util/OldStateWriter",
          "tlc2/util/IStateWriter$Visualization", "tlc2/util/OldStateWriter$Visualization",
          "tlc2/TLC", "tlc2/OldTLC");

  /**
   * What is public in the TLC at hand, and in upstream's v1.8.0 is not there or not public: of the
   * classes that {@code tlc-members.txt} names, constructors and {@code ValueVec.clone} excepted. A
   * name without a descriptor stands for all members that have it. Here they have another name, in
   * the class and in all that extend it, so that TLC itself goes on using them and nobody else can.
   */
  private static final Map<String, Set<String>> CLOSED =
      Map.ofEntries(
          Map.entry("tla2sany/explorer/ExploreNode", Set.of("toString(I)Ljava/lang/String;")),
          Map.entry("tla2sany/semantic/AnyDefNode", Set.of("levelCheck")),
          Map.entry("tla2sany/semantic/SemanticNode", Set.of("setError")),
          Map.entry("tla2sany/semantic/LevelNode", Set.of("levelCheck", "levelCheckSubnodes")),
          Map.entry(
              "tla2sany/semantic/SymbolNode",
              Set.of(
                  "exportDefinition",
                  "match(Ltla2sany/semantic/OpApplNode;Ltla2sany/semantic/ModuleNode;)Z")),
          Map.entry("tla2sany/semantic/ModuleNode", Set.of("isConstant", "print")),
          Map.entry("tla2sany/semantic/OpDefNode", Set.of("setBuiltinLevel")),
          Map.entry("tla2sany/semantic/Subst", Set.of("getSubALCSet", "getSubLCSet")),
          Map.entry("tlc2/TLC", Set.of("setTraceNum")),
          Map.entry("tlc2/TLCGlobals", Set.of("getRevision", "getRevisionOrDev", "versionOfTLC")),
          Map.entry("tlc2/tool/AbstractChecker", Set.of("setDone")),
          Map.entry("tlc2/tool/ITool", Set.of("getRootModule")),
          Map.entry("tlc2/tool/ModelChecker", Set.of("getStateQueueName")),
          Map.entry("tlc2/tool/Simulator", Set.of("printBehavior", "printSummary")),
          Map.entry("tlc2/tool/StateVec", Set.of("isLastElement")),
          Map.entry("tlc2/tool/TLCState", Set.of("setPredecessor", "vars")),
          Map.entry("tlc2/tool/impl/Spec", Set.of("getRootModule")),
          Map.entry(
              "tlc2/util/BufferedRandomAccessFile",
              Set.of("main", "readBigInteger", "writeBigInteger")),
          Map.entry("tlc2/value/IValue", Set.of("assignable")),
          Map.entry("tlc2/value/impl/Value", Set.of("assignable")),
          Map.entry(
              "tlc2/value/impl/FcnLambdaValue",
              Set.of("con", "control", "excepts", "params", "pstate", "state", "tool")),
          Map.entry("tlc2/value/impl/FcnRcdValue", Set.of("assign", "createFrom")),
          Map.entry("tlc2/value/impl/LazyValue", Set.of("getValue", "isUncachable", "setValue")),
          Map.entry("tlc2/value/impl/RecordValue", Set.of("assign", "createFrom")),
          Map.entry("tlc2/value/impl/SetEnumValue", Set.of("createFrom")),
          Map.entry("tlc2/value/impl/StringValue", Set.of("createFrom")),
          Map.entry("tlc2/value/impl/TupleValue", Set.of("createFrom")),
          Map.entry("util/FilenameToStream", Set.of("TMPDIR")),
          Map.entry("util/UniqueString", Set.of("read")));

  private static final String WRITER =
      """
      package tlc2.util;
      import tla2sany.semantic.SemanticNode;
      import tlc2.tool.Action;
      import tlc2.tool.TLCState;
      public interface IStateWriter {
        enum Visualization { STUTTERING, DEFAULT, DOTTED }
        short IsUnseen = 0;
        short IsSeen = 1;
        short IsNotInModel = 1 << 1;
        default boolean isSet(int flags, int flag) { return (flags & flag) == flag; }
        void writeState(TLCState state);
        void writeState(TLCState state, TLCState successor, short flags);
        void writeState(TLCState state, TLCState successor, short flags, Action action);
        void writeState(
            TLCState state, TLCState successor, short flags, Action action, SemanticNode cutBy);
        void writeState(TLCState state, TLCState successor, short flags, Visualization how);
        void close();
        String getDumpFileName();
        boolean isNoop();
        boolean isDot();
        boolean isConstrained();
        void snapshot() throws java.io.IOException;
      }
      """;

  private static final String BRIDGE =
      """
      package tlc2.util;
      import tlc2.tool.Action;
      import tlc2.tool.TLCState;
      public final class Bridge implements OldStateWriter {
        private final IStateWriter to;
        public Bridge(IStateWriter to) { this.to = to; }
        private static short flags(boolean isNew) {
          return isNew ? IStateWriter.IsUnseen : IStateWriter.IsSeen;
        }
        public void writeState(TLCState state) { to.writeState(state); }
        public void writeState(TLCState a, TLCState b, boolean isNew) {
          to.writeState(a, b, flags(isNew));
        }
        public void writeState(TLCState a, TLCState b, boolean isNew, Action action) {
          to.isSet(1, 1);
          to.writeState(a, b, flags(isNew), action);
          to.writeState(b, a, IStateWriter.IsNotInModel, action); // what a constraint cut off
          to.writeState(b, a, IStateWriter.IsNotInModel, action, action.pred); // another form
        }
        public void writeState(TLCState a, TLCState b, boolean isNew, Visualization how) {
          to.writeState(a, b, flags(isNew), IStateWriter.Visualization.STUTTERING);
        }
        public void writeState(TLCState a, TLCState b, BitVector v, int i, int n, boolean isNew) {
        }
        public void writeState(
            TLCState a, TLCState b, BitVector v, int i, int n, boolean isNew, Visualization how) {
        }
        public void close() { to.close(); }
        public String getDumpFileName() { return to.getDumpFileName(); }
        public boolean isNoop() { return to.isNoop(); }
        public boolean isDot() { return to.isDot(); }
        public void snapshot() throws java.io.IOException { to.snapshot(); }
      }
      """;

  private static final String MAIN =
      """
      package tlc2;
      import java.util.Arrays;
      import tlc2.util.Bridge;
      import tlc2.util.IStateWriter;
      public class TLC extends OldTLC {
        @Override
        public boolean handleParameters(String[] args) {
          return super.handleParameters(
              Arrays.stream(args)
                  .filter(arg -> !arg.equals("-noGenerateSpecTE"))
                  .toArray(String[]::new));
        }
        public void setStateWriter(IStateWriter writer) {
          try {
            java.lang.reflect.Field field = OldTLC.class.getDeclaredField("stateWriter");
            field.setAccessible(true);
            field.set(this, new Bridge(writer));
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      """;

  /** What the changed methods of TLC call. */
  private static final String BEHAVIOUR =
      """
      package tlc2;
      import java.util.ArrayList;
      import java.util.List;
      import tla2sany.semantic.FormalParamNode;
      import tla2sany.semantic.OpApplNode;
      import tla2sany.semantic.OpDefNode;
      import tlc2.output.EC;
      import tlc2.output.MP;
      import tlc2.tool.Action;
      import tlc2.tool.EvalControl;
      import tlc2.tool.TLCState;
      import tlc2.tool.impl.Tool;
      import tlc2.util.Context;
      import tlc2.util.Vect;
      import util.ToolIO;
      public final class Behaviour {
        public static String label(Action action) {
          List<String> arguments = new ArrayList<>();
          OpDefNode definition = action.getOpDef();
          if (definition != null) {
            for (FormalParamNode parameter : definition.getParams()) {
              Object argument = action.con.lookup(parameter);
              if (argument != null) {
                arguments.add(argument.toString());
              }
            }
          }
          String name = action.getName().toString();
          return "<" + (name.equals("UnnamedAction") ? "Action" : name)
              + (arguments.isEmpty() ? "" : "(" + String.join(",", arguments) + ")")
              + " " + action.pred.getLocation() + ">";
        }
        public static void choice(
            Vect<Action> actions, Tool tool, OpApplNode exists, Context con, OpDefNode name) {
          if (tool.contexts(exists, con, TLCState.Empty, TLCState.Empty, EvalControl.Clear)
                  .nextElement() == null) {
            actions.addElement(new Action(exists, con, name));
          }
        }
        public static int violated(int code) {
          String[] names = ((Tool) TLCGlobals.mainChecker.tool).getImpliedTemporalNames();
          if (code != EC.TLC_TEMPORAL_PROPERTY_VIOLATED || names.length != 1) {
            return MP.printError(code);
          }
          ToolIO.out.println(
              "@!@!@STARTMSG " + code + ":1 @!@!@\\nTemporal property " + names[0]
                  + " was violated.\\n\\n@!@!@ENDMSG " + code + " @!@!@");
          return code;
        }
      }
      """;

  private UpstreamJar() {}

  /** Makes the stand-in in a folder. */
  public static Path make(Path folder) throws IOException {
    Path renamed = folder.resolve("renamed.jar");
    rename(TlcJar.shipped().path(), renamed);
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-d", classes.toString(), "-cp", renamed.toString()));
    for (Map.Entry<String, String> source :
        Map.of("IStateWriter", WRITER, "Bridge", BRIDGE, "TLC", MAIN, "Behaviour", BEHAVIOUR)
            .entrySet()) {
      Path file = sources.resolve(source.getKey() + ".java");
      Files.writeString(file, source.getValue());
      arguments.add(file.toString());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    if (failed != 0) {
      throw new IOException("the stand-in does not compile");
    }
    Path jar = folder.resolve("tla2tools.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path file : compiled.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        out.write(Files.readAllBytes(file));
        out.closeEntry();
      }
      try (JarFile in = new JarFile(renamed.toFile())) {
        for (Enumeration<JarEntry> entries = in.entries(); entries.hasMoreElements(); ) {
          JarEntry entry = entries.nextElement();
          out.putNextEntry(new JarEntry(entry.getName()));
          out.write(in.getInputStream(entry).readAllBytes());
          out.closeEntry();
        }
      }
    }
    return jar;
  }

  private static void rename(Path from, Path to) throws IOException {
    Set<String> seen = new HashSet<>();
    try (JarFile in = new JarFile(from.toFile());
        TlcMembers.Jar tlc = new TlcMembers.Jar(from);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
      for (Enumeration<JarEntry> entries = in.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().startsWith("META-INF/")) {
          continue;
        }
        byte[] octets = in.getInputStream(entry).readAllBytes();
        String name = entry.getName();
        if (name.endsWith(".class")) {
          ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
          ClassVisitor names = new ClassRemapper(writer, new Names(tlc));
          new ClassReader(octets).accept(new Behaviour(names), 0);
          octets = writer.toByteArray();
          String type = name.substring(0, name.length() - ".class".length());
          name = RENAMED.getOrDefault(type, type) + ".class";
        }
        if (seen.add(name)) {
          out.putNextEntry(new JarEntry(name));
          out.write(octets);
          out.closeEntry();
        }
      }
    }
  }

  /** Gives classes and members their names in the stand-in. */
  private static final class Names extends SimpleRemapper {
    private final TlcMembers.Jar tlc;

    Names(TlcMembers.Jar tlc) {
      super(Opcodes.ASM9, RENAMED);
      this.tlc = tlc;
    }

    @Override
    public String mapMethodName(String owner, String name, String descriptor) {
      return isClosed(owner, name, descriptor) ? name + "$closed" : name;
    }

    @Override
    public String mapFieldName(String owner, String name, String descriptor) {
      return isClosed(owner, name, descriptor) ? name + "$closed" : name;
    }

    private boolean isClosed(String owner, String name, String descriptor) {
      if (owner.startsWith("[") || owner.startsWith("java/")) {
        return false;
      }
      Set<String> closed = CLOSED.getOrDefault(owner, Set.of());
      return closed.contains(name)
          || closed.contains(name + descriptor)
          || above(owner).stream().anyMatch(each -> isClosed(each, name, descriptor));
    }

    private List<String> above(String type) {
      try {
        return tlc.above(type);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Has three methods of TLC do what upstream's do. */
  private static final class Behaviour extends ClassVisitor {
    private static final String HERE = "tlc2/Behaviour";
    private static final String TOOL = "tlc2/tool/impl/Tool";

    private String type;

    Behaviour(ClassVisitor to) {
      super(Opcodes.ASM9, to);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String above, String[] interfaces) {
      type = name;
      super.visit(version, access, name, signature, above, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
      return switch (type + "." + name) {
        case "tlc2/tool/Action.getLocation" -> label(to);
        case TOOL + ".getActionsAppl" -> choice(to);
        case "tlc2/tool/liveness/LiveWorker.printTrace" -> violated(to);
        default -> to;
      };
    }

    /** Gives an action's location its arguments: the whole method is another. */
    private static MethodVisitor label(MethodVisitor to) {
      to.visitCode();
      to.visitVarInsn(Opcodes.ALOAD, 0);
      to.visitMethodInsn(
          Opcodes.INVOKESTATIC, HERE, "label", "(Ltlc2/tool/Action;)Ljava/lang/String;", false);
      to.visitInsn(Opcodes.ARETURN);
      to.visitMaxs(0, 0);
      to.visitEnd();
      return null;
    }

    /** Looks, where a choice is gone through, whether there is any. */
    private static MethodVisitor choice(MethodVisitor to) {
      return new MethodVisitor(Opcodes.ASM9, to) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean inside) {
          super.visitMethodInsn(opcode, owner, name, descriptor, inside);
          if (name.equals("contexts")) {
            visitVarInsn(Opcodes.ALOAD, 0);
            visitFieldInsn(Opcodes.GETFIELD, TOOL, "actionVec", "Ltlc2/util/Vect;");
            for (int variable = 0; variable <= 3; variable++) {
              visitVarInsn(Opcodes.ALOAD, variable);
            }
            String arguments =
                "(Ltlc2/util/Vect;Ltlc2/tool/impl/Tool;Ltla2sany/semantic/OpApplNode;"
                    + "Ltlc2/util/Context;Ltla2sany/semantic/OpDefNode;)V";
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HERE, "choice", arguments, false);
          }
        }
      };
    }

    /** Names the property where it is told that one is violated. */
    private static MethodVisitor violated(MethodVisitor to) {
      return new MethodVisitor(Opcodes.ASM9, to) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String descriptor, boolean inside) {
          if (name.equals("printError") && descriptor.equals("(I)I")) {
            super.visitMethodInsn(opcode, HERE, "violated", descriptor, inside);
          } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, inside);
          }
        }
      };
    }
  }
}

package dev.sluice.house;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The places in class files where a file is made, opened for writing, moved or written, found in
 * what was compiled; and copies of the classes in which each of them asks {@link DiskFaults} first.
 */
public final class WritePlaces {
  private static final String FAULTS = DiskFaults.class.getName().replace('.', '/');

  /** Methods, by their classes. */
  private static final Map<String, Set<String>> WRITES =
      Map.of(
          "java/nio/file/Files",
          Set.of(
              "newOutputStream",
              "newBufferedWriter",
              "newByteChannel",
              "write",
              "writeString",
              "copy",
              "move",
              "createFile",
              "createDirectory",
              "createDirectories",
              "createTempFile",
              "createTempDirectory",
              "createLink",
              "createSymbolicLink"),
          "java/nio/channels/FileChannel",
          Set.of("open"),
          "java/nio/channels/Channels",
          Set.of("newOutputStream"),
          "java/lang/ProcessBuilder",
          Set.of("redirectOutput", "redirectError"),
          "java/io/File",
          Set.of("createTempFile", "createNewFile", "mkdir", "mkdirs"),
          "java/io/RandomAccessFile",
          Set.of("<init>", "write"),
          "java/io/FileOutputStream",
          Set.of("<init>", "write"),
          "java/io/FileWriter",
          Set.of("<init>"),
          "java/io/PrintWriter",
          Set.of("<init>"),
          "java/util/zip/ZipOutputStream",
          Set.of("putNextEntry"));

  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> inMethod = new HashMap<>();

  /** The names of the places so far, by their numbers: class, method, what it calls there. */
  public List<String> names() {
    return List.copyOf(names);
  }

  /** Copies a folder of classes, each of its places asking first. */
  public void copyClasses(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      Path target = to.resolve(from.relativize(file).toString());
      Files.createDirectories(target.getParent());
      byte[] bytes = Files.readAllBytes(file);
      Files.write(target, file.toString().endsWith(".class") ? asking(bytes) : bytes);
    }
    try (Stream<Path> faults = Files.list(home(DiskFaults.class))) {
      for (Path file : faults.filter(each -> isFaults(each)).toList()) {
        Path target = to.resolve(FAULTS).resolveSibling(file.getFileName());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }

  /** The same of a jar; the classes that the places ask must be on the class path beside it. */
  public void copyJar(Path from, Path to) throws IOException {
    try (JarFile jar = new JarFile(from.toFile());
        OutputStream file = Files.newOutputStream(to);
        JarOutputStream out = new JarOutputStream(file)) {
      out.setLevel(0); // it is read once
      for (JarEntry entry : jar.stream().toList()) {
        out.putNextEntry(new JarEntry(entry.getName()));
        try (InputStream in = jar.getInputStream(entry)) {
          byte[] bytes = in.readAllBytes();
          out.write(
              entry.getName().matches("(tlc2|util|tla2sany)/.*\\.class") ? asking(bytes) : bytes);
        }
      }
    }
  }

  private static boolean isFaults(Path file) {
    return file.getFileName().toString().startsWith(DiskFaults.class.getSimpleName());
  }

  private static Path home(Class<?> type) {
    return Path.of(
            java.net.URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()))
        .resolve(type.getPackageName().replace('.', '/'));
  }

  private byte[] asking(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String owner = reader.getClassName();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new Asking(
                super.visitMethod(access, name, descriptor, signature, exceptions),
                owner.substring(owner.lastIndexOf('/') + 1) + "." + name);
          }
        },
        0);
    return writer.toByteArray();
  }

  private static boolean writes(String owner, String name, String descriptor) {
    if (!WRITES.getOrDefault(owner, Set.of()).contains(name)) {
      return false;
    }
    return switch (owner) {
      case "java/io/PrintWriter", "java/io/FileWriter" ->
          descriptor.startsWith("(Ljava/lang/String;") || descriptor.startsWith("(Ljava/io/File;");
      case "java/io/FileOutputStream" -> !descriptor.startsWith("(Ljava/io/FileDescriptor;");
      case "java/lang/ProcessBuilder" -> descriptor.startsWith("(Ljava/io/File;");
      default -> true;
    };
  }

  /** Passes a method on, and asks before each call that writes. */
  private final class Asking extends MethodVisitor {
    private final String method;

    Asking(MethodVisitor passed, String method) {
      super(Opcodes.ASM9, passed);
      this.method = method;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (!writes(owner, name, descriptor)) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        return;
      }
      String call = method + " " + owner.substring(owner.lastIndexOf('/') + 1) + "." + name;
      int before = inMethod.merge(call, 1, Integer::sum);
      int place = names.size();
      names.add(call.replace("<init>", "new") + (before > 1 ? " " + before : ""));
      visitLdcInsn(place);
      super.visitMethodInsn(Opcodes.INVOKESTATIC, FAULTS, "open", "(I)V", false);
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      String made = descriptor.substring(descriptor.indexOf(')') + 1);
      if (made.equals("Ljava/io/OutputStream;") || made.equals("Ljava/io/BufferedWriter;")) {
        visitLdcInsn(place);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            FAULTS,
            made.equals("Ljava/io/OutputStream;") ? "stream" : "writer",
            "(" + made + "I)" + made,
            false);
      }
    }
  }
}

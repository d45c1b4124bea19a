package dev.sluice.model.tlc;

import java.io.IOException;
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
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * A stand-in for an upstream {@code tla2tools.jar}: the TLC at hand, behind upstream's state
 * writer.
 *
 * <p>TLC's own writer interface and main class are renamed, and put behind new ones of the old
 * names that have upstream's shape: {@code writeState(from, to, short flags, action)} with {@code
 * IsSeen} and {@code IsNotInModel}, a default method, and a public setter. So the checker is real,
 * and what meets Sluice's adapter is upstream's signature, in both the senses of the flags.
 */
public final class UpstreamJar {
  private static final Map<String, String> RENAMED =
      Map.of(
          "tlc2/util/IStateWriter", "tlc2/util/OldStateWriter",
          "tlc2/util/IStateWriter$Visualization", "tlc2/util/OldStateWriter$Visualization",
          "tlc2/TLC", "tlc2/OldTLC");

  private static final String WRITER =
      """
      package tlc2.util;
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
      import tlc2.util.Bridge;
      import tlc2.util.IStateWriter;
      public class TLC extends OldTLC {
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
        Map.of("IStateWriter", WRITER, "Bridge", BRIDGE, "TLC", MAIN).entrySet()) {
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
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(to))) {
      for (Enumeration<JarEntry> entries = in.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().startsWith("META-INF/")) {
          continue;
        }
        byte[] octets = in.getInputStream(entry).readAllBytes();
        String name = entry.getName();
        if (name.endsWith(".class")) {
          ClassWriter writer = new ClassWriter(0);
          new ClassReader(octets)
              .accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, RENAMED)), 0);
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
}

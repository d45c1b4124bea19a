package dev.sluice.model.tlc.probe;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tla2sany.drivers.FrontEndException;
import tla2sany.drivers.SANY;
import tla2sany.explorer.ExploreNode;
import tla2sany.explorer.ExplorerVisitor;
import tla2sany.modanalyzer.ParseUnit;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.semantic.SemanticNode;
import tlc2.tool.impl.ModelConfig;
import util.FilenameToStream;
import util.SimpleFilenameToStream;
import util.ToolIO;
import util.UniqueString;

/**
 * SANY's results, kept within one process for further searches of the same module.
 *
 * <p>Controls of a specification differ in constants, substitutions and properties, and the
 * configuration states all of these; the parsed module is the same. TLC attaches the values of
 * constants and definitions to the nodes of SANY's semantic graph, and nothing else; they are
 * detached before the graph is used again.
 *
 * <p>TLC orders strings by a number that each gets when the process first meets it. That order
 * decides which of several lassos a search finds, and in which order records print their fields.
 * Before each search the strings of its module are numbered anew, in the order in which a process
 * of its own would meet them.
 *
 * <p>TLC's {@code SpecProcessor} calls SANY by name. Its class is loaded with that name replaced by
 * the name of this class; with a TLC whose call has another form, nothing is shared.
 */
public final class SharedSyntax {
  private static final String CALLER = "tlc2/tool/impl/SpecProcessor";
  private static final String CALLED = "tla2sany/drivers/SANY";
  private static final String DESCRIPTOR =
      "(Ltla2sany/modanalyzer/SpecObj;Ljava/lang/String;Ljava/io/PrintStream;)I";

  /** A process alternates between few modules; each takes some 10 MiB. */
  private static final int MOST_MODULES = 3;

  private static final Map<String, Kept> KEPT = new LinkedHashMap<>(8, 0.75f, true);
  private static final Object[] NONE = {};

  /** The field of a node that holds the attached values, one for each tool. */
  private static Field values;

  private static boolean installed;

  /** The module of the search that runs; {@code null} if TLC has to parse it. */
  private static Kept current;

  /** A module that SANY accepted. */
  private static final class Kept {
    private final SpecObj spec;
    private final String said;
    private final List<Source> sources;
    private final List<SemanticNode> nodes;
    private final List<UniqueString> strings;

    Kept(SpecObj spec, String said) {
      this.spec = spec;
      this.said = said;
      this.sources = SharedSyntax.sources(spec);
      this.nodes = SharedSyntax.nodes(spec);
      this.strings = StringOrder.of(spec, said);
    }
  }

  /** Content of a module when SANY read it; two versions may have the same time and length. */
  private record Source(String name, File file, byte[] content) {
    static Source of(ParseUnit unit) {
      File file = unit.getNis().sourceFile();
      return new Source(unit.getName(), file, content(file));
    }

    private static byte[] content(File file) {
      try {
        return Files.readAllBytes(file.toPath());
      } catch (IOException gone) {
        return null;
      }
    }

    /** Returns whether TLC would find the same file with the same content. */
    boolean isUnchanged(FilenameToStream resolver) {
      return content != null
          && file.equals(resolver.resolve(name, true))
          && Arrays.equals(content, content(file));
    }
  }

  private SharedSyntax() {}

  /** Redirects the call. Must run before TLC's classes of that package are loaded. */
  static void install() {
    try (InputStream in = SANY.class.getResourceAsStream("/" + CALLER + ".class")) {
      byte[] changed =
          in == null
              ? null
              : ClassConstants.renamed(
                  in.readAllBytes(),
                  CALLED,
                  SharedSyntax.class.getName().replace('.', '/'),
                  DESCRIPTOR);
      if (changed != null) {
        MethodHandles.privateLookupIn(ModelConfig.class, MethodHandles.lookup())
            .defineClass(changed);
        StringOrder.load();
        values = SemanticNode.class.getDeclaredField("tools");
        values.setAccessible(true);
        installed = true;
      }
    } catch (IOException | ReflectiveOperationException | LinkageError another) {
      installed = false; // a version of TLC that is built otherwise: each search parses
    }
  }

  /**
   * Prepares the next search of this process.
   *
   * @param module the root module's file
   * @param config the configuration's file, as TLC takes it
   */
  static void next(String module, String config) throws IOException {
    if (!installed) {
      return;
    }
    Kept kept = KEPT.get(module);
    ToolIO.setUserDir(Path.of(module).getParent().toString()); // where TLC looks first
    FilenameToStream resolver = new SimpleFilenameToStream();
    if (kept == null || !kept.sources.stream().allMatch(each -> each.isUnchanged(resolver))) {
      KEPT.remove(module);
      kept = parsed(module);
    }
    current = kept;
    if (kept != null) {
      kept.nodes.forEach(SharedSyntax::detach);
      StringOrder.apply(Path.of(module).resolveSibling(config), kept.strings);
    }
  }

  /** Parses a module, and keeps it; {@code null} if it is not accepted, for TLC to say why. */
  private static Kept parsed(String module) {
    Path file = Path.of(module);
    String name = file.getFileName().toString().replaceFirst("\\.tla$", "");
    SpecObj spec = new SpecObj(name, new SimpleFilenameToStream());
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = ToolIO.out;
    try {
      ToolIO.out = new PrintStream(said, true, StandardCharsets.UTF_8); // its parser prints there
      if (SANY.frontEndMain(spec, name, ToolIO.out) != 0 || !isAccepted(spec)) {
        return null;
      }
    } catch (FrontEndException | RuntimeException notAccepted) {
      return null;
    } finally {
      ToolIO.out = out;
    }
    Kept kept = new Kept(spec, said.toString(StandardCharsets.UTF_8));
    KEPT.put(module, kept);
    if (KEPT.size() > MOST_MODULES) {
      KEPT.remove(KEPT.keySet().iterator().next());
    }
    return kept;
  }

  /** Takes the result that was prepared, or parses as SANY's method of this name does. */
  public static int frontEndMain(SpecObj spec, String file, PrintStream out)
      throws FrontEndException {
    if (current == null) {
      return SANY.frontEndMain(spec, file, out);
    }
    copy(current.spec, spec);
    out.print(current.said);
    return 0;
  }

  private static boolean isAccepted(SpecObj spec) {
    return spec.parseErrors.isSuccess() && spec.semanticErrors.isSuccess();
  }

  /** Returns the modules, without those that TLC unpacks from its own jar. */
  private static List<Source> sources(SpecObj spec) {
    File unpacked = new File(System.getProperty("java.io.tmpdir"));
    List<Source> all = new ArrayList<>();
    for (ParseUnit unit : spec.parseUnitContext.values()) {
      Source source = Source.of(unit);
      if (!unpacked.equals(source.file().getParentFile())) {
        all.add(source);
      }
    }
    return all;
  }

  /** Returns all nodes of the semantic graph to which TLC can attach values. */
  private static List<SemanticNode> nodes(SpecObj spec) {
    Hashtable<Integer, ExploreNode> seen = new Hashtable<>();
    spec.getExternalModuleTable().walkGraph(seen, ExplorerVisitor.NoopVisitor);
    List<SemanticNode> all = new ArrayList<>();
    for (ExploreNode node : seen.values()) {
      if (node instanceof SemanticNode semantic) {
        all.add(semantic);
      }
    }
    return all;
  }

  private static void detach(SemanticNode node) {
    try {
      values.set(node, NONE);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field that was made accessible", e);
    }
  }

  private static void copy(SpecObj from, SpecObj to) {
    try {
      for (Field field : SpecObj.class.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          field.set(to, field.get(from));
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a field that was made accessible", e);
    }
  }
}

package dev.sluice.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.sluice.arch.Imported;
import dev.sluice.house.ChangedSources;
import dev.sluice.house.Variant;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a kernel decides is what its host does. Each value that a kernel hands to its host, with an
 * effect or as an answer, is exchanged for another one in the kernel's source; then something else
 * is on the wire, or the run fails. A host that worked such a value out by itself would not notice.
 *
 * <p>What there is to be exchanged is read from sources and classes: an effect, or an answer that a
 * host asks for, is an offence if the table does not know it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EffectsOnTheWire {
  private static final Path MAIN = Path.of("src/main/java/dev/sluice");

  private final List<String> kernels;
  private final String host;
  private final Class<?> runs;
  private final List<Exchange> exchanges;
  private final Map<String, String> unexchanged;
  private final Map<String, String> sound = new LinkedHashMap<>();

  private URLClassLoader loader;
  private Method wire;

  /**
   * The effects and answers of some kernels.
   *
   * @param kernels their rooms, within {@code dev/sluice}
   * @param host the package of those who ask them, with all below it
   * @param runs which has the names of its {@code runs()}, and what is on the {@code wire(String)}
   *     in each
   * @param exchanges all that are exchanged, see {@link Exchange#table}
   * @param unexchanged those that are not, by name, and why, see {@link Exchange#reasons}
   */
  protected EffectsOnTheWire(
      List<String> kernels, String host, Class<?> runs, String exchanges, String unexchanged) {
    this.kernels = kernels;
    this.host = host;
    this.runs = runs;
    this.exchanges = Exchange.table(exchanges);
    this.unexchanged = Exchange.reasons(unexchanged);
  }

  /** Each exchange is a variant of its statement, so that all are compiled, and loaded, at once. */
  @BeforeAll
  void compile(@TempDir Path folder) throws Exception {
    Map<String, String> texts = new TreeMap<>();
    Map<String, List<Integer>> places = new LinkedHashMap<>();
    for (int at = 0; at < exchanges.size(); at++) {
      Exchange one = exchanges.get(at);
      String place = one.source() + one.in() + one.from();
      places.computeIfAbsent(place, any -> new ArrayList<>()).add(at);
    }
    for (List<Integer> variants : places.values()) {
      Exchange first = exchanges.get(variants.get(0));
      String text = texts.getOrDefault(first.source(), "");
      texts.put(
          first.source(),
          choosing(text.isEmpty() ? ChangedSources.text(first.source()) : text, first, variants));
    }
    ChangedSources.compile(texts, folder);
    loader = ChangedSources.loader(folder);
    wire = asked(loader.loadClass(runs.getName()), "wire", String.class);
    Method built = asked(runs, "wire", String.class);
    for (Object run : (List<?>) asked(runs, "runs").invoke(null)) {
      sound.put((String) run, (String) built.invoke(null, run));
    }
  }

  /** A method of a class of another package, or of another loader. */
  private static Method asked(Class<?> of, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = of.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }

  private String choosing(String text, Exchange one, List<Integer> variants) {
    int begin = text.indexOf(one.in());
    assertThat(begin).as("%s has %s", one.source(), one.in()).isNotNegative();
    String any = Pattern.quote(one.from()).replace(" ", "\\E\\s+\\Q");
    Matcher found = Pattern.compile(any).matcher(text);
    assertThat(found.find(begin)).as("%s has %s", one.source(), one.from()).isTrue();
    StringBuilder chosen = new StringBuilder();
    for (int variant : variants) {
      chosen.append("if (%s.at == %d) {".formatted(Variant.class.getName(), variant));
      chosen.append(exchanges.get(variant).to()).append("} else ");
    }
    chosen.append('{').append(found.group()).append('}');
    return text.substring(0, found.start()) + chosen + text.substring(found.end());
  }

  @AfterAll
  void close() throws IOException {
    loader.close();
  }

  private String wire(String run, int variant) throws ReflectiveOperationException {
    loader.loadClass(Variant.class.getName()).getField("at").setInt(null, variant);
    return (String) wire.invoke(null, run);
  }

  @TestFactory
  Stream<DynamicTest> exchangingItChangesWhatIsOnTheWire() {
    return Stream.iterate(0, at -> at + 1)
        .limit(exchanges.size())
        .map(at -> dynamicTest(exchanges.get(at).toString(), () -> assertThat(seen(at)).isTrue()));
  }

  private boolean seen(int variant) throws ReflectiveOperationException {
    for (String run : sound.keySet()) {
      if (!wire(run, variant).equals(sound.get(run))) {
        return true;
      }
    }
    return false;
  }

  @TestFactory
  Stream<DynamicTest> withoutAnyExchangeEachRunIsAsItWas() {
    return sound.keySet().stream()
        .map(
            run ->
                dynamicTest(
                    run,
                    () -> {
                      assertThat(sound.get(run)).doesNotStartWith("fails");
                      assertThat(wire(run, -1)).isEqualTo(sound.get(run));
                    }));
  }

  // ---------------------------------------------------------------- what there is

  @Test
  void everyEffectAndEveryAnswerIsInTheTable() throws IOException {
    Set<String> there = effects();
    there.addAll(answers());
    Set<String> listed = new TreeSet<>(unexchanged.keySet());
    exchanges.forEach(one -> listed.add(one.value()));
    Set<String> missing = new TreeSet<>();
    for (String value : there) {
      if (listed.stream().noneMatch(one -> value.equals(one) || value.startsWith(one + "."))) {
        missing.add(value);
      }
    }
    assertThat(missing).as("effects and answers that are not in the table").isEmpty();
    listed.removeIf(
        one -> there.stream().anyMatch(value -> value.equals(one) || value.startsWith(one + ".")));
    assertThat(listed).as("in the table, and nowhere else").isEmpty();
  }

  /**
   * The parameters of all effects: of the interfaces that kernels hand what they decide to. One
   * that has none stands for itself.
   */
  private Set<String> effects() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String room : kernels) {
      try (Stream<Path> all = Files.walk(MAIN.resolve(room))) {
        all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
      }
    }
    Set<String> effects = new TreeSet<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var sources = manager.getJavaFileObjectsFromPaths(files);
      JavacTask task = (JavacTask) compiler.getTask(null, manager, null, null, null, sources);
      for (var unit : task.parse()) {
        new Effects().scan(unit, effects);
      }
    }
    return effects;
  }

  private static final class Effects extends TreePathScanner<Void, Set<String>> {
    @Override
    public Void visitMethod(MethodTree method, Set<String> effects) {
      ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
      boolean isSealed = owner.getModifiers().getFlags().contains(Modifier.SEALED);
      if (owner.getKind() == Tree.Kind.INTERFACE && !isSealed) {
        Tree around = getCurrentPath().getParentPath().getParentPath().getLeaf();
        String within = around instanceof ClassTree type ? type.getSimpleName() + "." : "";
        String effect = within + owner.getSimpleName() + "." + method.getName();
        if (method.getParameters().isEmpty() && isVoid(method)) {
          effects.add(effect);
        }
        for (var parameter : method.getParameters()) {
          effects.add(effect + "." + parameter.getName());
        }
      }
      return null;
    }

    private static boolean isVoid(MethodTree method) {
      return method.getReturnType() instanceof PrimitiveTypeTree type
          && type.getPrimitiveTypeKind() == TypeKind.VOID;
    }
  }

  /** What hosts ask kernels for: numbers, truth values and words. */
  private Set<String> answers() {
    Set<String> answers = new TreeSet<>();
    for (JavaClass asking : Imported.project()) {
      String name = asking.getName().replaceFirst("\\$.*", ""); // what stands within a log is one
      if (!(asking.getPackageName() + ".").startsWith(host + ".") || name.endsWith("Log")) {
        continue; // logs look on: what they tell is judged by TLC
      }
      for (JavaAccess<?> access : asking.getAccessesFromSelf()) {
        if (access.getTarget() instanceof CodeUnitAccessTarget asked
            && kernels.stream()
                .map(room -> "dev.sluice." + room.replace('/', '.'))
                .anyMatch(
                    room -> (asked.getOwner().getPackageName() + ".").startsWith(room + "."))) {
          Class<?> returned = asked.getRawReturnType().reflect();
          boolean decides = returned.isPrimitive() && returned != void.class || returned.isEnum();
          Class<?> kernel = asked.getOwner().reflect();
          if (decides && !kernel.isEnum() && !isComponent(kernel, asked.getName())) {
            String of = kernel.getName().substring(kernel.getPackageName().length() + 1);
            answers.add(of.replace('$', '.') + "." + asked.getName());
          }
        }
      }
    }
    return answers;
  }

  private static boolean isComponent(Class<?> type, String name) {
    RecordComponent[] components = type.isRecord() ? type.getRecordComponents() : null;
    return components != null
        && Arrays.stream(components).anyMatch(component -> component.getName().equals(name));
  }
}

package dev.sluice.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * What is done around each property: a line that says how many cases it tried, the shrunk scenario
 * of one that fails as a file and the command that repeats it, and, on demand, fresh seeds.
 *
 * <p>With {@code -Dsluice.fresh=true} every property has a seed of its own, which is printed, and
 * tries twenty times as many scenarios; {@code -Dsluice.fresh=SEED} repeats such a run. With {@code
 * -Dsluice.scenario=FILE} the properties try that file and nothing else.
 */
final class Lane implements AroundPropertyHook {
  private static final Path FOLDER = Path.of("target", "failed-scenarios");
  private static final String FRESH = System.getProperty("sluice.fresh", "");
  private static final int MORE = Integer.getInteger("sluice.fresh.times", 20);

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) throws IOException {
    if (!FRESH.isEmpty() && !FRESH.equals("false")) {
      var attributes = context.attributes();
      String seed = FRESH.equals("true") ? Long.toString(System.nanoTime()) : FRESH;
      attributes.setSeed(seed);
      attributes.setTries(attributes.tries().orElse(1) * MORE);
    }
    PropertyExecutionResult result = property.execute();
    String name = context.targetMethod().getName();
    String seed = result.seed().orElse("none");
    System.out.printf("%s: %d cases, seed %s%n", name, Math.max(1, result.countChecks()), seed);
    if (result.status() != PropertyExecutionResult.Status.FAILED) {
      return result;
    }
    Optional<ScenarioText> failed =
        result.falsifiedParameters().orElse(List.of()).stream()
            .filter(ScenarioText.class::isInstance)
            .map(ScenarioText.class::cast)
            .findFirst();
    if (failed.isEmpty()) {
      return result;
    }
    Path file = FOLDER.resolve(name + "-" + seed + ".toml");
    Files.createDirectories(FOLDER);
    String why = result.throwable().map(Throwable::getMessage).orElse("");
    String[] lines = why.split("\n");
    String test = context.containerClass().getSimpleName() + "#" + name;
    StringBuilder text = new StringBuilder();
    text.append("# A scenario in which the property ").append(test).append(" does not hold.\n");
    text.append("# Its judge looks on with: mvn test -Dtest=").append(test);
    text.append(" -Dsluice.scenario=").append(file).append('\n');
    for (int i = 0; i < Math.min(lines.length, 12); i++) {
      text.append(("#   " + lines[i]).stripTrailing()).append('\n');
    }
    Files.writeString(file, text.append('\n').append(failed.get().toml()));
    String message =
        "%s%n%nThe scenario is in %s. Run it: ./sluice run %s%nHave it judged: mvn test -Dtest=%s -Dsluice.scenario=%s%n"
            .formatted(why, file, file, test, file);
    return result.mapToFailed(new AssertionError(message, result.throwable().orElse(null)));
  }
}

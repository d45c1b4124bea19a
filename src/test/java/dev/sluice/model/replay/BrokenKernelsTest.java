package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelTable;
import dev.sluice.model.ModelTraces;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.TraceStore;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A twin asks all of its kernels whether their redundant state is right. Each number in each kernel
 * of a world is spoilt in turn: where the kernel says so, the twin does.
 */
class BrokenKernelsTest {
  /** So many steps of a kept behaviour are taken, with all numbers spoilt after each. */
  private static final int STEPS = 25;

  /** Longer rows of numbers are spoilt up to here. */
  private static final int LONGEST_ROW = 16;

  @TestFactory
  Stream<DynamicTest> theTwinSaysSo() throws Exception {
    ModelTraces traces = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath()));
    TraceStore store = traces.store();
    Map<String, String> replays = new HashMap<>();
    traces.models().forEach(model -> replays.put(model.id(), model.replay()));
    Map<String, TraceStore.Entry> twins = new LinkedHashMap<>();
    for (TraceStore.Entry entry : store.index()) {
      twins.merge(
          replays.get(entry.id()),
          entry,
          (one, other) -> one.steps() <= other.steps() ? one : other);
    }
    return twins.entrySet().stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getKey(), () -> saysSo(one.getKey(), store, one.getValue())));
  }

  private static void saysSo(String name, TraceStore store, TraceStore.Entry entry)
      throws Exception {
    ItfTrace longest =
        store.read(entry, entry.specSha256()).stream()
            .max((one, other) -> one.states().size() - other.states().size())
            .orElseThrow();
    Spoilt spoilt = new Spoilt(name);
    follow(Systems.twin(name, longest.meta().constants()), longest, spoilt);
    assertThat(spoilt.unseen).as("kernels of %s that the twin does not ask", name).isEmpty();
  }

  private static <W> void follow(Twin<W> twin, ItfTrace behaviour, Spoilt spoilt)
      throws ReflectiveOperationException {
    W world = twin.initial();
    spoilt.in(twin, world);
    int most = Math.min(STEPS + 1, behaviour.states().size());
    for (ItfTrace.State state : behaviour.states().subList(1, most)) {
      ItfTrace.Step step = state.step().orElseThrow();
      List<Value> arguments = step.arguments().stream().map(Value.Field::value).toList();
      assertThat(twin.bind(step.action(), arguments).tried(world).isTaken())
          .as("%s is taken", step)
          .isTrue();
      spoilt.in(twin, world);
    }
  }

  /** Spoils numbers, and keeps the kernels that said so while the twin did not. */
  private static final class Spoilt {
    private final String name;
    private final Set<String> unseen = new TreeSet<>();

    Spoilt(String name) {
      this.name = name;
    }

    <W> void in(Twin<W> twin, W world) throws ReflectiveOperationException {
      assertThat(twin.broken(world)).as("%s before anything is spoilt", name).isNull();
      Map<Object, String> kernels = new IdentityHashMap<>();
      collect(world, "world", kernels, new IdentityHashMap<>());
      for (Map.Entry<Object, String> each : kernels.entrySet()) {
        for (Field field : fields(each.getKey().getClass())) {
          for (Number place : places(field, each.getKey())) {
            spoil(field, each.getKey(), place.intValue(), 1);
            String kernel = broken(each.getKey());
            if (kernel != null && twin.broken(world) == null) {
              unseen.add(each.getValue() + "." + field.getName() + ": " + kernel);
            }
            spoil(field, each.getKey(), place.intValue(), -1);
          }
        }
      }
    }
  }

  /** Returns the fields that a kernel changes, those of its superclasses with them. */
  private static List<Field> fields(Class<?> of) {
    List<Field> all = new ArrayList<>();
    for (Class<?> at = of; at != null && isOurs(at); at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          all.add(field);
        }
      }
    }
    return all;
  }

  /** Returns the places of a field's numbers: 0 of a number, and those of a short row of them. */
  private static List<Integer> places(Field field, Object of) throws IllegalAccessException {
    boolean isNumber = field.getType() == int.class || field.getType() == long.class;
    if (isNumber && !Modifier.isFinal(field.getModifiers())) {
      return List.of(0);
    }
    Object row = field.getType().isPrimitive() ? null : field.get(of);
    if (!(row instanceof int[]) && !(row instanceof long[])) {
      return List.of();
    }
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < Math.min(LONGEST_ROW, Array.getLength(row)); place++) {
      places.add(place);
    }
    return places;
  }

  private static void spoil(Field field, Object of, int place, int by)
      throws IllegalAccessException {
    Object held = field.get(of);
    if (held instanceof Integer number) {
      field.setInt(of, number + by);
    } else if (held instanceof Long number) {
      field.setLong(of, number + by);
    } else if (held instanceof int[] row) {
      row[place] += by;
    } else if (held instanceof long[] row) {
      row[place] += by;
    }
  }

  private static String broken(Object kernel) throws ReflectiveOperationException {
    try {
      var asked = kernel.getClass().getMethod("broken");
      asked.setAccessible(true);
      return (String) asked.invoke(kernel);
    } catch (java.lang.reflect.InvocationTargetException failed) {
      return null; // it cannot even say so
    }
  }

  /** Collects the objects that can be asked, with the way from the world to each. */
  private static void collect(
      Object at, String path, Map<Object, String> kernels, Map<Object, Boolean> seen)
      throws IllegalAccessException {
    if (at == null || at instanceof Twin<?> || seen.put(at, true) != null) {
      return;
    }
    if (at instanceof Object[] row) {
      collect(Arrays.asList(row), path, kernels, seen);
    } else if (at instanceof Collection<?> all) {
      int place = 0;
      for (Object each : all) {
        collect(each, path + "[" + place++ + "]", kernels, seen);
      }
    } else if (at instanceof Map<?, ?> map) {
      collect(map.values(), path, kernels, seen);
    } else if (isOurs(at.getClass()) && !at.getClass().isEnum() && !at.getClass().isHidden()) {
      if (Arrays.stream(at.getClass().getMethods())
          .anyMatch(one -> one.getName().equals("broken") && one.getParameterCount() == 0)) {
        kernels.put(at, path);
      }
      for (Field field : fields(at.getClass())) {
        if (!field.getType().isPrimitive()) {
          collect(field.get(at), path + "." + field.getName(), kernels, seen);
        }
      }
    }
  }

  private static boolean isOurs(Class<?> one) {
    return one.getName().startsWith("dev.sluice.");
  }
}

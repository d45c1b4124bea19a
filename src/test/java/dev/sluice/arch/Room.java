package dev.sluice.arch;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A room of the house: a package under {@code dev.sluice}, and what it may import.
 *
 * @param name the package, without the prefix
 * @param mayImport other rooms by name; a room named alone includes its inner rooms, except {@code
 *     cc}, {@code host} and {@code conformance}, whose inner rooms are named one by one
 */
record Room(String name, Set<String> mayImport) {
  private static final String PREFIX = "dev.sluice.";

  /** Rooms whose inner rooms are named one by one. */
  private static final Set<String> ONE_BY_ONE = Set.of("cc", "host", "conformance");

  private static final String[] ALGORITHMS = {
    "cc.nscc", "cc.rccc", "cc.ldcp", "cc.rcm", "cc.pfc", "cc.hpcc"
  };

  /** The table of rooms. A room that is not built yet stands here without harm. */
  static final List<Room> TABLE =
      List.of(
          alone("requirement"),
          room("units"),
          room("kernel"),
          room("cc", "kernel"),
          room("cc.nscc", "cc", "kernel"),
          room("cc.rccc", "cc", "kernel"),
          room("cc.ldcp", "cc", "kernel"),
          room("cc.rcm", "cc", "kernel"),
          room("cc.pfc", "cc", "kernel"),
          room("cc.hpcc", "cc", "kernel"),
          room("uet", "cc", "kernel", "cc.nscc", "cc.rccc"),
          room("roce", "kernel"),
          room("wire"),
          room("wire.telemetry", "wire"),
          room("sim"),
          room("trace", "kernel"),
          room("fabric", "kernel", "cc", "cc.pfc", "cc.hpcc", "wire", "sim", "trace"),
          room("host", "cc", "wire", "sim", "fabric"),
          room(
              "host.roce",
              "host",
              "kernel",
              "cc",
              "cc.rcm",
              "roce",
              "wire",
              "sim",
              "fabric",
              "trace"),
          // Narrower than the room around them, which is the end that they are parts of: an
          // algorithm meets neither that nor another one, but for the notification point whose CNPs
          // LDCP by rates hears.
          room("host.roce.connection", "host", "kernel", "cc", "roce", "wire", "fabric", "trace"),
          algorithm("rcm"),
          algorithm("hpcc").and("roce"),
          algorithm("ldcp").and("roce", "cc.rcm"),
          room("host.uet", "host", "kernel", "cc", "uet", "wire", "sim", "fabric", "trace")
              .and(ALGORITHMS),
          room("host.load", "host", "cc", "wire", "sim", "fabric"),
          room("scenario", "kernel", "cc", "uet", "roce", "wire", "sim", "fabric", "host", "trace")
              .and(ALGORITHMS)
              .and("host.uet", "host.roce", "host.load"),
          room("model", "trace", "kernel", "cc", "uet", "roce").and(ALGORITHMS),
          // Narrower than the room around them: the judge of other people's implementations reads
          // graphs, and must not meet a kernel behind them; TLC's own process gets nothing of ours.
          room("model.graph", "trace", "model.tlc.probe"),
          alone("model.tlc.probe"),
          // The judge meets data alone: kernels play roles in the oracle, which the judge does not
          // know.
          room("conformance", "conformance.shim", "trace", "model.graph"),
          room("conformance.shim", "trace"),
          room("conformance.oracle", "conformance", "conformance.shim", "kernel", "trace")
              .and("cc", "uet", "roce")
              .and(ALGORITHMS),
          room("evidence", "trace"),
          alone("impact"),
          room(
                  "cli",
                  "kernel",
                  "cc",
                  "uet",
                  "roce",
                  "wire",
                  "sim",
                  "trace",
                  "fabric",
                  "host",
                  "scenario")
              .and("model")
              .and(ALGORITHMS)
              .and("conformance", "conformance.shim", "conformance.oracle")
              .and("evidence", "impact", "host.uet", "host.roce", "host.load"));

  /** A room that may import these, besides {@code units} and {@code requirement}. */
  private static Room room(String name, String... mayImport) {
    return alone(name).and(mayImport).and("units", "requirement");
  }

  /** What the hosts of RoCE have of an algorithm, beside its kernels. */
  private static Room algorithm(String name) {
    return room("host.roce." + name, "host.roce.connection", "cc." + name, "cc", "kernel")
        .and("host", "wire", "sim", "fabric", "trace");
  }

  private static Room alone(String name) {
    return new Room(name, Set.of());
  }

  private Room and(String... more) {
    return new Room(
        name,
        java.util.stream.Stream.concat(mayImport.stream(), java.util.Arrays.stream(more))
            .collect(java.util.stream.Collectors.toUnmodifiableSet()));
  }

  /** The innermost room that a package lies in. */
  static Optional<Room> of(String packageName) {
    return TABLE.stream()
        .filter(room -> room.holds(packageName))
        .max(Comparator.comparingInt(room -> room.name.length()));
  }

  String packageName() {
    return PREFIX + name;
  }

  /** Whether code of this room may name a class of that package. */
  boolean mayUse(String packageName) {
    return !packageName.startsWith(PREFIX)
        || holds(packageName)
        || mayImport.stream().anyMatch(other -> within(other, packageName));
  }

  /** Whether a package is this room, or lies inside it. */
  private boolean holds(String packageName) {
    return within(name, packageName);
  }

  private static boolean within(String room, String packageName) {
    String whole = PREFIX + room;
    return packageName.equals(whole)
        || (!ONE_BY_ONE.contains(room) && packageName.startsWith(whole + "."));
  }

  /** The classes whose innermost room is this one. */
  DescribedPredicate<JavaClass> classes() {
    return DescribedPredicate.describe(
        "are in the room " + name,
        type -> of(type.getPackageName()).map(this::equals).orElse(false));
  }

  /** The classes of ours that this room may not name. */
  DescribedPredicate<JavaClass> outOfBounds() {
    return DescribedPredicate.describe(
        "are in a room that " + name + " may not import",
        type -> !mayUse(type.getBaseComponentType().getPackageName()));
  }
}

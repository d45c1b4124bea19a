package dev.sluice.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.trace.EventSink;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What holds in every room, besides the directions of {@link Room}.
 *
 * @param claim the rule as a sentence
 * @param rule the rule itself
 * @param violations sources that break it, each by a class called Planted
 * @param helpers sources that those need, and that break nothing
 */
record Rules(String claim, ArchRule rule, List<String> violations, List<String> helpers) {
  private Rules(String claim, ArchRule rule, List<String> violations) {
    this(claim, rule, violations, List.of());
  }

  /** Rooms whose numbers are exact and whose classes are functions. */
  private static final DescribedPredicate<JavaClass> KERNELS =
      describe(
          "are kernels (cc, uet)", resideInAnyPackage("dev.sluice.cc..", "dev.sluice.uet..")::test);

  /** Those, and the rooms whose state a run consists of. */
  private static final DescribedPredicate<JavaClass> EXACT =
      describe(
          "are kernels, or what a run consists of (sim, fabric)",
          resideInAnyPackage(
                  "dev.sluice.cc..", "dev.sluice.uet..", "dev.sluice.sim..", "dev.sluice.fabric..")
              ::test);

  private static final DescribedPredicate<JavaClass> TLC =
      describe(
          "are TLC's own",
          resideInAnyPackage("tlc2..", "tla2sany..", "util..", "pcal..", "tla2tex..")::test);

  static List<Rules> all() {
    return List.of(
        clock(),
        output(),
        tlc(),
        cli(),
        kernelsNeed(),
        statics(),
        floatingPoint(),
        oneForm(),
        logs());
  }

  private static Rules clock() {
    return new Rules(
        "no clock and no chance outside cli",
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.sluice.cli..")
            .and(describe("are not the stopwatch of TLC's process", type -> !isStopwatch(type)))
            .should()
            .accessTargetWhere(
                target(owner(type(System.class)))
                    .and(target(nameMatching("nanoTime|currentTimeMillis"))))
            .orShould()
            .accessTargetWhere(target(owner(type(Math.class))).and(target(name("random"))))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.time..", "java.util.random..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(
                Random.class,
                SplittableRandom.class,
                ThreadLocalRandom.class,
                SecureRandom.class,
                UUID.class)
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(java.util.Date.class, java.util.Calendar.class)
            .because("a run is a function of its scenario and its seed"),
        List.of(
            planted("trace", "long now() { return System.nanoTime(); }"),
            planted("model", "java.util.function.LongSupplier now = System::nanoTime;"),
            planted("uet", "long now() { return System.currentTimeMillis(); }"),
            planted("cc", "Object now = java.time.Clock.systemUTC();"),
            planted("cc", "double draw() { return Math.random(); }"),
            planted("cc", "Object draw = java.util.random.RandomGenerator.getDefault();"),
            planted("sim", "Object draw = new java.util.Random(1);"),
            planted(
                "sim",
                "int draw() { return java.util.concurrent.ThreadLocalRandom.current().nextInt(); }"),
            planted("model.graph", "Object name = java.util.UUID.randomUUID();"),
            planted("trace", "Object now = new java.util.Date();")));
  }

  private static Rules output() {
    return new Rules(
        "no printing and no exit outside cli",
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.sluice.cli..")
            .and(describe("are not the main class of TLC's process", type -> !isProbe(type)))
            .should()
            .accessTargetWhere(
                target(owner(type(System.class))).and(target(nameMatching("out|err|exit"))))
            .orShould()
            .accessTargetWhere(
                target(owner(type(Runtime.class))).and(target(nameMatching("exit|halt"))))
            .orShould()
            .accessTargetWhere(target(name("printStackTrace")))
            .because("stdout is the command's result, and exit codes are the command's to choose"),
        List.of(
            planted("cc", "void tell() { System.out.println(); }"),
            planted("model.graph", "Object err = System.err;"),
            planted("trace", "void end() { System.exit(1); }"),
            planted("trace", "java.util.function.IntConsumer end = System::exit;"),
            planted("model", "void end() { Runtime.getRuntime().halt(1); }"),
            planted("model", "void tell(Exception e) { e.printStackTrace(); }")));
  }

  /** TLC's process ends with TLC's own exit code, which takes a call. */
  /** TLC's process measures its phases itself; nothing that it finds depends on them. */
  private static boolean isStopwatch(JavaClass type) {
    return type.getName().startsWith("dev.sluice.model.tlc.probe.PhaseClock");
  }

  private static boolean isProbe(JavaClass type) {
    return type.getFullName().equals("dev.sluice.model.tlc.probe.Probe");
  }

  private static Rules tlc() {
    return new Rules(
        "only the probe touches TLC",
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.sluice.model.tlc.probe..")
            .should()
            .dependOnClassesThat(TLC)
            .because("TLC runs once in a process, and that process is another one"),
        List.of(
            planted("model.tlc", "Object tlc = new tlc2.TLC();"),
            planted("model.tlc", "tla2sany.semantic.OpDefNode node;"),
            planted("cli", "util.UniqueString name;")));
  }

  private static Rules cli() {
    return new Rules(
        "nobody imports cli",
        noClasses()
            .that()
            .resideOutsideOfPackage("dev.sluice.cli..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.sluice.cli.."))
            .because("what the command line can do, its rooms can do without it"),
        List.of(
            planted("model", "dev.sluice.cli.Target target;"),
            planted("trace", "interface Inner extends dev.sluice.cli.Target {}")),
        List.of("package dev.sluice.cli;\npublic interface Target {}\n"));
  }

  private static Rules kernelsNeed() {
    return new Rules(
        "kernels need the language and its collections only",
        noClasses()
            .that(KERNELS)
            .should()
            .dependOnClassesThat(
                describe("do I/O, reflect, or come from elsewhere", Rules::isForeignToKernels))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Thread.class, ThreadLocal.class, Process.class, ProcessBuilder.class)
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(java.util.Locale.class, java.util.Scanner.class, java.util.Timer.class)
            .because("a kernel is a function of its state, a signal and its parameters"),
        List.of(
            planted("cc", "java.io.File file;"),
            planted("cc", "java.math.BigDecimal rounded;"),
            planted("cc.rccc", "java.util.concurrent.atomic.AtomicLong count;"),
            planted("uet.ccc", "Object log = java.util.logging.Logger.getGlobal();"),
            planted("uet", "Thread[] threads;"),
            planted("uet.pdc", "Object locale = java.util.Locale.getDefault();")));
  }

  private static boolean isForeignToKernels(JavaClass type) {
    JavaClass of = type.getBaseComponentType();
    return !of.isPrimitive()
        && !of.getPackageName().startsWith("dev.sluice")
        && !of.isEquivalentTo(BigInteger.class)
        && !Set.of(
                "java.lang",
                "java.lang.annotation",
                "java.lang.invoke",
                "java.lang.runtime",
                "java.util",
                "java.util.function",
                "java.util.stream")
            .contains(of.getPackageName());
  }

  private static Rules statics() {
    return new Rules(
        "kernels and simulation have no mutable static state",
        classes()
            .that(EXACT)
            .should(new ConstantStatics())
            .because("two runs in one process must not see each other"),
        List.of(
            planted("cc", "static long count;"),
            planted("cc.rccc", "static final long[] SHARES = {1, 2};"),
            planted("uet.ccc", "static final StringBuilder LOG = new StringBuilder();"),
            planted(
                "uet.pdc",
                "static final java.util.Map<String, Long> SEEN = new java.util.HashMap<>();"),
            planted("uet", "private static Planted instance;"),
            planted("cc", "static final Open O = new Open(); static final class Open { long n; }"),
            planted(
                "cc",
                "static final Sub S = new Sub(); static class Sub { private final long n = 1; }"),
            planted("sim", "static long seed;"),
            planted("fabric", "static final int[] DEPTHS = new int[4];")));
  }

  private static Rules floatingPoint() {
    return new Rules(
        "kernels and simulation hold no floating point, not even in a local variable",
        classes()
            .that(EXACT)
            .should(new ExactNumbers())
            .because("windows, credit, time and chance are exact, and compared with =="),
        List.of(
            planted("cc", "double window;"),
            planted("cc", "float[] windows;"),
            planted("cc", "void grow(double by) {}"),
            planted("cc.rccc", "Float grow() { return null; }"),
            planted("cc", "java.util.List<Double> windows;"),
            planted("cc.nscc", "long grow(long by) { return (long) (by * 1.5); }"),
            planted("uet", "long grow(long by) { double half = by; return (long) half; }"),
            planted("uet.ccc", "long grow(long by) { return Math.round((float) by); }"),
            planted("uet.pdc", "long root(long of) { return (long) Math.sqrt(of); }"),
            planted("cc", "Object zero() { return 0.0; }"),
            planted("cc", "String shown(long of) { return \"\" + of / 2f; }"),
            planted(
                "cc", "long one(Object of) { return ((Number) of).doubleValue() > 1 ? 1 : 0; }"),
            planted("cc", "int some() { return new double[2].length; }"),
            planted("sim", "boolean draw(long bits) { return bits * 0x1p-63 < 0.5; }"),
            planted("fabric", "long drain(long bytes) { return (long) (bytes / 12.5); }"),
            "package dev.sluice.uet;\npublic record Planted(double window) {}"));
  }

  private static Rules oneForm() {
    String kernel = "long cwnd; long inflight; long maxWnd; Planted copy() { return null; }\n  ";
    return new Rules(
        "a kernel has one form",
        classes().that(KERNELS).should(new OneForm()).because("what is replayed must be what runs"),
        List.of(
            planted("cc", kernel + "record State(long cwnd, long inflight, long maxWnd) {}"),
            planted("uet", kernel + "static class Draft { long cwnd, inflight, maxWnd, more; }"),
            planted(
                "cc.nscc",
                kernel + "Object view; record View(long inflight, long maxWnd, long cwnd) {}"),
            "package dev.sluice.uet.ccc;\npublic class Planted {\n  long a, b, c, d; Planted copy() { return null; }\n}\n"
                + "record PlantedState(long b, long c, long d) {}\n"));
  }

  /** A log is handed new objects to follow, and which packet is at hand: all else it hears. */
  private static Rules logs() {
    DescribedPredicate<JavaClass> logs =
        describe("are logs", type -> type.getName().matches(".*Log(\\$.*)?"));
    return new Rules(
        "a host tells nobody what it has done",
        noClasses()
            .that()
            .resideInAPackage("dev.sluice.host..")
            .and(describe("are no logs", type -> !logs.test(type)))
            .should()
            .callMethodWhere(target(owner(type(EventSink.class))))
            .orShould()
            .callMethodWhere(
                target(owner(resideInAPackage("dev.sluice.host..")))
                    .and(target(owner(logs)))
                    .and(target(nameMatching("(?!follow$|done$|to$).*"))))
            .because("its kernels do, so that host and log cannot part"),
        List.of(
            planted("host", "void sent(dev.sluice.trace.EventSink log) { log.end(); }"),
            planted("host.uet", "void opened(SpecLog log, SendingPdc pdc) { log.takesTurn(pdc); }"),
            planted("host.uet", "void on(SpecLog log) { log.life.listen(true); }"),
            planted("host.roce", "void on(RcTransportLog.Asked log) { log.took(null, null); }"),
            planted("host.roce.rcm", "void cut(dev.sluice.trace.EventSink log) { log.end(); }"),
            planted("host.roce.ldcp", "void came(dev.sluice.trace.EventSink log) { log.end(); }"),
            planted("host.roce.hpcc", "void told(dev.sluice.trace.EventSink log) { log.end(); }")));
  }

  private static String planted(String room, String members) {
    return "package dev.sluice." + room + ";\npublic class Planted {\n  " + members + "\n}\n";
  }
}

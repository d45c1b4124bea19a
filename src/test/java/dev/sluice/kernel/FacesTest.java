package dev.sluice.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.sluice.arch.Imported;
import dev.sluice.cc.Profile;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryProfile;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.cc.ldcp.ReadRepeat;
import dev.sluice.cc.nscc.EntropyPolicy;
import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.pfc.PauseParams;
import dev.sluice.cc.pfc.PauseReceiver;
import dev.sluice.cc.pfc.PauseSender;
import dev.sluice.cc.pfc.PauseWatchdog;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.cc.rcm.CongestionPoint;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.roce.Requester;
import dev.sluice.roce.RequesterParams;
import dev.sluice.roce.Responder;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.CccTeardown;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.InitialLimit;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.ccc.Transfer;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of each kernel is complete, and says what the class and its specification say. */
class FacesTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern MODULE =
      Pattern.compile("spec/(?:uet|roce|rcm|ldcp|hpcc)/\\w+\\.tla");
  private static final Pattern COMMENT = Pattern.compile("(?s)\\(\\*.*?\\*\\)|\\\\\\*[^\\n]*");
  private static final Pattern VARIABLES =
      Pattern.compile("VARIABLES?\\s+(\\w+(?:\\s*,\\s*\\w+)*)");
  private static final Pattern FIELD = Pattern.compile("\\b(\\w+)\\s*(?:\\|->|:(?![:=>]))");

  /** All that these hold stands in tables, of which others read one entry at a time. */
  private static final Set<String> ONLY_TABLES =
      Set.of("PdsManager", "CccManager", "Initiator", "Target");

  /** What changes in these stands in a structure of its own, beside the numbers. */
  private static final Set<String> ONE_STRUCTURE = Set.of("TargetPdc");

  /** These count what the specification has one by one. */
  private static final Set<String> ONLY_COUNTS = Set.of("CccTeardown");

  /** What holds state in a room of kernels and has no face, and why: none of it is a kernel. */
  private static final Map<String, String> NO_KERNELS =
      Map.of(
          "Entries", "the table in a CreditGranter, whose ENTRY tells one at a time",
          "Entries.Entry", "a line of that table",
          "IdPool", "a structure within kernels, read one by one",
          "KeySet", "a structure within Target, read one by one",
          "ReceiveWindow", "a set of packets within TargetPdc, read one by one",
          "Requests", "a structure within Requester, read one by one",
          "CccScheduling.Acked", "what is gathered for one call, and given up with it",
          "OrderedPdc", "no specification describes it, and no host runs it");

  /**
   * A kernel with a face.
   *
   * @param fresh one that nothing has happened to
   */
  private record Faced(Object fresh, Face<?> face) {
    Class<?> type() {
      return fresh.getClass();
    }

    boolean isOneOf(Set<String> kernels) {
      return kernels.contains(toString());
    }

    @Override
    public String toString() {
      return type().getSimpleName();
    }
  }

  static Stream<Faced> faces() {
    CreditParams credit =
        new CreditParams(Profile.SOURCE_DOCUMENTS, 1, 12_500, 9_216, 6_250, 1_000_000, 0, 1 << 24);
    NsccParams nscc =
        NsccParams.uet10(100_000_000_000L, 100_000_000_000L, 6_000_000, 4_096, 4_096, true);
    return Stream.of(
        new Faced(new NsccWindow(nscc, 0), NsccWindow.FACE),
        new Faced(new CreditSpender(credit, 3), CreditSpender.FACE),
        new Faced(new CreditGranter(credit), CreditGranter.FACE),
        new Faced(
            new Ccc(
                new Ccc.Params(0, 6_000_000, 3, 2, 0, InitialLimit.BDP, false), new Flow(0, 1, 0)),
            Ccc.FACE),
        new Faced(new Transfer(), Transfer.FACE),
        new Faced(new PdsManager(new PdsManager.Params(0, 1, 0)), PdsManager.FACE),
        new Faced(new CccManager(new CccManager.Params(0, 1, 0)), CccManager.FACE),
        new Faced(new CccScheduling(new SendPermission(false, true, 4_160)), CccScheduling.FACE),
        new Faced(sourcePdc(), SourcePdc.FACE),
        new Faced(initiator(), Initiator.FACE),
        new Faced(lossRecovery(), LossRecovery.FACE),
        new Faced(new EntropyValues(EntropyPolicy.SPRAYED, 256, 3), EntropyValues.FACE),
        new Faced(new CccTeardown(), CccTeardown.FACE),
        new Faced(
            new TargetPdc(new Target.Params(1L << 32, 8, 0), 1, new PdcKey(2, 3), 4, 5),
            TargetPdc.FACE),
        new Faced(new Target(new Target.Params(1L << 32, 8, 0), 1, 1), Target.FACE),
        new Faced(new Requester(new RequesterParams(1 << 24, 0, 64, 0, 16, 7, 7)), Requester.FACE),
        new Faced(new Responder(1 << 24, 0, 0, 16), Responder.FACE),
        new Faced(new PauseSender(new PauseParams(0, 56_232, 1, 2, 1)), PauseSender.FACE),
        new Faced(new PauseReceiver(), PauseReceiver.FACE),
        new Faced(new PauseWatchdog(2, 3), PauseWatchdog.FACE),
        new Faced(
            new ReactionPoint(RcmProfile.PAPER_2015.reaction(40_000), true, true),
            ReactionPoint.FACE),
        new Faced(
            new NotificationPoint(RcmProfile.PAPER_2015.notification(), 1, true, 0),
            NotificationPoint.FACE),
        new Faced(new CongestionPoint(RedMarker.step(1), 1), CongestionPoint.FACE),
        new Faced(new PawaWindow(pawa(), 4_096, 0), PawaWindow.FACE),
        new Faced(new AckPolicy(new AckPolicy.Params(1, true)), AckPolicy.FACE),
        new Faced(
            new FastStart(
                new FastStart.Params(1, FastStart.TailOf.MESSAGE, FastStart.RoundEnd.IW_SENT, 1, 1),
                false),
            FastStart.FACE),
        new Faced(
            new EventRate(new EventRate.Params(2, 1, 1, 1, 2, 1, 2, 2, 2), 1), EventRate.FACE),
        new Faced(new LsnWindow(lsns(), 0), LsnWindow.FACE),
        new Faced(new LsnReceiver(lsns(), 0), LsnReceiver.FACE),
        new Faced(new ReadRepeat(), ReadRepeat.FACE),
        new Faced(new HpccWindow(hpcc()), HpccWindow.FACE),
        new Faced(new HpccSender(hpcc(), null, 0), HpccSender.FACE),
        new Faced(new HpccReceiver(hpcc(), null, 0), HpccReceiver.FACE),
        new Faced(
            new LinkRecords(TelemetryProfile.EVERY_SPEED.units(100_000), 5_000_000, 1, 100_000),
            LinkRecords.FACE));
  }

  private static LsnParams lsns() {
    return new LsnParams(LsnParams.MODULUS_32, 150_000, 4_096, 16, 0);
  }

  private static HpccParams hpcc() {
    return HpccParams.defaults(100_000_000_000L, 10, 1_000, 1 << 24);
  }

  private static PawaParams pawa() {
    return new PawaParams(4_096, 4_096, 4_096, 256, 1 << 30, true, 1, 2, PawaParams.TimerRtt.BASE);
  }

  /** In recovery: only then are there marks. */
  private static LossRecovery lossRecovery() {
    LossRecovery recovery = new LossRecovery();
    LossRecovery.Packets none =
        new LossRecovery.Packets() {
          @Override
          public boolean isFlying(long packet) {
            return false;
          }

          @Override
          public void giveUp(long packet) {
            throw new AssertionError(packet);
          }
        };
    for (int packet = 0; packet < 20; packet++) {
      assertThat(recovery.transmit(packet)).isNull();
    }
    assertThat(recovery.receiveAck(0, 0, 10, false, 5, 5, none)).isNull();
    assertThat(recovery.recovering()).isTrue();
    return recovery;
  }

  private static Initiator initiator() {
    return new Initiator(new Initiator.Params(1, 1L << 32, 4, 8, 1, 1, true), 1);
  }

  private static SourcePdc sourcePdc() {
    Initiator initiator = initiator();
    assertThat(initiator.open(new Initiator.Job(1, 2, 3, 4, 5), 1)).isNull();
    return initiator.source(1);
  }

  @Test
  void everyKernelWithAFaceIsHere() throws Exception {
    Set<String> with = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES.resolve("dev/sluice"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        String text = Files.readString(file);
        if (text.contains("Face<" + name + "> FACE") && text.contains(name + " copy()")) {
          with.add(name);
        }
      }
    }
    assertThat(faces().map(Faced::toString)).containsExactlyInAnyOrderElementsOf(with);
  }

  @Test
  void whatHoldsStateHasAFaceOrIsNoKernel() {
    Set<String> without = new TreeSet<>();
    for (JavaClass one : Imported.project()) {
      String room = one.getPackageName();
      boolean isOfKernels =
          room.startsWith("dev.sluice.cc.")
              || room.startsWith("dev.sluice.uet")
              || room.startsWith("dev.sluice.roce");
      if (isOfKernels && !one.isInterface() && !changing(one.reflect()).isEmpty()) {
        boolean hasFace =
            one.getFields().stream()
                .anyMatch(field -> field.getRawType().isEquivalentTo(Face.class));
        if (!hasFace) {
          without.add(one.getName().substring(room.length() + 1).replace('$', '.'));
        }
      }
    }
    assertThat(without).containsExactlyInAnyOrderElementsOf(NO_KERNELS.keySet());
  }

  /** What changes in a kernel is a number, a word or a row of numbers, or it has a rule here. */
  @ParameterizedTest
  @MethodSource("faces")
  void aCopyHasEverythingThatChanges(Faced kernel) throws Exception {
    Object original = kernel.fresh();
    List<Field> changing = changing(kernel.type());
    assertThat(changing.isEmpty())
        .isEqualTo(kernel.isOneOf(ONLY_TABLES) || kernel.isOneOf(ONE_STRUCTURE));
    long distinct = 1_001;
    for (Field field : changing) {
      field.set(original, another(field.getType(), field.get(original), distinct));
      distinct += 1_000;
    }
    Method copying = kernel.type().getDeclaredMethod("copy");
    copying.setAccessible(true); // not every kernel's copy is for all
    Object copy = copying.invoke(original);
    for (Field field : changing) {
      Object is = field.get(copy);
      assertThat(is).as(field.getName()).isEqualTo(field.get(original));
      if (field.getType().isArray()) {
        assertThat(is).as("%s is its own", field.getName()).isNotSameAs(field.get(original));
      }
    }
  }

  private static List<Field> changing(Class<?> type) {
    List<Field> changing = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (!Modifier.isStatic(modifiers)
          && (!Modifier.isFinal(modifiers) || field.getType().isArray())
          && field.getType() != Listener.class) {
        field.setAccessible(true);
        changing.add(field);
      }
    }
    return changing;
  }

  private static Object another(Class<?> type, Object now, long distinct) {
    if (type == boolean.class) {
      return !(boolean) now;
    } else if (type == int.class) {
      return (int) distinct;
    } else if (type == long.class) {
      return distinct;
    } else if (type.isEnum()) {
      Object[] words = type.getEnumConstants();
      return words[(Arrays.asList(words).indexOf(now) + 1) % words.length];
    } else if (type.isArray()) {
      int length = Array.getLength(now);
      assertThat(length).isPositive();
      Object row = Array.newInstance(type.componentType(), length);
      for (int at = 0; at < length; at++) {
        Array.set(row, at, another(type.componentType(), Array.get(now, at), distinct + at));
      }
      return row;
    } else if (type == SenderKey.class) {
      return new SenderKey(0, distinct, 0, 0);
    }
    throw new IllegalArgumentException("a kernel that changes a " + type + " needs a rule here");
  }

  @ParameterizedTest
  @MethodSource("faces")
  void everyActionIsAMethod(Faced kernel) {
    Set<String> methods = new TreeSet<>();
    Arrays.stream(kernel.type().getMethods()).forEach(method -> methods.add(method.getName()));
    for (Action action : kernel.face().actions()) {
      assertThat(methods).as("of %s", kernel).contains(action.method());
    }
  }

  /**
   * A class, or else its package, says which specification it mirrors; one has all its variables.
   */
  @ParameterizedTest
  @MethodSource("faces")
  void theSpecificationHasEveryVariableThatIsShown(Faced kernel) throws IOException {
    List<String> shown = kernel.face().shown().stream().map(Variable::name).toList();
    assertThat(shown.isEmpty())
        .isEqualTo(kernel.isOneOf(ONLY_TABLES) || kernel.isOneOf(ONLY_COUNTS));
    List<Path> modules = modules(kernel.type());
    assertThat(modules).isNotEmpty();
    List<Set<String>> missing = new ArrayList<>();
    for (Path module : modules) {
      Set<String> rest = new TreeSet<>(shown);
      rest.removeAll(names(module));
      missing.add(rest);
    }
    assertThat(missing).as("missing from each of %s", modules).anyMatch(Set::isEmpty);
  }

  /** The kernel knows some of an action's formal parameters, and has them in the same order. */
  @ParameterizedTest
  @MethodSource("faces")
  void theSpecificationHasEveryParameterInItsOrder(Faced kernel) throws IOException {
    List<List<String>> missing = new ArrayList<>();
    for (Path module : modules(kernel.type())) {
      List<String> wrong = new ArrayList<>();
      for (Action action : kernel.face().actions()) {
        List<String> formal = new ArrayList<>(parameters(module, action.name()));
        formal.retainAll(action.parameters());
        if (!formal.equals(action.parameters())) {
          wrong.add(action.toString());
        }
      }
      missing.add(wrong);
    }
    assertThat(missing).anyMatch(List::isEmpty);
  }

  /** The formal parameters of a definition; none if there is no such definition. */
  private static List<String> parameters(Path module, String name) throws IOException {
    Matcher definition =
        Pattern.compile("(?m)^" + name + "\\(([^)]*)\\) ==").matcher(Files.readString(module));
    return definition.find() ? List.of(definition.group(1).split("\\s*,\\s*")) : List.of();
  }

  private static List<Path> modules(Class<?> type) throws IOException {
    Path source = SOURCES.resolve(type.getName().replace('.', '/') + ".java");
    List<Path> own = modules(source);
    return own.isEmpty() ? modules(source.resolveSibling("package-info.java")) : own;
  }

  private static List<Path> modules(Path source) throws IOException {
    return MODULE
        .matcher(Files.readString(source))
        .results()
        .map(result -> Path.of(result.group()))
        .distinct()
        .toList();
  }

  /** The variables of a module and the fields of its records. */
  private static Set<String> names(Path module) throws IOException {
    String text = COMMENT.matcher(Files.readString(module)).replaceAll(" ");
    Set<String> names = new TreeSet<>();
    Matcher variables = VARIABLES.matcher(text);
    while (variables.find()) {
      names.addAll(List.of(variables.group(1).split("\\s*,\\s*")));
    }
    FIELD.matcher(text).results().forEach(field -> names.add(field.group(1)));
    return names;
  }

  @ParameterizedTest
  @MethodSource("faces")
  void noNameStandsForTwo(Faced kernel) {
    Face<?> face = kernel.face();
    assertThat(face.variables().stream().map(Variable::name)).doesNotHaveDuplicates();
    assertThat(face.actions().stream().map(Action::method)).doesNotHaveDuplicates();
  }

  @Test
  void aTableTakesNoNameTwice() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Face.of(long[].class, "planted")
                    .number("cwnd", Unit.BYTE, "once", k -> k[0], (k, v) -> k[0] = v)
                    .keeps("cwnd", Unit.BYTE, "again", k -> k[0], (k, v) -> k[0] = v))
        .withMessageContaining("cwnd");
    Action send = Action.of("Send", Action.By.MUST);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Face.of(long[].class, "planted").actions(send).actions(send))
        .withMessageContaining("Send");
  }
}

package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fabric.PauseRuns;
import dev.sluice.house.ChangedSources;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.PfcLosslessProjection;
import dev.sluice.model.validate.Validation;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each claim that PfcLossless' log module makes is seen to fail. The module is given one action
 * more for each, which breaks that claim and no other; a log of a sound run ends with it, and the
 * verdict names the claim.
 */
@Requirement({"PFC-1", "PFC-2", "PFC-3", "PFC-4", "PFC-5", "PFC-6", "RCM-7"})
class PauseClaimsTest {
  private static final PfcLosslessProjection LANES = new PfcLosslessProjection();

  /** Where in a sound log the wrong event stands. */
  private enum Place {
    /** A frame is there, of a lane that pauses nobody. */
    AT_AN_ADMISSION,
    /** A frame has begun, and that lane pauses nobody. */
    AFTER_A_BEGIN,
    /** A pause frame is to leave. */
    AFTER_A_PAUSE_IS_OWED,
    /** A pause has come, and is about to be heeded. */
    AT_A_PAUSE,
    /** It is heeded. */
    AFTER_A_PAUSE
  }

  /** What breaks a claim: the place, what changes there, and what stays as it is. */
  private enum Broken {
    /** A frame is lost, though the headroom is the bound. */
    LogNoLossInv(Place.AT_AN_ADMISSION, "lost' = TRUE", "buffer, sender, waiting, onLink"),
    /** A paused lane takes in what no bound allows. */
    HeadroomInv(
        Place.AFTER_A_PAUSE_IS_OWED,
        "held' = [held EXCEPT ![Lane] = @ + 1000 * Bytes[1]]"
            + " /\\ waiting' = [waiting EXCEPT ![Lane][1][1] = @ + 1000]",
        "pausing, limit, owed, untilRefresh, sender, onLink, lost"),
    /** A lane holds a byte that is of no frame. */
    LogHeldInv(
        Place.AT_AN_ADMISSION,
        "held' = [held EXCEPT ![Lane] = @ + 1]",
        "pausing, limit, owed, untilRefresh, sender, waiting, onLink, lost"),
    /** A pause frame waits behind more than one frame. */
    InTimeInv(
        Place.AFTER_A_PAUSE_IS_OWED,
        "waited' = [waited EXCEPT ![Lane] = OwnFrame + 1]",
        "buffer, sender, waiting, onLink, lost"),
    /** A sender is to be paused though its lane holds less than it may. */
    LogXoffProp(
        Place.AFTER_A_BEGIN,
        "pausing' = [pausing EXCEPT ![Lane] = TRUE] /\\ owed' = [owed EXCEPT ![Lane] = TRUE]"
            + " /\\ limit' = [limit EXCEPT ![Lane] = held[Lane] + 100000]",
        "held, untilRefresh, sender, waiting, onLink, lost"),
    /** It may go on though nothing has left. */
    XonProp(
        Place.AFTER_A_PAUSE,
        "pausing' = [pausing EXCEPT ![Lane] = FALSE] /\\ owed' = [owed EXCEPT ![Lane] = TRUE]"
            + " /\\ limit' = [limit EXCEPT ![Lane] = 0]",
        "held, untilRefresh, sender, waiting, onLink, lost"),
    /** A pause frame is owed that would say nothing new. */
    ToldProp(
        Place.AFTER_A_BEGIN,
        "owed' = [owed EXCEPT ![Lane] = TRUE]",
        "held, pausing, limit, untilRefresh, sender, waiting, onLink, lost"),
    /** A pause frame says to go on, though the sender is to be paused. */
    PauseFrameProp(
        Place.AFTER_A_PAUSE_IS_OWED,
        "owed' = [owed EXCEPT ![Lane] = FALSE]"
            + " /\\ untilRefresh' = [untilRefresh EXCEPT ![Lane] = RefreshAfter]"
            + " /\\ waited' = [waited EXCEPT ![Lane] = 0]"
            + " /\\ pauses' = [pauses EXCEPT ![Lane] ="
            + " Append(@, [time |-> 0, due |-> PauseFrame + Cable])]",
        "held, pausing, limit, sender, waiting, onLink, lost"),
    /** A pause is heeded for a picosecond. */
    LogHeedsProp(
        Place.AT_A_PAUSE,
        "left' = [left EXCEPT ![Lane] = 1] /\\ pauses' = [pauses EXCEPT ![Lane] = Tail(@)]",
        "buffer, busy, waiting, onLink, lost"),
    /** A frame begins though its class is paused. */
    LogBeginsProp(
        Place.AFTER_A_PAUSE,
        "onLink' = [onLink EXCEPT ![Lane] = Append(@, [flow |-> 1, size |-> 1, due |-> Cable])]",
        "buffer, sender, waiting, lost"),
    /** A pause that is meant has run out. */
    PauseLastsProp(
        Place.AFTER_A_PAUSE,
        "left' = [left EXCEPT ![Lane] = 0]",
        "buffer, busy, waiting, onLink, lost");

    private final Place place;
    private final String changes;
    private final String stays;

    Broken(Place place, String changes, String stays) {
      this.place = place;
      this.changes = changes;
      this.stays = stays;
    }

    /** What a log calls the action. */
    String action() {
      return "Breaks" + name();
    }

    /** The action, as the log module has it. */
    private String operator() {
      String rest = stays;
      for (String variable : new String[] {"pauses", "waited"}) {
        rest += changes.contains(variable + "'") ? "" : ", " + variable;
      }
      return "%s ==\n    /\\ %s\n    /\\ UNCHANGED <<%s>>\n".formatted(action(), changes, rest);
    }

    private String arm() {
      return "\n      [] e.do = \"%s\" -> %1$s".formatted(action());
    }
  }

  @TempDir static Path home;
  private static JudgePool pool;
  private static EventLog sound;

  @BeforeAll
  static void start() throws Exception {
    Path log = Files.createDirectory(home.resolve("log"));
    for (String ending : List.of(".tla", ".cfg")) {
      Path from = SpecFiles.log(LANES, ending);
      Files.copy(from, log.resolve(from.getFileName()));
    }
    Path module = log.resolve("PfcLosslessLog.tla");
    String next = "\nLogNext(e) ==";
    String last = "[] e.do = \"Elapse\" -> LogElapse(e)";
    String added =
        Arrays.stream(Broken.values()).map(Broken::operator).collect(Collectors.joining());
    String arms = Arrays.stream(Broken.values()).map(Broken::arm).collect(Collectors.joining());
    String text = ChangedSources.replaced(Files.readString(module), next, "\n" + added + next);
    Files.writeString(module, ChangedSources.replaced(text, last, last + arms));
    List<Path> library =
        List.of(
            log,
            SpecFiles.module(LANES.spec()).getParent().toAbsolutePath(),
            Path.of("spec/lib").toAbsolutePath());
    pool =
        new Validation(new Tlc(JarInUse.jar()), library)
            .pool(Housing.BRIEF, 1, Files.createDirectory(home.resolve("judge")));
    EventLog all = PauseRuns.Fault.REFRESH_TOO_LATE.log(false);
    String lane =
        all.events().stream()
            .filter(PauseClaimsTest::isOwed)
            .findFirst()
            .get()
            .instance()
            .orElseThrow()
            .flow();
    sound =
        all.with(
            all.events().stream()
                .filter(event -> event.instance().orElseThrow().flow().equals(lane))
                .toList());
  }

  @AfterAll
  static void end() {
    pool.close();
  }

  private static boolean isOwed(LogEvent event) {
    return event.action().equals("Admit")
        && LogValue.of(true).equals(event.variables().get("owed"));
  }

  /** How many events stand before the wrong one. */
  private static int before(Place place) {
    List<LogEvent> events = sound.events();
    int owed = 0;
    while (!isOwed(events.get(owed))) {
      owed++;
    }
    int at =
        switch (place) {
          case AFTER_A_PAUSE_IS_OWED -> owed + 1;
          case AT_AN_ADMISSION -> lastBefore(owed, "Admit");
          case AFTER_A_BEGIN -> lastBefore(owed, "Begin") + 1;
          case AT_A_PAUSE -> firstAfter(owed, "ReceivePause");
          case AFTER_A_PAUSE -> firstAfter(owed, "ReceivePause") + 1;
        };
    return at;
  }

  private static int lastBefore(int end, String action) {
    int at = end - 1;
    while (!sound.events().get(at).action().equals(action)) {
      at--;
    }
    return at;
  }

  private static int firstAfter(int start, String action) {
    int at = start + 1;
    while (!sound.events().get(at).action().equals(action)) {
      at++;
    }
    return at;
  }

  private static Judged judged(List<LogEvent> events) throws Exception {
    return pool.through(LANES, judge -> judge.judge(sound.with(events))).get(0);
  }

  @ParameterizedTest
  @EnumSource
  void aLogThatBreaksTheClaimIsRejectedByItsName(Broken broken) throws Exception {
    int count = before(broken.place);
    List<LogEvent> events = new ArrayList<>(sound.events().subList(0, count));
    assertThat(judged(events).isAccepted()).as("up to there").isTrue();
    boolean isInPlace = broken.place == Place.AT_AN_ADMISSION || broken.place == Place.AT_A_PAUSE;
    LogEvent beside = sound.events().get(isInPlace ? count : count - 1);
    events.add(
        new LogEvent(
            beside.number() + (isInPlace ? 0 : 1),
            beside.atPs(),
            beside.at(),
            beside.spec(),
            broken.action(),
            beside.instance(),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            false));
    Judged judged = judged(events);
    assertThat(judged.isRejected()).isTrue();
    assertThat(((Rejected) judged.verdict()).broken()).isEqualTo(broken.name());
    assertThat(judged.rejected())
        .hasValueSatisfying(
            step -> assertThat(step.number()).isEqualTo(events.get(count).number()));
  }

  @Test
  void everyClaimIsBroken() throws Exception {
    String config = Files.readString(SpecFiles.log(LANES, ".cfg"));
    String claims = config.substring(config.indexOf("INVARIANTS"));
    assertThat(claims.replace("INVARIANTS", "").replace("PROPERTIES", "").strip().split("\\s+"))
        .containsExactlyInAnyOrder(
            Arrays.stream(Broken.values()).map(Enum::name).toArray(String[]::new));
  }
}

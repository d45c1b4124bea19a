package dev.sluice.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What can be put side by side on one scenario: an algorithm with the transport that carries it and
 * the settings of switches that it needs.
 *
 * <p>A scenario that is written for the algorithm keeps its own settings of switches. Any other one
 * gets those that stand here, in place of its {@code [[queue]]} tables, of {@code [pause]}, and of
 * the marks and trims in {@code [queues]}, which belong to another algorithm. What switches hold in
 * all, {@code buffer} and {@code shared-buffer}, stays, with one exception: where switches pause,
 * {@code buffer} does not hold, as no port of a switch with lossless queues drops what it has let
 * in.
 */
@Requirement("RCM-7")
public enum Algorithm {
  /** UET without any. */
  NONE("none", "", "UET, held back by nothing but the range of packet numbers", ""),
  /** UET with a constant window. */
  WINDOW("window", "", "UET, a window of constant size", ""),
  /** UET with the sender's window. */
  NSCC("nscc", "", "UET, the window of NSCC", ""),
  /** UET with the receiver's credit. */
  RCCC("rccc", "", "UET, the credit of RCCC", ""),
  /** UET with both. */
  BOTH("both", "", "UET, the window of NSCC and the credit of RCCC", ""),
  /** RoCEv2 with pause alone. */
  ROCE(
      "roce",
      "none",
      "RoCEv2, no congestion control, switches that pause",
      """
      [[queue]]
      name = "roce"
      dscp = "others"

      [pause]
      lossless = ["roce"]
      """),
  /** RoCEv2 congestion management, with pause, as its source recommends. */
  RCM(
      "rcm",
      "rcm",
      "RoCEv2, congestion notification, switches that pause",
      """
      [[queue]]
      name = "cnp"
      dscp = 48

      [[queue]]
      name = "roce"
      dscp = "others"
      rank = 1
      ecn-min = "5KB"
      ecn-max = "200KB"
      ecn-chance = "1%"

      [pause]
      lossless = ["roce"]
      """),
  /** The same without pause. */
  RCM_LOSSY(
      "rcm-lossy",
      "rcm",
      "RoCEv2, congestion notification, no pause",
      """
      [[queue]]
      name = "cnp"
      dscp = 48

      [[queue]]
      name = "roce"
      dscp = "others"
      rank = 1
      ecn-min = "5KB"
      ecn-max = "200KB"
      ecn-chance = "1%"
      """),
  /** Windows that move with each acknowledgment, without pause: its source wants none. */
  LDCP(
      "ldcp",
      "ldcp",
      "RoCEv2, LDCP: windows that move with each acknowledgment, no pause",
      """
      [[queue]]
      name = "ldcp"
      dscp = "others"
      ecn-min = "auto"
      ecn-max = "auto"
      ecn-chance = "50%"
      not-ect-limit = "auto"
      """),
  /** The same for NICs that send at a rate. */
  LDCP_RATE(
      "ldcp-rate",
      "ldcp-rate",
      "RoCEv2, LDCP by rates: CNPs and measured round trips, no pause",
      """
      [[queue]]
      name = "cnp"
      dscp = 48

      [[queue]]
      name = "ldcp"
      dscp = "others"
      rank = 1
      ecn-min = "auto"
      ecn-max = "auto"
      ecn-chance = "50%"
      """),
  /** Windows that follow what switches tell of their links, with pause, as its authors have it. */
  HPCC(
      "hpcc",
      "hpcc",
      "RoCEv2, HPCC++: windows by what switches tell, switches that pause",
      """
      [[queue]]
      name = "hpcc"
      dscp = "others"

      [pause]
      lossless = ["hpcc"]
      """);

  /** Keys of {@code [queues]} that say how an algorithm's queues are treated. */
  private static final List<String> TREATED =
      List.of("ecn-min", "ecn-max", "last-hop-ecn", "last-hop-queue", "trim", "select-by");

  private final String word;
  private final String roceWord;
  private final String says;
  private final String settings;

  Algorithm(String word, String roceWord, String says, String settings) {
    this.word = word;
    this.roceWord = roceWord;
    this.says = says;
    this.settings = settings;
  }

  /** The word for it on a command line. */
  public String word() {
    return word;
  }

  /** One line about it. */
  public String says() {
    return says;
  }

  /** Whether RoCEv2 carries it, and not UET. */
  public boolean isRoce() {
    return !roceWord.isEmpty();
  }

  /** The tables that a scenario gets which is not written for it; empty: the ready queues. */
  public String settings() {
    return settings;
  }

  /** The algorithm of that name. */
  public static Optional<Algorithm> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** The names of tables that say how algorithms over RoCEv2 are configured, each once. */
  public static List<String> ownTables() {
    return Arrays.stream(values())
        .filter(Algorithm::hasTable)
        .map(each -> each.roceWord)
        .distinct()
        .toList();
  }

  private boolean hasTable() {
    return isRoce() && this != ROCE;
  }

  /** All names. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Algorithm::word).toList();
  }

  /** The name that was probably meant, or {@code ""}. */
  public static String nearest(String typed) {
    return Nearest.of(typed.toLowerCase(Locale.ROOT), words());
  }

  /** Puts the algorithm into a scenario's tables, in place of those that it is written for. */
  void apply(ObjectNode root) {
    root.remove(List.of("expect", "sweep"));
    boolean isWrittenForIt = isWrittenFor(root);
    transports(root.get("workload"));
    transports(root.get("flow"));
    root.put("cc", isRoce() ? NONE.word : word);
    if (isRoce()) {
      table(root, "roce").put("cc", roceWord);
    }
    for (String only : ownTables()) {
      if (!roceWord.equals(only)) {
        root.remove(only);
      }
    }
    if (this == LDCP || this == HPCC) {
      table(root, "roce").remove(List.of("ack-every", "rate")); // which it says itself
    } else if (this == LDCP_RATE) {
      table(root, "roce").remove("rate");
    }
    if (!isWrittenForIt) {
      root.remove(List.of("queue", "pause"));
      if (root.get("queues") instanceof ObjectNode queues) {
        queues.remove(TREATED);
      }
      root.setAll(tables());
    }
    if (this == RCM_LOSSY || this == LDCP || this == LDCP_RATE) {
      root.remove("pause");
    }
    if (root.has("pause") && root.get("queues") instanceof ObjectNode queues) {
      queues.remove("buffer");
    }
  }

  /**
   * The same of a scenario's text, which has been read before.
   *
   * @throws IllegalArgumentException if it is no TOML
   */
  public boolean isWrittenFor(String text) {
    try {
      return isWrittenFor((ObjectNode) new TomlMapper().readTree(TomlLines.of(text).text()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Whether a scenario's flows are all this algorithm's already, so that its queues are too. */
  boolean isWrittenFor(ObjectNode root) {
    boolean isAllRoce = true;
    boolean isAllUet = true;
    for (String name : List.of("workload", "flow")) {
      if (root.get(name) instanceof ArrayNode array) {
        for (JsonNode each : array) {
          boolean roce = each.path("transport").asText("uet").equals("roce");
          isAllRoce &= roce;
          isAllUet &= !roce;
        }
      }
    }
    return isRoce()
        ? isAllRoce && root.path("roce").path("cc").asText("none").equals(roceWord)
        : isAllUet;
  }

  private void transports(JsonNode patterns) {
    if (patterns instanceof ArrayNode array) {
      for (JsonNode each : array) {
        if (each instanceof ObjectNode flow) {
          if (isRoce()) {
            flow.put("transport", "roce");
            flow.remove("class");
          } else {
            flow.remove(List.of("transport", "dscp", "selected"));
          }
        }
      }
    }
  }

  private static ObjectNode table(ObjectNode root, String name) {
    return root.get(name) instanceof ObjectNode there ? there : root.putObject(name);
  }

  private ObjectNode tables() {
    try {
      return (ObjectNode) new TomlMapper().readTree(settings);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

package dev.sluice.scenario;

import static dev.sluice.scenario.Key.of;
import static dev.sluice.scenario.ScenarioKeys.PERIOD;
import static dev.sluice.scenario.TopologyKeys.SIZE;

import java.util.List;
import java.util.Map;

/** What a scenario says of priority flow control at the switches. */
final class PauseKeys {
  static final Table PAUSE =
      new Table(
          "pause",
          false,
          "Priority flow control (PFC) at the switches: in which queues nothing is lost. A switch"
              + " that holds too much of what came over a link, in such a queue, pauses the port at"
              + " the link's other end by a frame of 84 B on the link, for this queue alone; its"
              + " class in that frame is the queue's number from 0 on, of the ready queues 2 for"
              + " data. Hosts heed it as switches do."
              + " `buffer`, `shared-buffer` and limits of queues hold nevertheless, and drop.",
          List.of(
              of(
                  "lossless",
                  Kind.oneOrMore(Kind.text()).or("all").or("off"),
                  "off",
                  "Queues in which switches pause those that send to them, by their names; of the"
                      + " ready ones `data`, `control` or `trimmed`."),
              of(
                  "frames",
                  Kind.choice("pfc", "802.3x"),
                  "pfc",
                  "What a pause frame holds up: queues by their classes (`pfc`), or all that the port"
                      + " sends (`802.3x`); what comes over a link counts as one queue then."),
              of(
                  "threshold",
                  SIZE.or("dynamic"),
                  "100KB",
                  "What a switch may hold of one queue and one link before it pauses. `dynamic`:"
                      + " `beta` times an eighth of what is free of `shared-buffer`, of which the"
                      + " headroom of eight classes at each port is taken off, but at least `gap`."),
              of(
                  "beta",
                  Kind.count(1, 8),
                  "8",
                  "With `threshold = \"dynamic\"`: 8 is all that is free, 1 an eighth of it."),
              of(
                  "gap",
                  SIZE.or("auto"),
                  "auto",
                  "How far below the threshold it must have fallen before the port goes on; `auto`:"
                      + " two of the largest frames of the run, but no more than the threshold."),
              of(
                  "headroom",
                  SIZE.or("auto"),
                  "auto",
                  "What one queue and one link may take up beyond the threshold, while the pause is"
                      + " under way; more is dropped. `auto`: what `sluice bound pfc` counts, from"
                      + " the link, its switch, `response` and the largest frame of the run."),
              of(
                  "quanta",
                  Kind.count(1, 65_535),
                  "65535",
                  "How long a port is paused, in 512 bit times of its link; it is told again before"
                      + " that is over."),
              of(
                  "response",
                  Kind.count(0, 65_535).or("auto"),
                  "auto",
                  "How long a port takes to heed a pause, in the same unit. `auto`: by a public"
                      + " table, 394 at 100 Gb/s; where it has no such rate, that of the next faster"
                      + " one."),
              of(
                  "watchdog",
                  PERIOD.or("off"),
                  "off",
                  "Time after which a switch takes a pause of one of its ports, in a queue, for a"
                      + " storm: frames wait, none leaves, and the port is paused all the time. The"
                      + " time is counted in polls (PFC-10)."),
              of(
                  "watchdog-action",
                  Kind.choice("drop", "forward"),
                  "drop",
                  "Treatment of the queue in a storm: its frames are dropped, those that come"
                      + " included, or they leave in spite of the pause."),
              of(
                  "watchdog-poll",
                  PERIOD.or("auto"),
                  "auto",
                  "Time between two polls of the watchdog; `auto`: half of `watchdog`."),
              of(
                  "watchdog-restore",
                  PERIOD.or("auto"),
                  "auto",
                  "Time without a pause, and without a frame that asks for one, after which the"
                      + " storm is over; `auto`: as long as `watchdog`.")),
          Map.of());

  private PauseKeys() {}
}

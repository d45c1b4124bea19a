package dev.sluice.cli;

import dev.sluice.model.validate.EventLog;
import dev.sluice.scenario.BadScenario;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;

/** The logs of {@link LoggedRuns}, recorded once for all test classes. */
public final class RecordedLogs {
  private RecordedLogs() {}

  /** Returns the logs of the UET scenarios, by name. */
  public static Map<String, EventLog> logs() {
    return OfUet.ALL;
  }

  /** Returns the logs of the RoCEv2 scenarios, by name. */
  public static Map<String, EventLog> logsOfRoce() {
    return OfRoce.ALL;
  }

  private interface Recording {
    Map<String, EventLog> record() throws BadScenario, IOException;
  }

  private static Map<String, EventLog> recorded(Recording recording) {
    try {
      return Collections.unmodifiableMap(recording.record());
    } catch (BadScenario | IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static final class OfUet {
    static final Map<String, EventLog> ALL = recorded(LoggedRuns::logs);
  }

  private static final class OfRoce {
    static final Map<String, EventLog> ALL = recorded(LoggedRuns::logsOfRoce);
  }
}

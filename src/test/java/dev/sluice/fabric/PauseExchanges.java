package dev.sluice.fabric;

/** The values that {@link EffectsReachLinksTest} exchanges, and those that it cannot. */
final class PauseExchanges {
  private PauseExchanges() {}

  static final String EFFECTS =
      """
      @ cc/pfc/PauseSender.java
      PauseSender.Sink.owe |> String admit( |> sink.owe(); |> ;
      PauseSender.Sink.drop |> String admit( |> sink.drop(); |> ;
      PauseSender.Sink.owe |> String release( |> sink.owe(); |> ;
      PauseSender.Sink.pause.time |> String sendPause( |> sink.pause(time); |> sink.pause(time / 2);
      PauseSender.Sink.owe |> String refresh( |> sink.owe(); |> ;
      @ cc/pfc/PauseWatchdog.java
      PauseWatchdog.Sink.finds |> String poll( |> sink.finds(); |> ;
      PauseWatchdog.Sink.restores |> String poll( |> sink.restores(); |> ;
      """;

  static final String ANSWERS =
      """
      @ cc/pfc/PauseSender.java
      PauseSender.held |> long held() |> return held; |> return held / 2;
      PauseSender.inHeadroom |> long inHeadroom() |> return pausing ? Math.max(0, held - limit) : 0; |> return 0;
      PauseSender.isOwed |> boolean isOwed() |> return owed; |> return false;
      PauseSender.untilRefresh |> long untilRefresh() |> return pausing && !owed ? untilRefresh : -1; |> return pausing && !owed ? untilRefresh / 2 : -1;
      @ cc/pfc/PauseReceiver.java
      PauseReceiver.left |> long left() |> return left; |> return 0;
      @ cc/pfc/PauseThreshold.java
      PauseThreshold.bytes |> long bytes( |> return isShare() ? FixedPoint.mulDiv(Math.max(0, sharedBytes - sharedHeld), betaThousandths, 1000L * CLASSES) : staticBytes; |> return 100_000;
      """;

  static final String UNEXCHANGED =
      """
      PauseSender.isPausing |> asked whether ports are stopped for ever, once a run has ended
      PauseThreshold.isShare |> asked whether a plan can be at all
      """;
}

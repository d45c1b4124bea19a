package dev.sluice.scenario;

/** The ready scenario {@code ring} over RoCEv2 and with pause: three ports pause one another. */
public final class LockedRing {
  private static final String LOSSLESS =
      """
      [[queue]]
      name = "roce"
      dscp = "others"
      [pause]
      lossless = ["roce"]
      threshold = "20KB"
      """;

  private LockedRing() {}

  /** Returns the scenario's file, without expectations; it ends before connections fail. */
  public static String text() {
    String ring = ReadyScenarios.text("ring").orElseThrow();
    return "until = \"1ms\"\n"
        + ring.substring(0, ring.indexOf("[expect]"))
            .replace("[queues]\ncount-ingress = true", LOSSLESS)
            .replace("[[flow]]", "[[flow]]\ntransport = \"roce\"");
  }
}

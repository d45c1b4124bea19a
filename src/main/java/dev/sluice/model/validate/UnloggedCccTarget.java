package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The managers at the target's end of one flow. Bytes that are acknowledged have come, to a PDC
 * that was accepted and bound to a CCC that was ready; a PDC that has ended was given up there, and
 * with the last one the CCC.
 */
final class UnloggedCccTarget extends UnloggedTarget {
  private final Map<Long, Integer> accepted = new HashMap<>();
  private final long mtu;
  private int pdcs;
  private int cccs;

  /**
   * @param mtu the most that a packet holds
   */
  UnloggedCccTarget(long mtu) {
    this.mtu = mtu;
  }

  @Override
  void look(LogEvent event, LogInstance of) {
    long p = Step.number(event.arguments(), "p");
    switch (event.action()) {
      case "Acknowledge" -> {
        if (!accepted.containsKey(p)) {
          accept(of, p);
        }
        long left = Step.number(event.arguments(), "size");
        while (left > 0) { // amounts add up, however the packets were cut
          long size = Math.min(left, mtu);
          did("Receive", cccs, accepted.get(p), ofTheSource(of, p, "size", size));
          left -= size;
        }
      }
      case "EndClose" -> {
        Integer own = accepted.remove(p);
        if (own != null) {
          did("FollowClose", cccs, own, ofTheSource(of, p));
          if (accepted.isEmpty()) {
            did("CloseCcc", cccs, 0, named("n", of.destination(), "c", cccs));
          }
        }
      }
      default -> {}
    }
  }

  private static Map<String, LogValue> ofTheSource(LogInstance of, long p, Object... more) {
    Map<String, LogValue> all = named("n", of.source(), "p", p);
    all.putAll(named(more));
    return all;
  }

  private void accept(LogInstance of, long p) {
    boolean first = accepted.isEmpty();
    String n = of.destination();
    int own = ++pdcs;
    did("Accept", 0, own, ofTheSource(of, p));
    if (first) {
      cccs++;
      did("AskCcc", 0, own, named("n", n, "p", own));
      LogValue flow =
          new LogValue.Items(
              List.of(
                  LogValue.of(of.source()),
                  LogValue.of(n),
                  LogValue.of(Integer.toString(of.trafficClass()))));
      did("Create", cccs, 0, named("n", n, "f", flow));
      did("Configure", cccs, 0, named("n", n, "c", cccs));
    }
    did("Bind", cccs, own, named("n", n, "p", own));
    if (first) {
      did("MakeReady", cccs, 0, named("n", n, "c", cccs));
    }
    accepted.put(p, own);
  }
}

package dev.sluice.cli;

import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.scenario.LdcpClosedForm;
import dev.sluice.scenario.LdcpPlan;
import dev.sluice.scenario.LdcpResult;
import java.util.Locale;

/** What {@code sluice run} prints of LDCP. */
final class LdcpText {
  private static final int MILLION = 1_000_000;

  private LdcpText() {}

  /** How its senders are configured. */
  static String head(LdcpPlan plan) {
    PawaParams window = plan.sender().window();
    return "initial window %s, base RTT %s; alpha %s, beta %s, gamma %s"
        .formatted(
            Words.some(plan.sender().first().iw(), "packet", "packets"),
            Amounts.time(window.baseRttPs()),
            part(window.alpha(), window.one()),
            part(window.beta(), window.one()),
            part(window.gamma(), window.one()));
  }

  /** The same of LDCP by rates. */
  static String head(LdcpRate.Params rate) {
    EventRate.Params with = rate.events();
    return "by rates, a window of %s at first, %s at most, base RTT %s; alpha %s, beta %s, gamma %s; a response is waited for %s"
        .formatted(
            packets(rate.startWindow() * MILLION / with.one()),
            packets(with.maxWindow() * MILLION / with.one()),
            Amounts.time(with.baseRttPs()),
            part(with.alpha(), with.one()),
            part(with.beta(), with.one()),
            part(with.minWindow(), with.one()),
            Amounts.time(with.responsePs()));
  }

  private static String part(long parts, long one) {
    long whole = one / Math.max(1, Long.lowestOneBit(parts | one));
    return parts == one ? "1" : parts * whole / one + "/" + whole;
  }

  /** What came of them in the mean. */
  static String means(LdcpResult result, LdcpPlan plan) {
    return "queue %s%s, window %s, marked %s, load %s; capable frames dropped %s"
        .formatted(
            queue(result.queueBytes(), plan.frameBytes()),
            result.port().isEmpty() ? "" : " at " + result.port(),
            packets(result.windowMillionths()),
            share(result.markedMillionths()),
            share(result.loadMillionths()),
            Words.count(result.capableDrops()));
  }

  /** Where all should come to rest. */
  static String closed(LdcpClosedForm form) {
    return "q* %s (%s where windows are whole packets), cw* %s, p* %s; %s, a BDP of %s%s"
        .formatted(
            queue(form.queueBytes(), form.frameBytes()),
            packets(form.wholeQueueBytes() * MILLION / form.frameBytes()),
            packets(form.windowMillionths()),
            share(form.markedMillionths()),
            Words.some(form.flows(), "flow", "flows"),
            packets(Math.round((double) form.bdpBytes() * MILLION / form.frameBytes())),
            form.isValid() ? "" : "; beyond the ramp, or below one packet");
  }

  private static String queue(long bytes, long frameBytes) {
    return bytes < 0 ? "none" : Amounts.size(bytes) + " = " + packets(bytes * MILLION / frameBytes);
  }

  private static String packets(long millionths) {
    return millionths < 0
        ? "none"
        : String.format(Locale.ROOT, "%.2f packets", (double) millionths / MILLION);
  }

  private static String share(long millionths) {
    return millionths < 0
        ? "none"
        : String.format(Locale.ROOT, "%.3f %%", 100.0 * millionths / MILLION);
  }
}

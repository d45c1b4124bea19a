package dev.sluice.host.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** What holds of hosts with LDCP by rates, whatever is asked of them and whatever links do. */
class LdcpRateProperties {
  /** A frame of data: when it began, and what it takes on a link. */
  private record Frame(long atPs, long bytes) {}

  /**
   * No flow is above its rate, over any stretch of time: from any frame to any later one there is
   * the time of all frames between, the last left out, each at the window over the round trip that
   * were told last before it began.
   */
  @Property(tries = 40, seed = "1913")
  @Requirement("LDCP-13")
  void noFlowIsAboveItsRate(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    assertThat(fastest(seed, RoceFaultPoints.NONE)).isLessThan(1);
  }

  /** Who does not space packets out is seen. */
  @Property(tries = 1, seed = "1913")
  @Requirement("LDCP-13")
  void whoDoesNotSpacePacketsOutIsSeen() {
    long worst = 0;
    for (long seed = 0; seed < 10; seed++) {
      worst = Math.max(worst, fastest(seed, LdcpRateFault.NOT_SPACED_OUT.points()));
    }
    assertThat(worst).as("picoseconds too early").isGreaterThan(10_000);
  }

  /** By how much a frame has begun too early at most, in picoseconds; below 1 for none. */
  private static long fastest(long seed, RoceFaultPoints points) {
    LdcpRateRuns.Plan plan = LdcpRateRuns.drawn(seed);
    RoceLab lab = plan.lab();
    Map<String, List<Frame>> frames = new HashMap<>();
    lab.watch(
        (packets, packet, atPs) -> {
          byte[] octets = packets.octets();
          int ip = packets.at(packet);
          int opcode = Bth.opcode(octets, ip + 28);
          boolean isData = Opcode.hasPayload(opcode) || opcode == Opcode.READ_REQUEST;
          if (Opcode.isKnown(opcode) && opcode != Opcode.CNP && isData) {
            String of =
                Addresses.source(octets, ip)
                    + ">"
                    + Addresses.destination(octets, ip)
                    + ":"
                    + Bth.destinationQp(octets, ip + 28);
            long bytes =
                packets.headerBytes(packet)
                    + packets.payloadBytes(packet)
                    + RoceSystem.FRAME_OVERHEAD_BYTES;
            frames.computeIfAbsent(of, fresh -> new ArrayList<>()).add(new Frame(atPs, bytes));
          }
        });
    List<LogEvent> events = RoceRuns.logged(lab, host -> points, plan.faults(), plan.asked());
    lab.loop.run(Long.MAX_VALUE - 1, 300_000);
    Map<String, TreeMap<Long, long[]>> told = told(events);
    long worst = Long.MIN_VALUE;
    for (Map.Entry<String, List<Frame>> flow : frames.entrySet()) {
      worst = Math.max(worst, early(flow.getValue(), told.get(flow.getKey())));
    }
    assertThat(frames).isNotEmpty();
    return worst;
  }

  /** Window and round trip as each flow's events tell them, by when. */
  private static Map<String, TreeMap<Long, long[]>> told(List<LogEvent> events) {
    Map<String, TreeMap<Long, long[]>> all = new HashMap<>();
    for (LogEvent event : events) {
      if (event.spec().equals("EventRate") && !event.isOfTarget()) {
        LogInstance of = event.instance().orElseThrow();
        String flow =
            of.source().replace("host-", "")
                + ">"
                + of.destination().replace("host-", "")
                + ":"
                + of.destinationQp();
        Map<String, LogValue> w = ((LogValue.Fields) event.variables().get("w")).fields();
        all.computeIfAbsent(flow, fresh -> new TreeMap<>())
            .put(event.atPs(), new long[] {number(w, "window"), number(w, "rtt")});
      }
    }
    return all;
  }

  private static long number(Map<String, LogValue> values, String name) {
    return ((LogValue.Num) values.get(name)).value();
  }

  private static long early(List<Frame> frames, TreeMap<Long, long[]> told) {
    long worst = Long.MIN_VALUE;
    long ahead = Long.MIN_VALUE; // what the sums from any frame on ask for, at most
    for (int i = 1; i < frames.size(); i++) {
      Frame before = frames.get(i - 1);
      long takes =
          Math.min(
              takes(before, told.lowerEntry(before.atPs)),
              takes(before, told.floorEntry(before.atPs)));
      ahead = Math.max(ahead, before.atPs) + takes;
      worst = Math.max(worst, ahead - frames.get(i).atPs);
    }
    return worst;
  }

  /** How long a frame takes at the rate that was told then; at any, if none was. */
  private static long takes(Frame frame, Map.Entry<Long, long[]> told) {
    if (told == null) {
      return Long.MAX_VALUE;
    }
    long window = told.getValue()[0];
    long rttPs = told.getValue()[1];
    return frame.bytes * LdcpRateRuns.ONE * rttPs / (window * LdcpRateRuns.FRAME);
  }
}

package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Many PDCs at full size, over a network that loses, repeats and reorders whatever it likes within
 * L: each packet of each job is written exactly once, and in the end every id is back.
 */
class HandshakeProperties {
  private static final int ADDRESSES = 3;
  private static final int IDS = 4;
  private static final int TARGET_PDCS = 5;
  private static final int TARGET_CCCS = 3;
  private static final int JOBS = 150;
  private static final long L = 30;

  @Property(seed = "50228", tries = 20)
  @Requirement({"PDC-3", "PDC-5", "PDC-6", "PDC-11", "FIND-1"})
  void eachPacketIsWrittenOnceWhereInitiatorsWait(@ForAll long chance) {
    new World(chance, L, 0, L).run();
  }

  @Property(seed = "50229", tries = 20)
  @Requirement({"PDC-5", "FIND-1"})
  void eachPacketIsWrittenOnceWhereTheTargetRemembers(@ForAll long chance) {
    new World(chance, 0, L, 2 * L).run();
  }

  @Example
  @Requirement("FIND-1")
  void withoutAnyWaitPacketsAreWrittenTwiceOrNotAtAll() {
    long broken =
        LongStream.range(0, 20).filter(chance -> breaks(new World(chance, 0, 0, 0))).count();
    assertThat(broken).as("of 20 runs of the published rules").isGreaterThan(9);
  }

  private static boolean breaks(World world) {
    try {
      world.run();
      return false;
    } catch (AssertionError expected) {
      return true;
    }
  }

  /** A packet under way, and since when. */
  private record UnderWay(Packet packet, long sent) {}

  private static final class World {
    private final Random random;
    private final Initiator.Params[] sources = new Initiator.Params[ADDRESSES];
    private final Initiator.State[] ends = new Initiator.State[ADDRESSES];
    private final Map<PdcKey, Long> sourceClocks = new HashMap<>();
    private final Map<PdcKey, Long> targetClocks = new HashMap<>();
    private final Map<Long, Integer> work = new HashMap<>();
    private final Map<Integer, Long> inFlight = new HashMap<>();
    private final Set<String> written = new HashSet<>();
    private final List<UnderWay> net = new ArrayList<>();
    private final Target.Params params;
    private Target.State target = Target.State.ofPools(TARGET_PDCS, TARGET_CCCS);
    private long now;
    private long jobs;
    private int ended;

    World(long chance, long synSafety, long memory, long idSafety) {
      random = new Random(chance);
      params = new Target.Params(Psn.WIRE_MODULUS, 1_024, memory);
      for (int fa = 0; fa < ADDRESSES; fa++) {
        sources[fa] = new Initiator.Params(fa, Psn.WIRE_MODULUS, 4, 8, synSafety, idSafety);
        ends[fa] = Initiator.State.ofPool(IDS);
      }
    }

    void run() {
      for (int step = 0; ended < JOBS || !atRest(); step++) {
        assertThat(step).as("everything comes to an end").isLessThan(200_000);
        if (random.nextInt(6) == 0) {
          now++;
          net.removeIf(message -> now - message.sent() >= L);
        }
        if (!net.isEmpty() && random.nextInt(3) > 0) {
          int at = random.nextInt(net.size());
          UnderWay message = random.nextInt(3) > 0 ? net.get(at) : net.remove(at);
          if (random.nextInt(5) > 0) {
            deliver(message.packet());
          }
        } else {
          act(random.nextInt(ADDRESSES), 1 + random.nextInt(IDS));
        }
        assertOnePdcForEachKey();
      }
      int packets = work.values().stream().mapToInt(Integer::intValue).sum();
      assertThat(written).hasSize(packets);
      assertThat(inFlight.values()).containsOnly(0L);
      assertThat(target).isEqualTo(Target.State.ofPools(TARGET_PDCS, TARGET_CCCS));
    }

    private boolean atRest() {
      for (Initiator.State end : ends) {
        if (end.slots().free() < IDS) {
          return false;
        }
      }
      return target.pdcs().free() == TARGET_PDCS && target.memory().size() == 0;
    }

    private void act(int fa, int id) {
      Initiator.State end = ends[fa];
      Initiator.Params own = sources[fa];
      long quiet = now - sourceClocks.getOrDefault(new PdcKey(fa, id), -2 * L);
      if (end.slots().get(id) == null) {
        if (jobs < JOBS) {
          int packets = 1 + random.nextInt(4);
          work.put(++jobs, packets);
          // the same Start_PSN every time: PSNs tell one PDC from the next in no way
          var job = new Initiator.Job(id % 2, id % 2, jobs, Psn.WIRE_MODULUS - 3, packets);
          source(fa, Initiator.open(end, job, id));
        }
      } else if (end.rests(id)) {
        source(fa, Initiator.release(end, own, id, quiet));
      } else {
        SourcePdc.State pdc = end.pdc(id);
        source(fa, Initiator.transmit(ends[fa], own, id));
        if (pdc.acked() < pdc.sent() && random.nextInt(3) == 0) {
          long packet = pdc.acked() + random.nextInt((int) (pdc.sent() - pdc.acked()));
          source(fa, Initiator.retransmit(ends[fa], own, id, packet));
        }
        source(fa, Initiator.close(ends[fa], own, id, quiet));
        if (random.nextInt(3) == 0) {
          source(fa, Initiator.repeatClose(ends[fa], own, id));
        }
      }
      PdcKey key = new PdcKey(fa, id);
      to(Target.forget(target, params, key, now - targetClocks.getOrDefault(key, -2 * L)));
    }

    private void deliver(Packet packet) {
      int fa = (int) packet.fa();
      if (packet instanceof Packet.Syn syn) {
        PdcKey key = new PdcKey(fa, syn.spdcid());
        if (target.knows(key)) {
          to(Target.receiveSyn(target, params, syn));
        } else if (target.canAdmit(new Target.Flow(fa, syn.trafficClass()))) {
          to(Target.admit(target, params, syn, target.pdcs().leastFree()));
        } else {
          to(Target.refuse(target, syn));
        }
      } else if (packet instanceof Packet.Request request) {
        to(Target.receiveRequest(target, params, request));
      } else if (packet instanceof Packet.CloseCommand close) {
        to(Target.receiveClose(target, params, close));
      } else if (packet instanceof Packet.AckCc ack) {
        source(fa, Initiator.receiveAck(ends[fa], sources[fa], ack));
      } else if (packet instanceof Packet.Nack nack) {
        source(fa, Initiator.receiveNack(ends[fa], sources[fa], nack));
      }
    }

    private void source(int fa, Outcome<Initiator.State> outcome) {
      ends[fa] = outcome.next();
      carryOut(fa, outcome);
    }

    private void to(Outcome<Target.State> outcome) {
      target = outcome.next();
      carryOut(-1, outcome);
    }

    private void carryOut(int fa, Outcome<?> outcome) {
      if (!(outcome instanceof Outcome.Accepted<?> accepted)) {
        return;
      }
      for (Effect effect : accepted.effects()) {
        if (effect instanceof PdcEffect.Sent sent) {
          net.add(new UnderWay(sent.packet(), now));
        } else if (effect instanceof PdcEffect.InFlight change) {
          inFlight.merge(fa * 2 + change.ccc(), change.change(), Long::sum);
        } else if (effect instanceof PdcEffect.SourceClockRestarted restarted) {
          sourceClocks.put(new PdcKey(fa, restarted.spdcid()), now);
        } else if (effect instanceof PdcEffect.TargetClockRestarted restarted) {
          targetClocks.put(restarted.key(), now);
        } else if (effect instanceof PdcEffect.Written write) {
          assertThat(written.add(write.payload() + "/" + write.offset()))
              .as("a packet is written twice: %s", write)
              .isTrue();
        } else if (effect instanceof PdcEffect.Ended end) {
          ended++;
          for (int packet = 0; packet < work.get(end.payload()); packet++) {
            assertThat(written).contains(end.payload() + "/" + packet);
          }
        }
      }
    }

    private void assertOnePdcForEachKey() {
      Set<PdcKey> keys = new HashSet<>();
      for (int id = 1; id <= TARGET_PDCS; id++) {
        TargetPdc.State pdc = target.pdcs().get(id);
        if (pdc != null) {
          assertThat(keys.add(pdc.key())).as("two PDCs for %s", pdc.key()).isTrue();
        }
      }
    }
  }
}

package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

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
    private final Initiator[] ends = new Initiator[ADDRESSES];
    private final Map<PdcKey, Long> sourceClocks = new HashMap<>();
    private final Map<PdcKey, Long> targetClocks = new HashMap<>();
    private final Map<Long, Integer> work = new HashMap<>();
    private final Map<Integer, Long> inFlight = new HashMap<>();
    private final Set<String> written = new HashSet<>();
    private final List<UnderWay> net = new ArrayList<>();
    private final Target target;
    private final Asked asked = new Asked();
    private long now;
    private long jobs;
    private int ended;

    World(long chance, long synSafety, long memory, long idSafety) {
      random = new Random(chance);
      target =
          new Target(new Target.Params(Psn.WIRE_MODULUS, 1_024, memory), TARGET_PDCS, TARGET_CCCS);
      for (int fa = 0; fa < ADDRESSES; fa++) {
        ends[fa] =
            new Initiator(
                new Initiator.Params(fa, Psn.WIRE_MODULUS, 4, 8, synSafety, idSafety, false), IDS);
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
        for (Initiator end : ends) {
          assertThat(end.broken()).isNull();
        }
        assertThat(target.broken()).isNull();
      }
      int packets = work.values().stream().mapToInt(Integer::intValue).sum();
      assertThat(written).hasSize(packets);
      assertThat(inFlight.values()).containsOnly(0L);
      assertThat(target.isAtRest()).isTrue();
    }

    private boolean atRest() {
      for (Initiator end : ends) {
        if (!end.isAtRest()) {
          return false;
        }
      }
      return target.target().free() == TARGET_PDCS && target.memory().size() == 0;
    }

    private void act(int fa, int id) {
      Initiator end = ends[fa];
      long quiet = now - sourceClocks.getOrDefault(new PdcKey(fa, id), -2 * L);
      if (end.isFree(id)) {
        if (jobs < JOBS) {
          int packets = 1 + random.nextInt(4);
          work.put(++jobs, packets);
          // the same Start_PSN every time: PSNs tell one PDC from the next in no way
          var job = new Initiator.Job(id % 2, id % 2, jobs, Psn.WIRE_MODULUS - 3, packets);
          done(fa, end.open(job, id));
        }
      } else if (end.resting(id)) {
        done(fa, end.release(id, quiet));
      } else {
        SourcePdc pdc = end.source(id);
        done(fa, end.transmit(id, asked));
        if (pdc.acked() < pdc.sent() && random.nextInt(3) == 0) {
          long packet = pdc.acked() + random.nextInt((int) (pdc.sent() - pdc.acked()));
          done(fa, end.retransmit(id, packet, asked));
        }
        done(fa, end.close(id, quiet, asked));
        if (random.nextInt(3) == 0) {
          done(fa, end.repeatClose(id, asked));
        }
      }
      PdcKey key = new PdcKey(fa, id);
      done(-1, target.forget(key, now - targetClocks.getOrDefault(key, -2 * L)));
    }

    private void deliver(Packet packet) {
      int fa = (int) packet.fa();
      if (packet instanceof Packet.Syn syn) {
        PdcKey key = new PdcKey(fa, syn.spdcid());
        if (target.knows(key)) {
          done(-1, target.receiveSyn(syn, asked));
        } else if (target.canAdmit(new Target.Flow(fa, syn.trafficClass()))) {
          done(-1, target.admit(syn, target.target().leastFree(), asked));
        } else {
          done(-1, target.refuse(syn, asked));
        }
      } else if (packet instanceof Packet.Request request) {
        done(
            -1,
            target.receiveRequest(
                request.fa(),
                request.spdcid(),
                request.dpdcid(),
                request.psn(),
                request.payload(),
                asked));
      } else if (packet instanceof Packet.CloseCommand close) {
        done(-1, target.receiveClose(close, asked));
      } else if (packet instanceof Packet.AckCc ack) {
        done(fa, ends[fa].receiveAck(ack.spdcid(), ack.dpdcid(), ack.cack(), asked));
      } else if (packet instanceof Packet.Nack nack) {
        done(fa, ends[fa].receiveNack(nack.dpdcid(), nack.code(), nack.psn(), asked));
      }
    }

    /** Carries out what an end has asked for; if it refused, it has asked for nothing. */
    private void done(int fa, String refused) {
      List<Object> effects = asked.since();
      assertThat(refused == null || effects.isEmpty()).isTrue();
      for (Object effect : effects) {
        if (effect instanceof Packet packet) {
          net.add(new UnderWay(packet, now));
        } else if (effect instanceof Asked.InFlight change) {
          inFlight.merge(fa * 2 + change.ccc(), change.change(), Long::sum);
        } else if (effect instanceof Asked.SourceClockRestarted restarted) {
          sourceClocks.put(new PdcKey(fa, restarted.spdcid()), now);
        } else if (effect instanceof Asked.TargetClockRestarted restarted) {
          targetClocks.put(restarted.key(), now);
        } else if (effect instanceof Asked.Written write) {
          assertThat(written.add(write.payload() + "/" + write.offset()))
              .as("a packet is written twice: %s", write)
              .isTrue();
        } else if (effect instanceof Asked.Ended end) {
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
        TargetPdc pdc = target.target().get(id);
        if (pdc != null) {
          assertThat(keys.add(pdc.key())).as("two PDCs for %s", pdc.key()).isTrue();
        }
      }
    }
  }
}

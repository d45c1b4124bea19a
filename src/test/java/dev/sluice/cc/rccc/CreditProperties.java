package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.cc.Profile;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Senders and a receiver of arbitrary sizes, with a network between them that loses, repeats and
 * reorders, and everything that must hold in each of their states.
 */
class CreditProperties {
  /** One run: its sizes, and the seed of what happens in it. */
  record Run(CreditParams params, int senders, int pdcs, long message, long lossOneIn, long seed) {}

  @Provide
  Arbitrary<Run> sourceDocuments() {
    return Combinators.combine(
            Arbitraries.longs().between(1, 20_000),
            Arbitraries.longs().between(1, 9_216),
            Arbitraries.longs().between(0, 20_000),
            Arbitraries.longs().between(0, 100_000),
            Arbitraries.integers().between(1, 40),
            Arbitraries.integers().between(1, 4),
            Arbitraries.longs().between(1, 20),
            Arbitraries.longs())
        .as(
            (slice, mtu, initial, more, senders, pdcs, message, seed) ->
                new Run(
                    new CreditParams(
                            Profile.SOURCE_DOCUMENTS,
                            1,
                            slice,
                            mtu,
                            initial,
                            Math.max(mtu, initial) + more,
                            0,
                            WrappingCounter.MODULUS_24)
                        .with(
                            CreditParams.TargetSays.TOTAL,
                            seed % 2 == 0 ? CreditParams.Packets.CUT : CreditParams.Packets.SAVED),
                    senders,
                    pdcs,
                    message * slice,
                    2 + Math.floorMod(seed, 30),
                    seed));
  }

  @Provide
  Arbitrary<Run> uet() {
    return Combinators.combine(
            Arbitraries.longs().between(300, 20_000),
            Arbitraries.longs().between(64, 9_216),
            Arbitraries.longs().between(0, 80),
            Arbitraries.longs().between(40, 400),
            Arbitraries.integers().between(1, 40),
            Arbitraries.integers().between(1, 4),
            Arbitraries.longs().between(1, 20),
            Arbitraries.longs())
        .as(
            (slice, mtu, initial, more, senders, pdcs, message, seed) ->
                new Run(
                    new CreditParams(
                        Profile.UET_1_0,
                        256,
                        slice,
                        mtu,
                        initial * 256,
                        (initial + more) * 256,
                        0,
                        WrappingCounter.MODULUS_24),
                    senders,
                    pdcs,
                    message * slice,
                    2 + Math.floorMod(seed, 30),
                    seed));
  }

  @Property(seed = "51", tries = 150)
  @Requirement({
    "RCCC-3", "RCCC-5", "RCCC-6", "RCCC-7", "RCCC-8", "RCCC-13", "RCCC-15", "RCCC-16", "RCCC-17",
    "FIND-25"
  })
  void creditIsConservedAndEverythingCloses(@ForAll("sourceDocuments") Run run) {
    new Fabric(run).runUntilClosed();
  }

  @Property(seed = "52", tries = 150)
  @Requirement({"RCCC-3", "RCCC-5", "RCCC-6", "RCCC-7", "RCCC-8", "RCCC-15", "UET-5"})
  void creditIsConservedInTheOtherProfileToo(@ForAll("uet") Run run) {
    new Fabric(run).runUntilClosed();
  }

  @Property(seed = "53", tries = 150)
  @Requirement({"RCCC-2", "RCCC-3", "RCCC-12", "FIND-8"})
  void sendersWithBacklogShareTheLinkEquallyAndUseAllOfIt(@ForAll("sourceDocuments") Run run) {
    CreditParams sizes = run.params();
    CreditParams params =
        new CreditParams(
            Profile.SOURCE_DOCUMENTS,
            1,
            sizes.sliceBytes(),
            sizes.mtuBytes(),
            0,
            1 << 22,
            0,
            WrappingCounter.MODULUS_24);
    CreditGranter.State state = CreditGranter.initial(params);
    for (int s = 0; s < run.senders(); s++) {
      state = CreditGranter.receive(state, params, key(s), 0, 1 << 22).next();
    }
    long toFirst = sizes.mtuBytes() * run.senders() / sizes.sliceBytes() + 2;
    int slices = (int) Math.min(200, toFirst * 3);
    long[] granted = new long[slices + 1];
    for (int slice = 1; slice <= slices; slice++) {
      state = CreditGranter.slice(state, params).next();
      SenderKey key;
      while ((key = CreditGranter.senderInTurn(state, params)) != null) {
        state = CreditGranter.grant(state, params, key).next();
      }
      for (int s = 0; s < run.senders(); s++) {
        granted[slice] += state.granted(key(s));
      }
    }
    for (int from = 0; from <= slices; from++) {
      for (int to = from; to <= slices; to++) {
        assertThat(granted[to] - granted[from])
            .as("any window: at most one slice and a packet more than the link carries")
            .isLessThan((to - from + 1) * sizes.sliceBytes() + sizes.mtuBytes());
      }
    }
    long shares = 0;
    long most = 0;
    long least = Long.MAX_VALUE;
    for (int s = 0; s < run.senders(); s++) {
      long own = state.granted(key(s)) + state.accrued(key(s));
      shares += own;
      most = Math.max(most, own);
      least = Math.min(least, own);
    }
    assertThat(most).as("equal shares, to the byte").isEqualTo(least);
    assertThat(shares + state.remainder()).isEqualTo(slices * sizes.sliceBytes());
  }

  private static SenderKey key(int s) {
    return new SenderKey(0, 0x0A000001L + s, 0, 0xA1);
  }

  /** N senders, one receiver, and what is on its way between them. */
  private static final class Fabric {
    private record Packet(int sender, int pdc, long bytes, long field) {}

    private record Ack(int sender, long credit, long acked) {}

    private final CreditParams params;
    private final Run run;
    private final Random chance;
    private final CreditSpender.State[] senders;
    private final long[] demand;
    private final long[] lost;
    private final long[] onTheWay;
    private final List<Packet> packets = new ArrayList<>();
    private final List<Packet> missing = new ArrayList<>();
    private final List<Ack> acks = new ArrayList<>();
    private CreditGranter.State receiver;

    Fabric(Run run) {
      this.run = run;
      this.params = run.params();
      this.chance = new Random(run.seed());
      this.receiver = CreditGranter.initial(params);
      this.senders = new CreditSpender.State[run.senders()];
      this.demand = new long[run.senders()];
      this.lost = new long[run.senders()];
      this.onTheWay = new long[run.senders()];
      Arrays.fill(senders, CreditSpender.closed(run.pdcs()));
    }

    void runUntilClosed() {
      for (int s = 0; s < senders.length; s++) {
        for (int pdc = 0; pdc < run.pdcs(); pdc++) {
          long message = 1 + Math.floorMod(chance.nextLong(), run.message());
          demand[s] += message;
          spend(s, CreditSpender.want(senders[s], params, pdc, message));
        }
      }
      long rounds = 0;
      while (anyOpen()) {
        assertThat(rounds++).as("rounds of a slice each").isLessThan(100_000);
        transmit();
        deliver();
        commit();
        slice();
        learn();
        timers();
        holds();
      }
      assertThat(receiver.known().size()).isZero();
    }

    private boolean anyOpen() {
      return Arrays.stream(senders).anyMatch(CreditSpender.State::open);
    }

    private boolean loses() {
      return chance.nextInt((int) run.lossOneIn()) == 0;
    }

    private void transmit() {
      for (int s = 0; s < senders.length; s++) {
        while (CreditSpender.mayTransmit(senders[s], params)) {
          spend(s, CreditSpender.transmit(senders[s], params, CreditSpender.pdcInTurn(senders[s])));
        }
      }
    }

    private void spend(int s, Outcome<CreditSpender.State> outcome) {
      senders[s] = outcome.next();
      for (Effect effect : ((Outcome.Accepted<CreditSpender.State>) outcome).effects()) {
        if (effect instanceof CreditSpender.Request request) {
          assertThat(request.bytes()).isLessThanOrEqualTo(params.mtuBytes());
          Packet packet =
              new Packet(s, request.pdc(), request.bytes(), params.wireTarget(request.target()));
          onTheWay[s] += request.bytes();
          packets.add(chance.nextInt(packets.size() + 1), packet);
        }
      }
    }

    private void deliver() {
      List<Packet> now = new ArrayList<>(packets);
      packets.clear();
      for (Packet packet : now) {
        if (loses()) {
          missing.add(packet);
        } else {
          onTheWay[packet.sender()] -= packet.bytes();
          grant(
              CreditGranter.receive(
                  receiver, params, key(packet.sender()), packet.bytes(), packet.field()));
        }
      }
    }

    private void grant(Outcome<CreditGranter.State> outcome) {
      receiver = outcome.next();
      for (Effect effect : ((Outcome.Accepted<CreditGranter.State>) outcome).effects()) {
        CreditGranter.AckCc ack = (CreditGranter.AckCc) effect;
        int s = (int) (ack.to().faLow() - 0x0A000001L);
        Ack sent = new Ack(s, params.wireCredit(ack.total()), ack.acked());
        if (!loses()) {
          acks.add(chance.nextInt(acks.size() + 1), sent);
        }
        if (loses()) {
          acks.add(chance.nextInt(acks.size() + 1), sent);
        }
      }
    }

    private void commit() {
      for (int s = 0; s < senders.length; s++) {
        long waiting = receiver.arrived(key(s)) - receiver.committed(key(s));
        if (waiting > 0 && chance.nextBoolean()) {
          grant(CreditGranter.commit(receiver, params, key(s), waiting));
        }
      }
    }

    private void slice() {
      Outcome<CreditGranter.State> outcome = CreditGranter.slice(receiver, params);
      if (outcome instanceof Outcome.Accepted<CreditGranter.State>) {
        receiver = outcome.next();
        SenderKey key;
        while ((key = CreditGranter.senderInTurn(receiver, params)) != null) {
          grant(CreditGranter.grant(receiver, params, key));
        }
      }
    }

    private void learn() {
      int some = chance.nextInt(acks.size() + 1); // the rest comes later, and older
      List<Ack> now = new ArrayList<>(acks.subList(0, some));
      acks.subList(0, some).clear();
      for (Ack ack : now) {
        spend(
            ack.sender(),
            CreditSpender.learn(senders[ack.sender()], params, ack.credit(), ack.acked()));
      }
    }

    private void timers() {
      for (Packet packet : missing) {
        int s = packet.sender();
        onTheWay[s] -= packet.bytes();
        if (packet.bytes() > 0) {
          lost[s] += packet.bytes();
          spend(s, CreditSpender.inferLoss(senders[s], params, packet.pdc(), packet.bytes()));
        }
      }
      missing.clear();
      for (int s = 0; s < senders.length; s++) {
        Outcome<CreditSpender.State> closed = CreditSpender.close(senders[s], params);
        if (closed instanceof Outcome.Accepted<CreditSpender.State>) {
          senders[s] = closed.next();
          int gone = s;
          packets.removeIf(packet -> packet.sender() == gone);
          acks.removeIf(ack -> ack.sender() == gone);
          receiver = CreditGranter.forget(receiver, params, key(s)).next();
        } else if (senders[s].open() && chance.nextInt(4) == 0) {
          Outcome<CreditSpender.State> asked = CreditSpender.ask(senders[s], params, next(s));
          if (asked instanceof Outcome.Accepted<CreditSpender.State>) {
            spend(s, asked);
          }
        }
      }
    }

    /** What a sender would send next, had it credit. */
    private long next(int s) {
      int pdc = CreditSpender.pdcInTurn(senders[s]);
      return pdc == CreditSpender.NO_PDC
          ? 0
          : CreditSpender.packetBytes(senders[s], params, senders[s].queue().bytes(pdc));
    }

    private void holds() {
      assertThat(receiver.budget()).isGreaterThan(-params.enough());
      assertThat(receiver.remainder()).isLessThan(Math.max(1, senders.length));
      for (int s = 0; s < senders.length; s++) {
        CreditSpender.State sender = senders[s];
        if (!sender.open()) {
          continue;
        }
        long issued =
            receiver.known().slot(key(s)) < 0
                ? params.initialCreditBytes()
                : receiver.granted(key(s));
        assertThat(sender.credit()).as("held is issued").isLessThanOrEqualTo(issued);
        assertThat(issued - sender.credit()).isLessThanOrEqualTo(params.windowBytes());
        assertThat(sender.spent()).as("spent is held").isLessThanOrEqualTo(sender.credit());
        assertThat(sender.backlog() + sender.authorised()).isEqualTo(demand[s]);
        long sent = CreditSpender.sent(sender, params);
        assertThat(sent).isEqualTo(receiver.arrived(key(s)) + onTheWay[s]);
        assertThat(CreditSpender.queued(sender, params) + sent).isEqualTo(demand[s]);
        if (!params.sourceDocuments()) {
          assertThat(sender.spent()).isEqualTo(sent + lost[s]);
        }
        assertThat(receiver.granted(key(s)) + receiver.wanted(key(s)))
            .as("no demand is granted twice, but what is lost in the other profile")
            .isLessThanOrEqualTo(
                Math.max(
                    params.initialCreditBytes(),
                    params.roundUp(demand[s] + (params.sourceDocuments() ? 0 : lost[s]))));
        assertThat(receiver.accrued(key(s))).isLessThanOrEqualTo(receiver.wanted(key(s)));
      }
    }
  }
}

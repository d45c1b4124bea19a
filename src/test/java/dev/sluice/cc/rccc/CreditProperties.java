package dev.sluice.cc.rccc;

import static dev.sluice.cc.rccc.CreditGranter.NOWHERE;
import static org.assertj.core.api.Assertions.assertThat;

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
    CreditGranter granter = new CreditGranter(params);
    for (int s = 0; s < run.senders(); s++) {
      granter.receive(key(s), NOWHERE, 0, 1 << 22, Figures.NOBODY);
    }
    long toFirst = sizes.mtuBytes() * run.senders() / sizes.sliceBytes() + 2;
    int slices = (int) Math.min(200, toFirst * 3);
    long[] granted = new long[slices + 1];
    for (int slice = 1; slice <= slices; slice++) {
      granter.slice();
      int slot;
      while ((slot = granter.slotInTurn()) >= 0) {
        granter.grant(granter.key(slot), slot, Figures.NOBODY);
      }
      for (int s = 0; s < run.senders(); s++) {
        granted[slice] += granter.granted(key(s), NOWHERE);
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
      long own = granter.granted(key(s), NOWHERE) + granter.accrued(key(s), NOWHERE);
      shares += own;
      most = Math.max(most, own);
      least = Math.min(least, own);
    }
    assertThat(most).as("equal shares, to the byte").isEqualTo(least);
    assertThat(shares + granter.remainder()).isEqualTo(slices * sizes.sliceBytes());
  }

  private static SenderKey key(int s) {
    return new SenderKey(0, 0x0A000001L + s, 0, 0xA1);
  }

  /** N senders, one receiver, and what is on its way between them. */
  private static final class Fabric implements CreditSpender.Sink, CreditGranter.Sink {
    private record Packet(int sender, int pdc, long bytes, long field) {}

    private record Ack(int sender, long credit, long acked) {}

    private final CreditParams params;
    private final Run run;
    private final Random chance;
    private final CreditSpender[] senders;
    private final long[] demand;
    private final long[] lost;
    private final long[] onTheWay;
    private final List<Packet> packets = new ArrayList<>();
    private final List<Packet> missing = new ArrayList<>();
    private final List<Ack> acks = new ArrayList<>();
    private final CreditGranter receiver;
    private int sending;

    Fabric(Run run) {
      this.run = run;
      this.params = run.params();
      this.chance = new Random(run.seed());
      this.receiver = new CreditGranter(params);
      this.senders = new CreditSpender[run.senders()];
      this.demand = new long[run.senders()];
      this.lost = new long[run.senders()];
      this.onTheWay = new long[run.senders()];
      Arrays.setAll(senders, s -> new CreditSpender(params, run.pdcs()));
    }

    void runUntilClosed() {
      for (int s = 0; s < senders.length; s++) {
        for (int pdc = 0; pdc < run.pdcs(); pdc++) {
          long message = 1 + Math.floorMod(chance.nextLong(), run.message());
          demand[s] += message;
          senders[s].want(pdc, message);
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
      assertThat(receiver.size()).isZero();
    }

    private boolean anyOpen() {
      return Arrays.stream(senders).anyMatch(CreditSpender::open);
    }

    private boolean loses() {
      return chance.nextInt((int) run.lossOneIn()) == 0;
    }

    private void transmit() {
      for (int s = 0; s < senders.length; s++) {
        sending = s;
        while (senders[s].mayTransmit()) {
          int pdc = senders[s].pdcInTurn();
          assertThat(senders[s].transmit(pdc, senders[s].queue(pdc), this)).isNull();
        }
      }
    }

    @Override
    public void request(int pdc, long bytes, long target) {
      assertThat(bytes).isLessThanOrEqualTo(params.mtuBytes());
      onTheWay[sending] += bytes;
      packets.add(
          chance.nextInt(packets.size() + 1),
          new Packet(sending, pdc, bytes, params.wireTarget(target)));
    }

    private void deliver() {
      List<Packet> now = new ArrayList<>(packets);
      packets.clear();
      for (Packet packet : now) {
        if (loses()) {
          missing.add(packet);
        } else {
          onTheWay[packet.sender()] -= packet.bytes();
          receiver.receive(key(packet.sender()), NOWHERE, packet.bytes(), packet.field(), this);
        }
      }
    }

    @Override
    public void ackCc(SenderKey to, long total, long issued, long acked) {
      Ack sent = new Ack((int) (to.faLow() - 0x0A000001L), params.wireCredit(total), acked);
      if (!loses()) {
        acks.add(chance.nextInt(acks.size() + 1), sent);
      }
      if (loses()) {
        acks.add(chance.nextInt(acks.size() + 1), sent);
      }
    }

    private void commit() {
      for (int s = 0; s < senders.length; s++) {
        long waiting = receiver.arrived(key(s), NOWHERE) - receiver.committed(key(s), NOWHERE);
        if (waiting > 0 && chance.nextBoolean()) {
          assertThat(receiver.commit(key(s), NOWHERE, waiting, this)).isNull();
        }
      }
    }

    private void slice() {
      if (receiver.slice() == null) {
        int slot;
        while ((slot = receiver.slotInTurn()) >= 0) {
          assertThat(receiver.grant(receiver.key(slot), slot, this)).isNull();
        }
      }
    }

    private void learn() {
      int some = chance.nextInt(acks.size() + 1); // the rest comes later, and older
      List<Ack> now = new ArrayList<>(acks.subList(0, some));
      acks.subList(0, some).clear();
      for (Ack ack : now) {
        senders[ack.sender()].learn(ack.credit(), ack.acked());
      }
    }

    private void timers() {
      for (Packet packet : missing) {
        int s = packet.sender();
        onTheWay[s] -= packet.bytes();
        if (packet.bytes() > 0) {
          lost[s] += packet.bytes();
          assertThat(senders[s].inferLoss(packet.pdc(), packet.bytes())).isNull();
        }
      }
      missing.clear();
      for (int s = 0; s < senders.length; s++) {
        if (senders[s].close() == null) {
          int gone = s;
          packets.removeIf(packet -> packet.sender() == gone);
          acks.removeIf(ack -> ack.sender() == gone);
          receiver.forget(key(s), NOWHERE);
        } else if (senders[s].open() && chance.nextInt(4) == 0) {
          sending = s;
          senders[s].ask(next(s), this);
        }
      }
    }

    /** What a sender would send next, had it credit. */
    private long next(int s) {
      int pdc = senders[s].pdcInTurn();
      return pdc == CreditSpender.NO_PDC ? 0 : senders[s].packetBytes(senders[s].queue(pdc));
    }

    private void holds() {
      assertThat(receiver.broken()).isNull();
      assertThat(receiver.budget()).isGreaterThan(-params.enough());
      assertThat(receiver.remainder()).isLessThan(Math.max(1, senders.length));
      for (int s = 0; s < senders.length; s++) {
        CreditSpender sender = senders[s];
        if (!sender.open()) {
          continue;
        }
        assertThat(sender.broken()).isNull();
        long issued =
            !receiver.known(key(s))
                ? params.initialCreditBytes()
                : receiver.granted(key(s), NOWHERE);
        assertThat(sender.credit()).as("held is issued").isLessThanOrEqualTo(issued);
        assertThat(issued - sender.credit()).isLessThanOrEqualTo(params.windowBytes());
        assertThat(sender.spent()).as("spent is held").isLessThanOrEqualTo(sender.credit());
        assertThat(sender.backlog() + sender.authorised()).isEqualTo(demand[s]);
        long sent = sender.sent();
        assertThat(sent).isEqualTo(receiver.arrived(key(s), NOWHERE) + onTheWay[s]);
        assertThat(sender.queued() + sent).isEqualTo(demand[s]);
        if (!params.sourceDocuments()) {
          assertThat(sender.spent()).isEqualTo(sent + lost[s]);
        }
        assertThat(receiver.granted(key(s), NOWHERE) + receiver.wanted(key(s), NOWHERE))
            .as("no demand is granted twice, but what is lost in the other profile")
            .isLessThanOrEqualTo(
                Math.max(
                    params.initialCreditBytes(),
                    params.roundUp(demand[s] + (params.sourceDocuments() ? 0 : lost[s]))));
        assertThat(receiver.accrued(key(s), NOWHERE))
            .isLessThanOrEqualTo(receiver.wanted(key(s), NOWHERE));
      }
    }
  }
}

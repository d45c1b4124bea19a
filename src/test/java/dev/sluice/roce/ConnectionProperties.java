package dev.sluice.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/**
 * Whatever is asked for, and whatever a network loses, repeats and reorders: with PSNs of 24 bits
 * that wrap on the way, everything is executed once and in order, and every user is told the truth.
 */
class ConnectionProperties {
  private static final long MODULUS = 1L << 24;

  /** A response on its way. */
  private record Response(ResponseKind kind, long psn, long msn, long value) {}

  /** What a user asked for, written down when it was posted. */
  private record Wanted(Op op, long begin, long packets) {}

  /** Both ends with their users and a network that is drawn. */
  private static final class World implements Requester.Sink, Responder.Sink {
    final Random random;
    final Requester requester;
    final Responder responder;
    final List<Wanted> wanted = new ArrayList<>();
    final List<Completion> told = new ArrayList<>();

    /** Of each packet that ought to be executed, in order: what the memory must have been. */
    final Deque<RequestPacket> due = new ArrayDeque<>();

    final List<RequestPacket> data = new ArrayList<>();
    final List<Response> acks = new ArrayList<>();
    final List<Long> returned = new ArrayList<>();
    final List<Long> atomics = new ArrayList<>();
    final List<Long> found = new ArrayList<>();
    Response inHand;
    long memory;
    long executed;
    long firstPsn;
    int again;

    World(Random random, RequesterParams params, int saved) {
      this.random = random;
      requester = new Requester(params);
      firstPsn = params.firstPsn();
      responder = new Responder(MODULUS, firstPsn, 0, saved);
    }

    void post(Op op, long packets) {
      long begin = wanted.isEmpty() ? 0 : end(wanted.size() - 1);
      wanted.add(new Wanted(op, begin, packets));
      told.add(Completion.OPEN);
      assertThat(requester.post(op, packets)).isEqualTo(wanted.size() - 1);
      for (long p = 0; p < (op == Op.READ ? 1 : packets); p++) {
        long span = op == Op.READ ? packets : 1;
        long psn = (firstPsn + begin + p) % MODULUS;
        boolean last = op == Op.READ || p == packets - 1;
        due.add(new RequestPacket(op, psn, span, p == 0, last, false));
      }
    }

    long end(int request) {
      return wanted.get(request).begin + wanted.get(request).packets;
    }

    @Override
    public void send(long number, RequestPacket packet) {
      again += number < requester.sent() - packet.span() ? 1 : 0;
      data.add(packet);
    }

    @Override
    public void returned(long number) {
      returned.add(number);
      if (inHand.kind == ResponseKind.ATOMIC) {
        found.add(inHand.value);
      }
    }

    @Override
    public void told(long request, Completion what) {
      assertThat(told.get((int) request)).isEqualTo(Completion.OPEN);
      told.set((int) request, what);
    }

    @Override
    public long execute(RequestPacket packet) {
      RequestPacket next = due.remove();
      assertThat(packet)
          .isEqualTo(
              new RequestPacket(
                  next.op(), next.psn(), next.span(), next.first(), next.last(), packet.ack()));
      executed++;
      if (packet.op() == Op.ATOMIC) {
        atomics.add(memory);
      }
      return packet.op() == Op.READ || packet.op() == Op.SEND ? memory : memory++;
    }

    @Override
    public void read(RequestPacket packet, long msn) {
      for (long i = 0; i < packet.span(); i++) {
        acks.add(new Response(ResponseKind.DATA, (packet.psn() + i) % MODULUS, msn, memory));
      }
    }

    @Override
    public void answerAtomic(long psn, long msn, long value) {
      acks.add(new Response(ResponseKind.ATOMIC, psn, msn, value));
    }

    @Override
    public void answer(ResponseKind kind, long psn, long msn) {
      acks.add(new Response(kind, psn, msn, 0));
    }

    /** Takes one out, most often the first one; a copy of it may stay. */
    <T> T drawn(List<T> from, int reorder, int repeat) {
      int at = random.nextInt(100) < reorder ? random.nextInt(Math.min(3, from.size())) : 0;
      return random.nextInt(100) < repeat ? from.get(at) : from.remove(at);
    }

    /** One thing happens; losses and the rest in percent. */
    void step(int loss, int reorder, int repeat) {
      switch (random.nextInt(5)) {
        case 0, 1 -> requester.transmit(this);
        case 2 -> {
          if (!data.isEmpty()) {
            RequestPacket packet = drawn(data, reorder, repeat);
            if (random.nextInt(100) >= loss) {
              assertThat(responder.receive(packet, true, this)).isNull();
            }
          }
        }
        case 3 -> {
          if (!acks.isEmpty()) {
            inHand = drawn(acks, reorder, repeat);
            if (random.nextInt(100) >= loss) {
              requester.receiveResponse(inHand.kind, inHand.psn, inHand.msn, this);
            }
          }
        }
        default -> {
          requester.rnrTimer();
          if (random.nextInt(4) == 0) {
            responder.postReceive();
          }
          boolean isQuiet = data.isEmpty() && acks.isEmpty() && !requester.mayTransmit();
          if (isQuiet || random.nextInt(200) == 0) {
            requester.timeout(this);
          }
        }
      }
      assertThat(requester.broken()).isNull();
      assertThat(responder.broken()).isNull();
    }

    boolean isOver() {
      return !told.contains(Completion.OPEN);
    }
  }

  @Property(tries = 120, seed = "20261124")
  @Requirement({"RC-1", "RC-2", "RC-3", "RC-7", "RC-8", "RC-9", "RC-13", "RC-14"})
  void everythingIsExecutedOnceAndInOrder(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 20) int loss,
      @ForAll @IntRange(min = 0, max = 20) int reorder,
      @ForAll @IntRange(min = 0, max = 10) int repeat,
      @ForAll @IntRange(min = 1, max = 40) int window) {
    Random random = new Random(seed);
    int depth = 1 + random.nextInt(4);
    int retries = random.nextInt(8);
    long first = MODULUS - 1 - random.nextInt(60);
    RequesterParams params =
        new RequesterParams(MODULUS, first, window, random.nextInt(4), depth, retries, 7);
    World world = new World(random, params, depth + random.nextInt(3));
    int requests = 1 + random.nextInt(30);
    for (int steps = 0; steps < 200_000 && (requests > 0 || !world.isOver()); steps++) {
      if (requests > 0 && random.nextInt(20) == 0) {
        requests--;
        Op op = Op.values()[random.nextInt(Op.values().length)];
        boolean isFailed = world.requester.state() == Requester.State.ERROR;
        if (!isFailed) {
          world.post(op, op == Op.ATOMIC ? 1 : 1 + random.nextInt(Math.min(window, 9)));
        }
      }
      world.step(loss, reorder, repeat);
    }
    assertThat(world.isOver()).as("nothing waits for ever").isTrue();
    judged(world);
    boolean failed = world.requester.state() == Requester.State.ERROR;
    Statistics.label("outcome").collect(failed ? "failed" : "complete");
    Statistics.label("sent again").collect(world.again > 0);
  }

  private static void judged(World world) {
    int done = Collections.frequency(world.told, Completion.DONE);
    boolean failed = world.requester.state() == Requester.State.ERROR;
    for (int request = 0; request < world.told.size(); request++) {
      Completion must =
          request < done
              ? Completion.DONE
              : request == done && failed ? Completion.FAILED : Completion.FLUSHED;
      assertThat(world.told.get(request)).isEqualTo(must);
    }
    assertThat(failed).isEqualTo(done < world.told.size());
    List<Long> numbers = new ArrayList<>();
    for (Wanted one : world.wanted) {
      for (long p = one.begin; one.op.isAnswered() && p < one.begin + one.packets; p++) {
        numbers.add(p);
      }
    }
    assertThat(world.returned).isEqualTo(numbers.subList(0, world.returned.size()));
    assertThat(world.found)
        .as("each ATOMIC brings what it found as it was executed")
        .isEqualTo(world.atomics.subList(0, world.found.size()));
    if (!failed) {
      assertThat(world.due).isEmpty();
      assertThat(world.returned).isEqualTo(numbers);
    }
  }
}

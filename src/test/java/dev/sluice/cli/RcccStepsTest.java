package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The steps of {@code docs/rccc.md} are executed as they stand, beside the kernels. */
@Requirement({"RCCC-3", "RCCC-4", "RCCC-5", "RCCC-6", "RCCC-8", "RCCC-12", "FIND-7", "FIND-9"})
class RcccStepsTest {
  private static final long MTU = 4_096;
  private static final long INITIAL = 12_500;
  private static final long SLICE = 12_500;
  private static final long WINDOW = 112_500;
  private static final int ROUNDS = 4_000;

  /** Where the statements of a step begin in its line. */
  private static final int STATEMENTS = 30;

  /** The statements of each step, by its name. */
  private static final Map<String, List<String>> STEPS = new LinkedHashMap<>();

  private final CreditParams params =
      new CreditParams(
          Profile.SOURCE_DOCUMENTS, 1, SLICE, MTU, INITIAL, WINDOW, 0, WrappingCounter.MODULUS_24);

  private final Map<String, Long> at = new HashMap<>();

  @BeforeAll
  static void read() throws IOException {
    String page = Files.readString(Path.of("docs/rccc.md"));
    page = page.substring(0, page.indexOf("## With numbers"));
    String name = "";
    for (String line : page.lines().toList()) {
      boolean isStep = line.length() > STATEMENTS && line.charAt(STATEMENTS - 1) == ' ';
      if (isStep && line.contains(":=") || isStep && line.contains(" += ")) {
        String head = line.substring(0, STATEMENTS).strip().split("[(,]")[0];
        name = head.isEmpty() ? name : head;
        String statements = line.substring(STATEMENTS).split(" {2,}")[0];
        STEPS
            .computeIfAbsent(name, key -> new ArrayList<>())
            .addAll(List.of(statements.split("; ")));
      }
    }
    assertThat(STEPS.keySet())
        .containsExactly(
            "when the CCC opens",
            "Want",
            "authorise",
            "Transmit",
            "Learn",
            "InferLoss",
            "Ask",
            "Close",
            "a new entry",
            "Receive",
            "ReceiveTrimmed",
            "Commit",
            "Slice",
            "Grant",
            "grant",
            "Forget");
  }

  /** Executes a step of the page. */
  private void step(String name, Object... given) {
    for (int i = 0; i < given.length; i += 2) {
      at.put((String) given[i], ((Number) given[i + 1]).longValue());
    }
    for (String statement : STEPS.get(name)) {
      String[] sides = statement.split(" [:+-]= ");
      if (sides.length == 1) {
        step(statement.strip());
        continue;
      }
      String target = sides[0].strip();
      long value = new Reader(sides[1], at).sum();
      long before = at.getOrDefault(target, 0L);
      char kind = statement.charAt(sides[0].length() + 1);
      at.put(target, kind == ':' ? value : kind == '+' ? before + value : before - value);
    }
  }

  private long value(String name) {
    return at.getOrDefault(name, 0L);
  }

  /** A value of the page's steps: names, numbers, sums, quotients, min and max. */
  private static final class Reader {
    private final String[] words;
    private final Map<String, Long> at;
    private int next;

    Reader(String text, Map<String, Long> at) {
      words = text.replaceAll("([(),])", " $1 ").strip().split(" +");
      this.at = at;
    }

    long sum() {
      long value = quotient();
      while (next < words.length && (words[next].equals("+") || words[next].equals("-"))) {
        value += words[next++].equals("+") ? quotient() : -quotient();
      }
      return value;
    }

    private long quotient() {
      long value = one();
      while (next < words.length && (words[next].equals("/") || words[next].equals("%"))) {
        value = words[next++].equals("/") ? value / one() : value % one();
      }
      return value;
    }

    private long one() {
      String word = words[next++];
      if (word.equals("(")) {
        long value = sum();
        next++;
        return value;
      }
      if (word.equals("min") || word.equals("max")) {
        next++;
        long value = sum();
        while (words[next++].equals(",")) {
          long other = sum();
          value = word.equals("min") ? Math.min(value, other) : Math.max(value, other);
        }
        return value;
      }
      assertThat(word.matches("\\d+") || at.containsKey(word)).as("is there " + word).isTrue();
      return at.containsKey(word) ? at.get(word) : Long.parseLong(word);
    }
  }

  private void sendersAreAlike(CreditSpender kernel, String after) {
    assertThat(List.of(value("backlog"), value("credit"), value("authorised"), value("spent")))
        .as(after)
        .containsExactly(kernel.backlog(), kernel.credit(), kernel.authorised(), kernel.spent());
    assertThat(value("queue[p]")).as(after).isEqualTo(kernel.queue(0));
  }

  @Test
  void theSendersStepsAreWhatItsKernelDoes() {
    Map<String, Integer> taken = new HashMap<>();
    Random random = new Random(42);
    long[] target = {0};
    for (int run = 0; run < ROUNDS / 40; run++) {
      CreditSpender kernel = new CreditSpender(params, 1);
      Deque<Long> messages = new ArrayDeque<>();
      at.clear();
      at.putAll(
          Map.of("initial", INITIAL, "MTU", MTU, "backlog", 0L, "authorised", 0L, "spent", 0L));
      at.put("reach", (WrappingCounter.MODULUS_24 - 1L) / 2);
      step("when the CCC opens");
      for (int round = 0; round < 40; round++) {
        String event =
            List.of("Want", "Transmit", "Transmit", "Learn", "InferLoss", "Ask")
                .get(random.nextInt(6));
        boolean isDone = false;
        if (event.equals("Want")) {
          long bytes = random.nextInt(4) == 0 ? 30_000_000 : 1 + random.nextInt(40_000);
          isDone = kernel.want(0, bytes) == null;
          messages.add(bytes);
          step(event, "bytes", bytes);
        } else if (event.equals("Transmit") && !messages.isEmpty()) {
          long left = messages.peek();
          long[] size = {0};
          isDone =
              kernel.transmit(
                      0,
                      left,
                      (pdc, bytes, wanted) -> {
                        size[0] = bytes;
                        target[0] = wanted;
                      })
                  == null;
          if (isDone) {
            step(event, "message", left);
            assertThat(value("packet")).isEqualTo(size[0]);
            assertThat(value("credit_target")).isEqualTo(target[0]);
            messages.pop();
            if (left > size[0]) {
              messages.push(left - size[0]);
            }
          }
        } else if (event.equals("Learn") && kernel.open()) {
          long total = Math.max(0, kernel.credit() + random.nextInt(60_000) - 20_000);
          long field = total % WrappingCounter.MODULUS_24;
          isDone = kernel.learn(field, 0) == null;
          step(event, "total", total);
        } else if (event.equals("InferLoss") && kernel.spent() > 0) {
          long packet = 1 + random.nextInt((int) Math.min(MTU, kernel.spent()));
          isDone = kernel.inferLoss(0, packet) == null;
          if (isDone) {
            step(event, "packet", packet);
            messages.push(packet);
          }
        } else if (event.equals("Ask") && kernel.open()) {
          long allowed = kernel.authorised() - kernel.spent();
          isDone =
              kernel.ask(allowed > 0 ? 0 : 1, (pdc, bytes, wanted) -> target[0] = wanted) == null;
          if (isDone) {
            step(event);
            assertThat(value("credit_target")).isEqualTo(target[0]);
          }
        }
        if (kernel.open()) {
          sendersAreAlike(kernel, event + " in round " + round + " of run " + run);
        }
        taken.merge(event, isDone ? 1 : 0, Integer::sum);
      }
    }
    assertThat(taken).allSatisfy((event, times) -> assertThat(times).as(event).isPositive());
  }

  @Test
  void aSenderThatClosesKeepsNothing() {
    CreditSpender kernel = new CreditSpender(params, 1);
    at.putAll(Map.of("initial", INITIAL, "MTU", MTU, "backlog", 0L, "authorised", 0L, "spent", 0L));
    at.put("reach", (WrappingCounter.MODULUS_24 - 1L) / 2);
    step("when the CCC opens");
    kernel.want(0, MTU);
    step("Want", "bytes", MTU);
    kernel.transmit(0, MTU, (pdc, bytes, wanted) -> {});
    step("Transmit", "message", MTU);
    kernel.learn(INITIAL, MTU);
    step("Learn", "total", INITIAL);
    sendersAreAlike(kernel, "all is acknowledged");
    assertThat(kernel.close()).isNull();
    step("Close");
    sendersAreAlike(kernel, "closed");
  }

  @Test
  void theReceiversStepsAreWhatItsKernelDoes() {
    Random random = new Random(42);
    CreditGranter kernel = new CreditGranter(params);
    List<SenderKey> senders = new ArrayList<>();
    List<Map<String, Long>> entries = new ArrayList<>();
    Map<String, Long> receiver =
        new HashMap<>(Map.of("slice", SLICE, "remainder", 0L, "level", 0L, "window", WINDOW));
    for (int i = 0; i < 3; i++) {
      senders.add(new SenderKey(0, i, 0, 1));
      entries.add(new HashMap<>());
      of(receiver, entries.get(i));
      step("a new entry", "initial", INITIAL, "wanted", 0, "arrived", 0, "committed", 0);
      keep(receiver, entries.get(i));
    }
    int[] grants = {0};
    for (int round = 0; round < ROUNDS; round++) {
      int i = random.nextInt(3);
      SenderKey sender = senders.get(i);
      Map<String, Long> entry = entries.get(i);
      of(receiver, entry);
      switch (random.nextInt(4)) {
        case 0 -> {
          long room = value("granted") - value("arrived");
          long packet = Math.min(room, 1 + random.nextInt(4_096));
          if (packet > 0) {
            long target = value("granted") + random.nextInt(60_000) - 20_000;
            kernel.receive(
                sender,
                CreditGranter.NOWHERE,
                packet,
                Math.max(0, target) % WrappingCounter.MODULUS_24,
                (to, total, issued, acked) -> {});
            step("Receive", "packet", packet, "credit_target", Math.max(0, target));
          }
        }
        case 1 -> {
          long target = Math.max(0, value("granted") + random.nextInt(60_000) - 20_000);
          long field = target % WrappingCounter.MODULUS_24;
          if (kernel.receiveTrimmed(sender, CreditGranter.NOWHERE, field) == null) {
            step("ReceiveTrimmed", "credit_target", target);
          }
        }
        case 2 -> {
          long bytes = value("arrived") - value("committed");
          long granted = kernel.granted(sender, CreditGranter.NOWHERE);
          if (bytes > 0) {
            long[] told = {0, 0};
            kernel.commit(
                sender,
                CreditGranter.NOWHERE,
                bytes,
                (to, total, issued, acked) -> {
                  told[0] = total;
                  told[1] = acked;
                });
            long due = kernel.granted(sender, CreditGranter.NOWHERE) - granted;
            step("Commit", "bytes", bytes, "due", due);
            assertThat(told).containsExactly(value("granted"), value("committed"));
          }
        }
        default -> {
          keep(receiver, entry);
          slice(kernel, senders, entries, receiver, grants);
          of(receiver, entry);
        }
      }
      if (kernel.known(sender)) {
        assertThat(List.of(value("wanted"), value("granted"), value("arrived"), value("committed")))
            .as("round " + round)
            .containsExactly(
                kernel.wanted(sender, CreditGranter.NOWHERE),
                kernel.granted(sender, CreditGranter.NOWHERE),
                kernel.arrived(sender, CreditGranter.NOWHERE),
                kernel.committed(sender, CreditGranter.NOWHERE));
      }
      assertThat(value("remainder")).isEqualTo(kernel.remainder());
      keep(receiver, entry);
    }
    assertThat(grants[0]).isGreaterThan(100);
    assertThat(kernel.forget(senders.get(0), CreditGranter.NOWHERE)).isNull();
    of(receiver, entries.get(0));
    step("Forget");
    assertThat(value("granted")).isEqualTo(kernel.granted(senders.get(0), CreditGranter.NOWHERE));
  }

  /** Takes a slice, and all grants that are due in it. */
  private void slice(
      CreditGranter kernel,
      List<SenderKey> senders,
      List<Map<String, Long>> entries,
      Map<String, Long> receiver,
      int[] grants) {
    long active = senders.stream().filter(s -> kernel.wanted(s, CreditGranter.NOWHERE) > 0).count();
    long[] offered = new long[senders.size()];
    for (int i = 0; i < offered.length; i++) {
      offered[i] = kernel.accrued(senders.get(i), CreditGranter.NOWHERE);
    }
    if (kernel.slice() == null) {
      at.putAll(receiver);
      long level = value("level");
      step("Slice", "active", active);
      receiver.replaceAll((name, before) -> value(name));
      for (int i = 0; i < offered.length; i++) {
        long wants = kernel.wanted(senders.get(i), CreditGranter.NOWHERE);
        assertThat(kernel.accrued(senders.get(i), CreditGranter.NOWHERE))
            .isEqualTo(Math.min(wants, offered[i] + (wants > 0 ? value("level") - level : 0)));
      }
    }
    for (int slot = kernel.slotInTurn(); slot >= 0; slot = kernel.slotInTurn()) {
      int i = senders.indexOf(kernel.key(slot));
      long granted = kernel.granted(senders.get(i), CreditGranter.NOWHERE);
      kernel.grant(senders.get(i), CreditGranter.NOWHERE, (to, total, issued, acked) -> {});
      of(receiver, entries.get(i));
      step("Grant", "due", kernel.granted(senders.get(i), CreditGranter.NOWHERE) - granted);
      assertThat(value("wanted")).isEqualTo(kernel.wanted(senders.get(i), CreditGranter.NOWHERE));
      keep(receiver, entries.get(i));
      grants[0]++;
    }
  }

  private static final List<String> OF_AN_ENTRY =
      List.of("wanted", "granted", "arrived", "committed");

  private void of(Map<String, Long> receiver, Map<String, Long> entry) {
    at.clear();
    at.putAll(receiver);
    at.putAll(entry);
  }

  private void keep(Map<String, Long> receiver, Map<String, Long> entry) {
    receiver.replaceAll((name, before) -> value(name));
    OF_AN_ENTRY.forEach(name -> entry.put(name, value(name)));
  }
}

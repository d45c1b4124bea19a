package dev.sluice.conformance.shim;

import dev.sluice.conformance.shim.Broken.Kind;
import dev.sluice.trace.Lines;
import java.util.Optional;

/**
 * The dialogue with one process: each request has one reply, which has its number.
 *
 * <p>A dialogue that is {@link Broken} has ended its process, and takes no request any more.
 */
public final class Dialogue implements AutoCloseable {
  private static final int SHOWN_BYTES = 512;

  private final ShimProcess process;
  private final Limits limits;
  private long id;
  private long lastPs;

  private Dialogue(ShimProcess process, Limits limits) {
    this.process = process;
    this.limits = limits;
  }

  /** Begins a dialogue with a process that has said nothing yet. */
  public static Dialogue with(ShimProcess process, Limits limits) {
    return new Dialogue(process, limits);
  }

  /**
   * Greets the shim.
   *
   * @param nonce a word that the reply must repeat
   * @throws Broken if it does not answer as it should
   */
  public Declaration hello(String version, String nonce) throws Broken {
    Reply reply = ask(ShimRequest.hello("sluice", version, nonce, limits), limits.startMillis());
    if (reply.error().isPresent()) {
      throw process.broken(Kind.PROTOCOL, "the shim answers hello with " + reply.error().get());
    }
    try {
      return Declaration.of(reply.fields(), nonce);
    } catch (Declaration.Unusable e) {
      throw process.broken(
          Kind.PROTOCOL, "the reply to hello cannot be used: " + Printable.of(e.getMessage()));
    }
  }

  /** Begins a case, whose sizes and times count anew. */
  public Reply start(ShimRequest start) throws Broken {
    process.restart();
    lastPs = 0;
    return ask(start, limits.replyMillis());
  }

  /** Asks for anything else, and holds the times of the reply against those before. */
  public Reply ask(ShimRequest request) throws Broken {
    return ask(request, limits.replyMillis());
  }

  private Reply ask(ShimRequest request, long millis) throws Broken {
    id++;
    if (id > 1 && process.saysMore()) {
      throw protocol("another reply to request " + (id - 1) + " has come", Optional.empty());
    }
    Lines lines = process.ask(request.line(id), millis);
    Reply reply;
    try {
      reply = ReplyReader.read(lines.bytes(), lines.length(), id, request.replies());
    } catch (ReplyReader.NoReply e) {
      throw protocol(
          "the reply to request " + id + " is refused: " + Printable.of(e.getMessage()),
          Optional.of(Printable.of(lines.bytes(), lines.length(), SHOWN_BYTES)));
    }
    times(request, reply);
    return reply;
  }

  /** Refuses departures out of their order, or outside the time that has passed. */
  private void times(ShimRequest request, Reply reply) throws Broken {
    long from = lastPs;
    long to = Math.max(lastPs, request.untilPs());
    if (reply.isGood()) {
      lastPs = to;
    }
    for (Reply.Departure each : reply.sends()) {
      if (each.atPs() < from || each.atPs() > to) {
        throw protocol(
            "request %d has a departure at %d ps; it lasts from %d to %d ps, and departures are in order of time"
                .formatted(id, each.atPs(), from, to),
            Optional.empty());
      }
      from = each.atPs();
    }
    Optional<Long> next = reply.next();
    if (next.isPresent() && next.get() < to) {
      throw protocol(
          "the reply to request %d says that something happens next at %d ps, which is past: it is %d ps"
              .formatted(id, next.get(), to),
          Optional.empty());
    }
  }

  /** Ends the dialogue because of an unusable reply. */
  public Broken broken(String sentence) {
    return process.broken(Kind.PROTOCOL, sentence);
  }

  private Broken protocol(String sentence, Optional<String> line) {
    return process.broken(
        Kind.PROTOCOL,
        sentence
            + line.map(shown -> "; the line is: " + shown).orElse("")
            + ". If a library of the shim prints to standard output, use --channel=unix");
  }

  /**
   * Ends the dialogue.
   *
   * @return the exit code of the process
   * @throws Broken if it does not end in time
   */
  public int bye() throws Broken {
    ask(ShimRequest.bye(), limits.replyMillis());
    return process.awaitEnd();
  }

  @Override
  public void close() {
    process.close();
  }
}

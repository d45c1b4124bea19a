package dev.sluice.conformance.shim;

import dev.sluice.conformance.shim.Broken.Kind;
import dev.sluice.trace.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The dialogue with one process: each request has one reply, which has its number.
 *
 * <p>A dialogue that is {@link Broken} has ended its process, and takes no request any more.
 */
public final class Dialogue implements Talk, AutoCloseable {
  private static final int SHOWN_BYTES = 512;

  /** The replies to a whole case may take so many times as long as one. */
  private static final int WHOLE_CASE = 30;

  private final ShimProcess process;
  private final Limits limits;
  private final ReplyTimes times = new ReplyTimes();
  private long id;
  private boolean isAtOnce;
  private boolean answersMay;

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
      Declaration declaration = Declaration.of(reply.fields(), nonce);
      isAtOnce = declaration.isAtOnce();
      answersMay = declaration.answersMay();
      return declaration;
    } catch (Declaration.Unusable e) {
      throw process.broken(
          Kind.PROTOCOL, "the reply to hello cannot be used: " + Printable.of(e.getMessage()));
    }
  }

  /** Begins a case, whose sizes and times count anew. */
  @Override
  public Reply start(ShimRequest start) throws Broken {
    process.restart();
    times.restart();
    return ask(start, limits.replyMillis());
  }

  /** Asks for anything else, and holds the times of the reply against those before. */
  @Override
  public Reply ask(ShimRequest request) throws Broken {
    return ask(request, limits.replyMillis());
  }

  @Override
  public boolean isAtOnce() {
    return isAtOnce;
  }

  @Override
  public boolean answersMay() {
    return answersMay;
  }

  @Override
  public Talk of(List<ShimRequest> requests) {
    return isAtOnce ? new WholeCase(this, requests) : this;
  }

  /**
   * Plays a whole case.
   *
   * @return the replies, that to {@code start} first
   */
  List<Reply> play(ShimRequest start, List<ShimRequest> requests) throws Broken {
    process.restart();
    times.restart();
    List<ShimRequest> all = new ArrayList<>(List.of(start));
    all.addAll(requests);
    Reply reply = ask(ShimRequest.play(all), WHOLE_CASE * limits.replyMillis());
    List<Reply> replies;
    try {
      replies = ReplyReader.replies(all, reply);
    } catch (ReplyReader.NoReply e) {
      throw protocol(
          "the reply to request " + id + " is refused: " + Printable.of(e.getMessage()),
          Optional.empty());
    }
    times.restart();
    for (int at = 0; at < all.size(); at++) {
      String fault = times.fault(at + 1, all.get(at), replies.get(at));
      if (!fault.isEmpty()) {
        throw protocol("in the case of request " + id + ", " + fault, Optional.empty());
      }
    }
    return replies;
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
    String fault = times.fault(id, request, reply);
    if (!fault.isEmpty()) {
      throw protocol(fault, Optional.empty());
    }
    return reply;
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

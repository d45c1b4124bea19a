package dev.sluice.conformance.shim;

import java.util.List;

/** The dialogue of one case whose requests are sent at once, for shims behind a slow link. */
final class WholeCase implements Talk {
  private final Dialogue dialogue;
  private final List<ShimRequest> requests;
  private List<Reply> replies;
  private int at;

  /**
   * Makes a dialogue.
   *
   * @param requests the requests after {@code start}, in the order in which they are then asked
   */
  WholeCase(Dialogue dialogue, List<ShimRequest> requests) {
    this.dialogue = dialogue;
    this.requests = List.copyOf(requests);
  }

  @Override
  public Reply start(ShimRequest start) throws Broken {
    replies = dialogue.play(start, requests);
    return replies.get(0);
  }

  @Override
  public Reply ask(ShimRequest request) {
    at++;
    if (!request.equals(requests.get(at - 1))) {
      throw new IllegalStateException("request " + at + " of the case is another one");
    }
    return replies.get(at);
  }
}

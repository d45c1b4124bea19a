package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one step takes out of a twin's network and puts into it, for whoever wants to hear of it.
 *
 * <p>The variables of a specification do not show all of it: a message that equals one under way is
 * not there twice, and one that may be repeated stays.
 */
public final class Wire {
  private boolean listening;
  private Value taken;
  private final List<Value> sent = new ArrayList<>();

  /** From now on steps are heard; nothing has been taken or sent yet. */
  void listen() {
    listening = true;
    taken = null;
    sent.clear();
  }

  /** The step under way takes this message. */
  void takes(Supplier<Value> message) {
    if (listening) {
      taken = message.get();
    }
  }

  /** The step under way sends this message. */
  void sends(Supplier<Value> message) {
    if (listening) {
      sent.add(message.get());
    }
  }

  /** The message that has been taken since the last {@link #listen}, if one has been. */
  Optional<Value> taken() {
    return Optional.ofNullable(taken);
  }

  /** The messages that have been sent since, in this order. */
  List<Value> sent() {
    return List.copyOf(sent);
  }
}

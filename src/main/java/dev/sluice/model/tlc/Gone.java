package dev.sluice.model.tlc;

import java.io.IOException;

/**
 * A process of TLC's has ended for a reason that lies in the machine: a full disk, no memory, a
 * signal. The message is a sentence that says which, and what to do.
 */
public final class Gone extends IOException {
  private static final long serialVersionUID = 1L;

  /** The sentence to show. */
  public Gone(String sentence) {
    super(sentence);
  }
}

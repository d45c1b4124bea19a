package dev.sluice.host;

/** What a host speaks: makes sense of the frames that come to it, and has {@link Sender}s. */
public interface Transport {
  /**
   * Takes a frame in that has come whole.
   *
   * @param octets all headers; this one's begins at {@code at}
   * @param packet the frame's slot, which names its payload; free as soon as this returns
   */
  void deliver(byte[] octets, int at, int packet);

  /**
   * What a frame is for, as far as this host has it. Asked some time before the frame comes, so
   * that what it needs is at hand then; changes nothing.
   *
   * @return null if it is for nothing here
   */
  Connection connection(byte[] octets, int at);

  /**
   * Whether a frame is one of its own, where a host speaks something else besides.
   *
   * @param at where the IP header begins, of either version
   */
  default boolean takes(byte[] octets, int at) {
    return true;
  }
}

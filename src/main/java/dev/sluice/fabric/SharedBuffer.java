package dev.sluice.fabric;

import java.util.Arrays;

/** The memory that all ports of one switch share, and which ports hold some of it. */
final class SharedBuffer {
  final long limitBytes;
  long heldBytes;
  private Port[] holders = new Port[8];
  private int count;

  SharedBuffer(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  int holders() {
    return count;
  }

  Port holder(int index) {
    return holders[index];
  }

  void add(Port port) {
    if (count == holders.length) {
      holders = Arrays.copyOf(holders, 2 * count);
    }
    port.holderIndex = count;
    holders[count++] = port;
  }

  void remove(Port port) {
    Port last = holders[--count];
    holders[port.holderIndex] = last;
    last.holderIndex = port.holderIndex;
    holders[count] = null;
  }
}

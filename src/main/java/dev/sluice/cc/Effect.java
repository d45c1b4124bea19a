package dev.sluice.cc;

/**
 * Something a kernel asks its host to do: send a message, arm a timer, release an id.
 *
 * <p>Effects are data. A kernel returns them in the order in which the host must carry them out,
 * and each kernel declares its own as records.
 */
public interface Effect {}

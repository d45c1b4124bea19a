/**
 * What single steps cost: the event loop, and each kernel on the path of a packet.
 *
 * <pre>{@code
 * mvn -q -Pjmh test-compile exec:exec                                all of it, some minutes
 * mvn -q -Pjmh test-compile exec:exec -Djmh.args="Window -prof gc"   what matches, with allocation
 * }</pre>
 *
 * <p>Each kernel goes round a small loop of states, as a host would drive it, so that nothing grows
 * without bound and the JIT cannot foresee the argument. The numbers are nanoseconds a call on this
 * machine; what they are for is the comparison of two versions on one machine. What a whole system
 * does with them is for {@code sluice bench sim}.
 */
package dev.sluice.bench;

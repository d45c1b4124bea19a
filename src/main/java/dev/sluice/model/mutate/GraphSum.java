package dev.sluice.model.mutate;

import dev.sluice.model.graph.StateGraph;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * A digest of a graph's edges: of the states by their values, and of the actions by their
 * arguments. Two graphs have the same if they are the same, in whatever order TLC met them.
 */
final class GraphSum {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private GraphSum() {}

  static String of(StateGraph graph) {
    MessageDigest digest = sha256();
    byte[][] states = new byte[graph.states()][];
    for (int state = 0; state < states.length; state++) {
      states[state] = hash(digest, graph.variables() + " " + graph.state(state));
    }
    byte[][] actions = new byte[graph.alphabet().size()][];
    for (int action = 0; action < actions.length; action++) {
      actions[action] = hash(digest, graph.alphabet().get(action).toString());
    }
    byte[][] all = new byte[graph.transitions() + graph.initials().length][];
    int next = 0;
    for (int state = 0; state < states.length; state++) {
      for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
        digest.update(states[state]);
        digest.update(actions[graph.action(edge)]);
        all[next++] = digest.digest(states[graph.target(edge)]);
      }
    }
    for (int initial : graph.initials()) {
      all[next++] = states[initial];
    }
    Arrays.sort(all, Arrays::compare);
    for (byte[] each : all) {
      digest.update(each);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Returns the initial states and steps of a graph by their values, without their actions. A step
   * that changes nothing is left out: every specification allows it.
   */
  static Set<Long> steps(StateGraph graph) {
    MessageDigest digest = sha256();
    long[] states = new long[graph.states()];
    for (int state = 0; state < states.length; state++) {
      byte[] hash = hash(digest, graph.variables() + " " + graph.state(state));
      states[state] = ByteBuffer.wrap(hash).getLong();
    }
    Set<Long> steps = new HashSet<>();
    for (int initial : graph.initials()) {
      steps.add(states[initial]);
    }
    for (int state = 0; state < states.length; state++) {
      for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
        if (graph.target(edge) != state) {
          // The factor keeps a step apart from the step back.
          steps.add(states[state] * FACTOR + states[graph.target(edge)]);
        }
      }
    }
    return steps;
  }

  private static byte[] hash(MessageDigest digest, String text) {
    return digest.digest(text.getBytes(StandardCharsets.UTF_8));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}

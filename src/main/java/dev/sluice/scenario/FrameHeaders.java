package dev.sluice.scenario;

import dev.sluice.fabric.HeaderFormat;
import dev.sluice.host.roce.RoceHeaderFormat;
import dev.sluice.host.uet.UetHeaderFormat;

/**
 * What a switch reads where RoCEv2, UET and the traffic of others share a fabric: IP of either
 * version and, behind it, the port that spreads flows. What is trimmed is UET's.
 */
final class FrameHeaders implements HeaderFormat {
  private final RoceHeaderFormat any = new RoceHeaderFormat();
  private final UetHeaderFormat uet = new UetHeaderFormat();

  @Override
  public int destination(byte[] octets, int at) {
    return any.destination(octets, at);
  }

  @Override
  public int dscp(byte[] octets, int at) {
    return any.dscp(octets, at);
  }

  @Override
  public int ecn(byte[] octets, int at) {
    return any.ecn(octets, at);
  }

  @Override
  public void markCe(byte[] octets, int at) {
    any.markCe(octets, at);
  }

  @Override
  public long flow(byte[] octets, int at) {
    return any.flow(octets, at);
  }

  @Override
  public int entropy(byte[] octets, int at) {
    return any.entropy(octets, at);
  }

  @Override
  public int trim(byte[] octets, int at, int headerBytes, int dscp) {
    return uet.trim(octets, at, headerBytes, dscp);
  }
}

package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import dev.sluice.requirement.Requirement;
import java.util.function.IntFunction;

/** The usual topologies. */
public final class Topologies {
  /** The most hosts of a star: 4,096 senders and one target. */
  public static final int LARGEST_STAR = 4_097;

  private static final long GBPS = 1_000_000_000L;

  private Topologies() {}

  /** A link of this rate and length with the usual delay of error correction. */
  public static BaseRtt.Link link(long gbps, long metres) {
    return new BaseRtt.Link(
        Math.multiplyExact(gbps, GBPS), Math.multiplyExact(metres, 1_000), BaseRtt.FEC_PS);
  }

  /** Hosts around one switch, {@code host-0} and so on around {@code switch-0}. */
  public static Topology star(int hosts, IntFunction<BaseRtt.Link> hostLink, SwitchSpec kind) {
    if (hosts < 1 || hosts > LARGEST_STAR) {
      throw new IllegalArgumentException("a star has 1 to " + LARGEST_STAR + " hosts: " + hosts);
    }
    Topology.Builder builder = Topology.builder();
    int middle = builder.addSwitch("switch-0", kind);
    for (int host = 0; host < hosts; host++) {
      builder.link(builder.host("host-" + host), middle, hostLink.apply(host));
    }
    return builder.build();
  }

  /**
   * The figure of the RCCC text: two senders of 100G on one leaf, their target of 100G on another,
   * and 400G between the leaves. Hosts 0 and 1 send, host 2 is the target.
   */
  @Requirement("RCCC-14")
  public static Topology twoLeaves(long hostMetres, long coreMetres, SwitchSpec kind) {
    Topology.Builder builder = Topology.builder();
    int near = builder.addSwitch("leaf-0", kind);
    int far = builder.addSwitch("leaf-1", kind);
    builder.link(near, far, link(400, coreMetres));
    builder.link(builder.host("rank-0"), near, link(100, hostMetres));
    builder.link(builder.host("rank-1"), near, link(100, hostMetres));
    builder.link(builder.host("rank-2"), far, link(100, hostMetres));
    return builder.build();
  }

  /** Every leaf linked to every spine once, and hosts on the leaves, numbered leaf by leaf. */
  public static Topology leafSpine(
      int leaves,
      int spines,
      int hostsPerLeaf,
      IntFunction<BaseRtt.Link> hostLink,
      BaseRtt.Link coreLink,
      SwitchSpec kind) {
    if (leaves < 1 || spines < 1 || hostsPerLeaf < 1) {
      throw new IllegalArgumentException(
          leaves + " leaves, " + spines + " spines, " + hostsPerLeaf + " hosts on a leaf");
    }
    Topology.Builder builder = Topology.builder();
    int[] spine = new int[spines];
    for (int s = 0; s < spines; s++) {
      spine[s] = builder.addSwitch("spine-" + s, kind);
    }
    for (int l = 0; l < leaves; l++) {
      int leaf = builder.addSwitch("leaf-" + l, kind);
      for (int s : spine) {
        builder.link(leaf, s, coreLink);
      }
      addHosts(builder, leaf, l * hostsPerLeaf, hostsPerLeaf, hostLink);
    }
    return builder.build();
  }

  /**
   * A three-tier fat tree of switches with {@code radix} ports: as many pods, each with half as
   * many edge and aggregation switches, and radix³ ÷ 4 hosts. Radix 8 has 128 hosts, radix 16 has
   * 1,024. Hosts are numbered edge by edge and pod by pod.
   */
  public static Topology fatTree(
      int radix,
      IntFunction<BaseRtt.Link> hostLink,
      BaseRtt.Link edgeLink,
      BaseRtt.Link coreLink,
      SwitchSpec kind) {
    if (radix < 2 || radix > 64 || radix % 2 != 0) {
      throw new IllegalArgumentException("a fat tree has an even radix from 2 to 64: " + radix);
    }
    int half = radix / 2;
    Topology.Builder builder = Topology.builder();
    int[] core = new int[half * half];
    for (int c = 0; c < core.length; c++) {
      core[c] = builder.addSwitch("core-" + c, kind);
    }
    for (int pod = 0; pod < radix; pod++) {
      int[] aggregation = new int[half];
      for (int a = 0; a < half; a++) {
        aggregation[a] = builder.addSwitch("aggregation-" + pod + "-" + a, kind);
        for (int c = 0; c < half; c++) {
          builder.link(aggregation[a], core[a * half + c], coreLink);
        }
      }
      for (int e = 0; e < half; e++) {
        int edge = builder.addSwitch("edge-" + pod + "-" + e, kind);
        for (int a : aggregation) {
          builder.link(edge, a, edgeLink);
        }
        addHosts(builder, edge, (pod * half + e) * half, half, hostLink);
      }
    }
    return builder.build();
  }

  private static void addHosts(
      Topology.Builder builder,
      int leaf,
      int first,
      int count,
      IntFunction<BaseRtt.Link> hostLink) {
    for (int host = first; host < first + count; host++) {
      builder.link(builder.host("host-" + host), leaf, hostLink.apply(host));
    }
  }
}

package dev.sluice.system;

import java.util.List;
import java.util.stream.Collectors;

/** A scenario's parts as they are drawn: any combination can be written out as a file. */
record Plan(Shape shape, Nics nics, Work work, Queues queues, List<Trouble> troubles, long seed) {
  /** The same with NICs that tell losses by what comes after them. */
  Plan counting() {
    return new Plan(shape, nics.counting(), work, queues, troubles, seed);
  }

  enum Kind {
    STAR,
    TWO_LEAVES,
    LEAF_SPINE,
    FAT_TREE
  }

  /** What a fault does; each is one kind of harm, so that shrinking leaves those that matter. */
  enum Harm {
    LOSS,
    CORRUPTION,
    REPETITION,
    REORDERING,
    DOWN
  }

  record Shape(Kind kind, int many, List<Integer> rates, int metres, int coreRate, int spines) {
    int hosts() {
      return switch (kind) {
        case STAR -> many;
        case TWO_LEAVES -> 3;
        case LEAF_SPINE -> 2 * perLeaf();
        case FAT_TREE -> 16;
      };
    }

    private int perLeaf() {
      return (many + 2) / 3;
    }

    String toml() {
      String rate =
          rates.stream().map(each -> "\"" + each + "G\"").collect(Collectors.joining(", "));
      String length = metres + "m";
      return "[topology]\n"
          + switch (kind) {
            case STAR ->
                """
                kind = "star"
                hosts = %d
                rate = [%s]
                length = "%s"
                """
                    .formatted(many, rate, length);
            case TWO_LEAVES ->
                """
                kind = "two-leaves"
                length = "%s"
                core-length = "%s"
                """
                    .formatted(length, length);
            case LEAF_SPINE ->
                """
                kind = "leaf-spine"
                leaves = 2
                spines = %d
                hosts-per-leaf = %d
                rate = [%s]
                length = "%s"
                core-rate = "%dG"
                core-length = "%s"
                """
                    .formatted(spines, perLeaf(), rate, length, coreRate, length);
            case FAT_TREE ->
                """
                kind = "fat-tree"
                radix = 4
                rate = [%s]
                length = "%s"
                edge-rate = "%dG"
                core-rate = "%dG"
                """
                    .formatted(rate, length, coreRate, coreRate);
          };
    }

    /** The link of a host, without its direction. */
    String[] link(int host) {
      return switch (kind) {
        case STAR -> new String[] {"host-" + host, "switch-0"};
        case TWO_LEAVES -> new String[] {"rank-" + host, "leaf-" + host / 2};
        case LEAF_SPINE -> new String[] {"host-" + host, "leaf-" + host / perLeaf()};
        case FAT_TREE -> new String[] {"host-" + host, "edge-" + host / 4 + "-" + host / 2 % 2};
      };
    }

    /** A link between two switches, such as there are; else one of a host. */
    String[] core(int which) {
      return switch (kind) {
        case STAR -> link(which % hosts());
        case TWO_LEAVES -> new String[] {"leaf-0", "leaf-1"};
        case LEAF_SPINE -> new String[] {"leaf-" + which % 2, "spine-" + which / 2 % spines};
        case FAT_TREE ->
            which % 2 == 0
                ? new String[] {"edge-0-" + which / 2 % 2, "aggregation-0-" + which / 4 % 2}
                : new String[] {"aggregation-0-" + which / 2 % 2, "core-" + which / 2 % 2 * 2};
      };
    }
  }

  record Nics(
      String profile,
      String cc,
      int mtu,
      String rto,
      String entropy,
      int commitNs,
      String ackBytes,
      int mpRange,
      boolean counts,
      int capKb,
      int entropies) {
    Nics(
        String profile,
        String cc,
        int mtu,
        String rto,
        String entropy,
        int commitNs,
        String ackBytes,
        int mpRange) {
      this(profile, cc, mtu, rto, entropy, commitNs, ackBytes, mpRange, false, 0, 256);
    }

    /** The same, with a cap on the credit of all senders of a receiver, in kB; 0 for none. */
    Nics capped(int kilobytes) {
      return new Nics(
          profile, cc, mtu, rto, entropy, commitNs, ackBytes, mpRange, counts, kilobytes,
          entropies);
    }

    /** The same, with a set of so many entropy values. */
    Nics of(int values) {
      return new Nics(
          profile, cc, mtu, rto, entropy, commitNs, ackBytes, mpRange, counts, capKb, values);
    }

    /** The same, with one entropy value at a time. */
    Nics sticky() {
      return new Nics(
          profile, cc, mtu, rto, "sticky", commitNs, ackBytes, mpRange, counts, capKb, entropies);
    }

    /** The same, which tell losses by what comes after them. */
    Nics counting() {
      return new Nics(
          profile, cc, mtu, rto, entropy, commitNs, ackBytes, mpRange, true, capKb, entropies);
    }

    String head() {
      return """
      profile = "%s"
      cc = "%s"
      """
          .formatted(profile, cc);
    }

    String toml() {
      return """
      [nic]
      mtu = %d
      rto = "%s"
      commit = "%dns"
      ack-bytes = "%s"
      mp-range = %d
      """
              .formatted(mtu, rto, commitNs, ackBytes, mpRange)
          + (entropy.isEmpty() ? "" : "entropy = \"" + entropy + "\"\n")
          + (entropies == 256 ? "" : "entropies = " + entropies + "\n")
          + (counts ? "gaps = \"on\"\n" : "");
    }

    /**
     * In {@code uet-1.0} what is lost is sent on new credit, and its old credit stays issued as
     * long as its sender stays: with losses a cap is used up in the end (docs/limits.md).
     */
    String cap(boolean isLossless) {
      boolean lasts = isLossless || profile.equals("source-documents");
      return capKb > 0 && lasts ? "credit-cap = \"" + capKb + "KB\"\n" : "";
    }
  }

  record FlowPlan(int from, int step, long bytes, int startNs, int trafficClass, int job) {
    String toml(int hosts) {
      int source = from % hosts;
      int target = (source + 1 + step % (hosts - 1)) % hosts;
      return """

      [[flow]]
      from = %d
      to = %d
      size = "%dB"
      start = "%dns"
      class = %d
      job = %d
      """
          .formatted(source, target, bytes, startNs, trafficClass, job);
    }
  }

  record Pattern(String kind, int many, long bytes, int staggerNs) {
    String toml(int hosts) {
      String head = "\n[[workload]]\nkind = \"" + kind + "\"\nsize = \"" + bytes + "B\"\n";
      String stagger = "stagger = \"" + staggerNs + "ns\"\n";
      return head
          + switch (kind) {
            case "incast" -> "senders = " + Math.min(many, hosts - 1) + "\n" + stagger;
            case "outcast" -> "receivers = " + Math.min(many, hosts - 1) + "\n" + stagger;
            case "permutation" -> stagger;
            default -> "flows = " + 2 * many + "\nover = \"" + (1 + 20 * staggerNs) + "ns\"\n";
          };
    }
  }

  record Work(List<FlowPlan> flows, List<Pattern> patterns) {
    String toml(int hosts) {
      return patterns.stream().map(each -> each.toml(hosts)).collect(Collectors.joining())
          + flows.stream().map(each -> each.toml(hosts)).collect(Collectors.joining());
    }
  }

  /** Ports hold so many full packets; 0: without a limit. */
  record Queues(int packets, boolean ecn, String trim, boolean shared) {
    /**
     * Without congestion control nothing is trimmed: a fast sender would send again at once what is
     * cut, and the headers, which go first, leave no room for data on a slow link.
     */
    String toml(int mtu, String cc) {
      StringBuilder text = new StringBuilder("\n[queues]\n");
      if (packets > 0) {
        text.append("buffer = \"").append((long) packets * (mtu + 200)).append("B\"\n");
        if (shared) {
          text.append("shared-buffer = \"").append(2L * packets * (mtu + 200)).append("B\"\n");
        }
      }
      if (!ecn) {
        text.append("ecn-min = \"off\"\n");
      }
      if (!trim.isEmpty() && !cc.equals("none")) {
        text.append("trim = \"").append(trim).append("\"\n");
      }
      return text.toString();
    }
  }

  /** One kind of harm, to one link or all of them, for a time or for ever. */
  record Trouble(Harm harm, int where, int permille, int atUs, int forUs, int lateNs) {
    String toml(Shape shape) {
      boolean isCore =
          where == 4 && shape.kind() == Kind.LEAF_SPINE || where > 5 && shape.kind() != Kind.STAR;
      String[] ends = isCore ? shape.core(where - 4) : shape.link(where % shape.hosts());
      String link =
          where == 5 && harm != Harm.DOWN
              ? "*"
              : where % 2 == 0 ? ends[0] + ">" + ends[1] : ends[1] + ">" + ends[0];
      String lasts = harm == Harm.DOWN || where > 0 ? "for = \"" + forUs + "us\"\n" : "";
      String what =
          switch (harm) {
            case LOSS -> "loss = \"" + permille + "/1000\"\n";
            case CORRUPTION -> "corruption = \"" + permille + "/1000\"\n";
            case REPETITION -> "repetition = \"" + 5 * permille + "/1000\"\n";
            case REORDERING ->
                "reordering = \"" + 5 * permille + "/1000\"\nlate = \"" + lateNs + "ns\"\n";
            case DOWN -> "down = true\n" + (isCore ? "reroute = \"" + lateNs + "ns\"\n" : "");
          };
      return "\n[[fault]]\nlink = \"" + link + "\"\n" + what + "at = \"" + atUs + "us\"\n" + lasts;
    }
  }

  /** The scenario's file. */
  String toml() {
    int hosts = shape.hosts();
    return nics.head()
        + "seed = "
        + seed
        + "\nuntil = \"100s\"\n\n"
        + shape.toml()
        + "\n"
        + nics.toml()
        + nics.cap(troubles.isEmpty() && queues.packets() == 0 && queues.trim().isEmpty())
        + queues.toml(nics.mtu(), nics.cc())
        + work.toml(hosts)
        + troubles.stream().map(each -> each.toml(shape)).collect(Collectors.joining())
        + "\n[expect]\ncompleted = \"all\"\n";
  }
}

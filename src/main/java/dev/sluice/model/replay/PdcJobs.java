package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.in;
import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.items;
import static dev.sluice.model.replay.Constants.string;

import dev.sluice.trace.Value;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Psn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The jobs that SES gives to the PDCs of a model of {@code spec/uet/PdcHandshake.tla} (its constant
 * {@code Work}), and the cells of the target's memory that their packets are written to.
 *
 * <p>A PDC id of a fabric address is a slot, counted from 0; its jobs follow one another in turns,
 * counted from 1.
 */
final class PdcJobs {
  private final int sourcePdcs;
  private final long stride;
  private final long modulus;
  private final List<String> classes;

  /** By slot and turn: the job's class, its packets, and the cell of its first packet. */
  private final int[][] classOf;

  private final int[][] packets;
  private final int[][] cells;
  private final int stray;

  /**
   * The jobs of a model.
   *
   * @param addresses the model's fabric addresses, in their order
   * @param of the model's constants; {@link IllegalArgumentException} where one is missing
   */
  PdcJobs(List<String> addresses, Constants of) {
    sourcePdcs = of.integer("SourcePdcs");
    stride = of.integer("Stride");
    modulus = of.integer("Modulus");
    List<List<Value>> jobs = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>();
    Map<String, Value> work = of.byString("Work");
    for (String fa : addresses) {
      for (Value ofId : items(work.get(fa))) {
        List<Value> turns = items(ofId);
        turns.forEach(job -> names.add(string(in(job, "class"))));
        jobs.add(turns);
      }
    }
    classes = List.copyOf(names);
    classOf = new int[jobs.size()][];
    packets = new int[jobs.size()][];
    cells = new int[jobs.size()][];
    int cell = 0;
    for (int slot = 0; slot < cells.length; slot++) {
      List<Value> turns = jobs.get(slot);
      classOf[slot] =
          turns.stream().mapToInt(job -> classes.indexOf(string(in(job, "class")))).toArray();
      packets[slot] = turns.stream().mapToInt(job -> integer(in(job, "packets"))).toArray();
      cells[slot] = new int[packets[slot].length];
      for (int turn = 0; turn < cells[slot].length; turn++) {
        cells[slot][turn] = cell;
        cell += packets[slot][turn];
      }
    }
    stray = cell;
  }

  /** The names of all jobs' classes, sorted; a class is its place here. */
  List<String> classes() {
    return classes;
  }

  /** How many PDC ids all addresses have together. */
  int slots() {
    return cells.length;
  }

  /** The slot of an address's PDC id, which is counted from 1. */
  int slot(int fa, int spdcid) {
    return fa * sourcePdcs + spdcid - 1;
  }

  /** The address of a slot. */
  int address(int slot) {
    return slot / sourcePdcs;
  }

  /** The PDC id of a slot. */
  int spdcid(int slot) {
    return slot % sourcePdcs + 1;
  }

  /** How many jobs a slot has, one after the other. */
  int turns(int slot) {
    return cells[slot].length;
  }

  int classOf(int slot, int turn) {
    return classOf[slot][turn - 1];
  }

  int packets(int slot, int turn) {
    return packets[slot][turn - 1];
  }

  /** The job itself, as an initiator is given it. */
  Initiator.Job job(int slot, int turn) {
    int trafficClass = classOf(slot, turn);
    return new Initiator.Job(trafficClass, trafficClass, turn, start(turn), packets(slot, turn));
  }

  /** A job of one packet that belongs to no slot: what a host must not open. */
  Initiator.Job ofNoSlot() {
    return new Initiator.Job(0, 0, 1, start(0), 1);
  }

  private long start(int turn) {
    return Psn.at(0, turn * stride, modulus);
  }

  /** The cell of a job's packet, which is counted from 0. */
  int cell(int slot, int turn, int packet) {
    return cells[slot][turn - 1] + packet;
  }

  /**
   * The cell for a payload that the target hands up: one for each packet of each job, and one for
   * whatever belongs to none.
   */
  int cell(PdcKey key, long payload, long offset) {
    int slot = slot((int) key.fa(), key.spdcid());
    boolean known = payload >= 1 && payload <= turns(slot) && offset < packets(slot, (int) payload);
    return known ? Math.toIntExact(cells[slot][(int) payload - 1] + offset) : stray;
  }

  /** Empties all cells of a key. */
  void clear(byte[] written, PdcKey key) {
    int slot = slot((int) key.fa(), key.spdcid());
    for (int turn = 1; turn <= turns(slot); turn++) {
      int first = cell(slot, turn, 0);
      Arrays.fill(written, first, first + packets(slot, turn), (byte) 0);
    }
  }

  /** How many cells there are. */
  int cells() {
    return stray + 1;
  }
}

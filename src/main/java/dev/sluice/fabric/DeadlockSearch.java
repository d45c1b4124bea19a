package dev.sluice.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Search for lanes that can never resume: the largest set of paused lanes such that each keeps more
 * than it may resume at. Frames that wait anywhere but in the set count as gone.
 *
 * <p>A lane is a port that is paused and its class. Its frames are counted at the switch at the
 * port's far end, and wait there at other ports; a lane waits for the lanes that these ports and
 * classes are.
 */
final class DeadlockSearch {
  private final Topology topology;
  private final Packets packets;
  private final Port[] ports;
  private final Pauses pauses;
  private final int classes;

  /** Of each paused lane the bytes of its frames, by the paused lane at which they wait. */
  private final Map<Integer, Map<Integer, Long>> waits = new TreeMap<>();

  DeadlockSearch(Topology topology, Packets packets, Port[] ports, Pauses pauses) {
    this.topology = topology;
    this.packets = packets;
    this.ports = ports;
    this.pauses = pauses;
    classes = pauses.classes();
  }

  /** Returns a cycle of lanes that can never resume, and the number of all such lanes. */
  Optional<PauseDeadlock> find() {
    for (Port port : ports) {
      for (int i = 0; i < classes; i++) {
        int lane = pauses.lane(port.number * classes + i);
        if (pauses.isPaused(lane, i)) {
          waits.putIfAbsent(lane, new TreeMap<>());
        }
      }
    }
    for (int at : List.copyOf(waits.keySet())) {
      collect(ports[at / classes]);
    }
    while (waits.keySet().removeIf(lane -> mayResume(lane))) {
      waits.values().forEach(of -> of.keySet().retainAll(waits.keySet()));
    }
    return waits.isEmpty() ? Optional.empty() : Optional.of(cycle());
  }

  /** Adds the frames that wait at a port in paused classes. */
  private void collect(Port port) {
    for (int i = 0; i < classes; i++) {
      if ((port.waitingClasses & port.pausedClasses & 1 << i) == 0) {
        continue;
      }
      int at = pauses.lane(port.number * classes + i);
      for (int packet = port.first(i); packet != Packets.NONE; packet = packets.next(packet)) {
        Map<Integer, Long> of =
            port.ingress == null ? null : waits.get(pauses.lane(packets.lane(packet)));
        if (of != null) {
          of.merge(at, (long) packets.frameBytes(packet), Long::sum);
        }
      }
    }
  }

  private boolean mayResume(int lane) {
    return pauses.mayResume(lane, stuck(lane), mayLeave(topology.portTo(lane / classes)));
  }

  private long stuck(int lane) {
    return waits.get(lane).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the bytes that may leave a switch: all but those of the set that wait in the set. */
  private long mayLeave(int node) {
    long bytes = 0;
    for (int out : topology.portsOf(node)) {
      bytes += ports[out].heldBytes;
    }
    for (int lane : waits.keySet()) {
      bytes -= topology.portTo(lane / classes) == node ? stuck(lane) : 0;
    }
    return bytes;
  }

  /** Follows the waits from the first lane until one comes twice. */
  private PauseDeadlock cycle() {
    List<Integer> way = new ArrayList<>();
    int lane = waits.keySet().iterator().next();
    while (!way.contains(lane)) {
      way.add(lane);
      lane = waits.get(lane).keySet().iterator().next();
    }
    List<Integer> round = way.subList(way.indexOf(lane), way.size());
    List<PauseDeadlock.Wait> cycle = new ArrayList<>();
    for (int i = 0; i < round.size(); i++) {
      int from = round.get(i);
      int to = round.get((i + 1) % round.size());
      cycle.add(
          new PauseDeadlock.Wait(
              from / classes, from % classes, to / classes, to % classes, waits.get(from).get(to)));
    }
    return new PauseDeadlock(cycle, waits.size());
  }
}

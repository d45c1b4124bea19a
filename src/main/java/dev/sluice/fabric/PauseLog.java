package dev.sluice.fabric;

import dev.sluice.cc.pfc.Headroom;
import dev.sluice.cc.pfc.PauseParams;
import dev.sluice.cc.pfc.PauseReceiver;
import dev.sluice.cc.pfc.PauseSender;
import dev.sluice.cc.pfc.Pfc;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Transitions of PfcLossless: what the lanes of all switches and the ports that send into them do.
 * Their kernels tell of each; whose they are, and what they are configured with, is added here.
 *
 * <p>A frame that is lost on its link, dropped before it counts, trimmed or repeated is outside of
 * the specification, and so is all that happens to its lane from then on.
 */
final class PauseLog implements FabricObserver {
  private static final String SPEC = Pfc.LOSSLESS.name();

  private final Pauses pauses;
  private final EventSink sink;
  private final Packets packets;
  private final Map<Integer, Lane> lanes = new HashMap<>();

  /** Frames on the link of a lane. */
  private final Map<Integer, Lane> onLink = new HashMap<>();

  PauseLog(Pauses pauses, EventSink sink, Packets packets) {
    this.pauses = pauses;
    this.sink = sink;
    this.packets = packets;
  }

  /** Tells of a lane. */
  void follow(int number, PauseSender sender, PauseReceiver receiver) {
    Lane lane = new Lane(number, receiver);
    lanes.put(number, lane);
    sender.tell(lane.new Buffer());
    receiver.tell(lane.new Port());
  }

  /** Takes a lane out of the specification, if it has one, as this happens to it. */
  void leaves(int number, String what) {
    Lane lane = lanes.get(number);
    if (lane != null) {
      lane.leaves(what);
    }
  }

  @Override
  public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {}

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    int number = pauses.begins(port, trafficClass, atPs);
    if (number >= 0) {
      lanes.get(number).begins(packet, atPs);
    }
  }

  @Override
  public void marked(long atPs, int port, int packet, long queueBytes) {}

  @Override
  public void trimmed(long atPs, int port, int packet) {
    strays(packet);
  }

  @Override
  public void dropped(long atPs, int port, int packet, DropReason why) {
    strays(packet);
  }

  @Override
  public void delivered(long atPs, int host, int packet) {}

  private void strays(int packet) {
    Lane lane = onLink.remove(packet);
    if (lane != null) {
      lane.leaves("Lose");
    }
  }

  /** One lane, and who sends into it. */
  private final class Lane {
    private final int number;
    private final PauseReceiver receiver;
    private final String source;
    private final String destination;
    private final Deque<int[]> begun = new ArrayDeque<>();
    private boolean isConfigured;
    private boolean isOutside;
    private int bytes;

    Lane(int number, PauseReceiver receiver) {
      this.number = number;
      this.receiver = receiver;
      String name = pauses.topology().portName(number / pauses.classes());
      int arrow = name.indexOf('>');
      int which = name.indexOf('#'); // of several links between the two
      String suffix = which < 0 ? "" : name.substring(which);
      source = name.substring(0, arrow) + suffix;
      destination = name.substring(arrow + 1);
    }

    private EventSink event(String action, boolean isBuffer, long atPs) {
      String role = isBuffer ? LogInstance.TARGET : LogInstance.SOURCE;
      return sink.event(atPs, isBuffer ? destination : source, SPEC, action)
          .instance(new LogInstance(role, source, destination, number % pauses.classes(), 0, 0, 0));
    }

    /** What happens now the specification does not have. */
    void leaves(String what) {
      if (!isOutside) {
        isOutside = true;
        event(what, false, pauses.nowPs()).outside().end();
      }
    }

    void begins(int packet, long atPs) {
      if (isOutside) {
        return;
      }
      bytes = packets.frameBytes(packet);
      begun.add(new int[] {packet, bytes});
      onLink.put(packet, this);
      if (receiver.begin() != null) {
        tellBegin(atPs); // it happens all the same
      }
    }

    private void tellBegin(long atPs) {
      event("Begin", false, atPs).argument("size", bytes).variable("left", receiver.left()).end();
    }

    /** Hears of the port that sends. */
    final class Port implements Listener<PauseReceiver> {
      @Override
      public void took(PauseReceiver kernel, Action action, Object... arguments) {
        if (isOutside || action == PauseReceiver.ELAPSE) {
          return;
        }
        if (action == PauseReceiver.BEGIN) {
          tellBegin(pauses.nowPs());
          return;
        }
        Map<String, LogValue> frame = new LinkedHashMap<>();
        frame.put("time", Told.effect("time", action, arguments));
        frame.put("age", Told.effect("age", action, arguments));
        event(action.name(), false, pauses.nowPs())
            .variable("left", kernel.left())
            .message(new LogValue.Fields(frame))
            .end();
      }
    }

    /** Hears of the buffer. */
    final class Buffer implements Listener<PauseSender> {
      @Override
      public void took(PauseSender kernel, Action action, Object... arguments) {
        if (action == PauseSender.ADMIT && !isOutside) {
          int[] frame = begun.poll();
          if (frame == null || frame[1] != Told.number("size", action, arguments)) {
            leaves("Repeat"); // or it has overtaken another
          } else {
            onLink.remove(frame[0]);
          }
        }
        if (isOutside || action == PauseSender.ELAPSE) {
          return;
        }
        EventSink event = event(action.name(), true, pauses.nowPs());
        Told.variables(Told.arguments(event, action, arguments), PauseSender.FACE, kernel, 0);
        configured(event);
        Map<String, LogValue> frame = new LinkedHashMap<>();
        for (String effect : new String[] {"size", "time"}) {
          if (action.effects().contains(effect)) {
            frame.put(effect, Told.effect(effect, action, arguments));
          }
        }
        if (!frame.isEmpty()) {
          event.message(new LogValue.Fields(frame));
        }
        event.end();
      }
    }

    private void configured(EventSink event) {
      if (isConfigured) {
        return;
      }
      isConfigured = true;
      PausePlan plan = pauses.plan(number);
      long perByte = pauses.kind(number).psPerByte();
      PauseParams params = plan.params(perByte);
      event
          .given("PerByte", LogValue.of(perByte))
          .given("Gap", LogValue.of(params.gap()))
          .given("Headroom", LogValue.of(params.headroom()))
          .given("OwnFrame", LogValue.of(plan.ownBytes() * perByte))
          .given("PauseFrame", LogValue.of(Headroom.PAUSE_BYTES * perByte))
          .given("Cable", LogValue.of(pauses.backPs(number)))
          .given("Latency", LogValue.of(pauses.laneLatencyPs(number)))
          .given("Response", LogValue.of(plan.responsePs()))
          .given("Pause", LogValue.of(params.pause()))
          .given("RefreshAfter", LogValue.of(params.refreshAfter()));
    }
  }
}

package dev.sluice.system;

import dev.sluice.fabric.DropReason;
import java.util.HashMap;
import java.util.Map;

/**
 * The id of a PDC rests: it is used again only when as much time has passed as a frame can be under
 * way, and nothing of its last life is left in the fabric.
 */
final class Ids extends Conversations {
  private final Map<Integer, Long> closed = new HashMap<>();
  private final Map<Talk, Integer> underWay = new HashMap<>();

  /** By the fabric's slot: whose frame it is. */
  private final Map<Integer, Talk> frames = new HashMap<>();

  @Override
  public void pdcClosed(long atPs, int host, int destination, int pdc) {
    closed.put(host << 16 | pdc, atPs);
  }

  @Override
  void opened(long atPs, Talk talk, Talk before) {
    Long since = closed.remove(talk.source << 16 | talk.spdcid);
    check(before == null || since != null, "%s is opened again before it has closed", talk);
    check(
        since == null || atPs - since >= rig.params().lifetimePs(),
        "%s is opened again %d ps after it has closed",
        talk,
        since == null ? 0 : atPs - since);
    check(
        before == null || underWay.getOrDefault(before, 0) <= 0,
        "%s is opened again, and frames of its last life are under way",
        talk);
  }

  @Override
  void sent(long atPs, int host, Frame frame) {
    super.sent(atPs, host, frame);
    if (isData(frame)) {
      Talk talk = talk(host, ((dev.sluice.wire.uet.Request) frame.packet().pds()).spdcid());
      frames.put(frame.slot(), talk);
      underWay.merge(talk, 1, Integer::sum);
    }
  }

  private void gone(int packet) {
    Talk talk = frames.remove(packet);
    if (talk != null) {
      underWay.merge(talk, -1, Integer::sum);
    }
  }

  @Override
  public void delivered(long atPs, int host, int packet) {
    gone(packet);
  }

  @Override
  public void dropped(long atPs, int port, int packet, DropReason why) {
    gone(packet);
  }
}

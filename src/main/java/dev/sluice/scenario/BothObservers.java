package dev.sluice.scenario;

import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.FabricObserver;

/** Two observers of one fabric, told one after the other. */
record BothObservers(FabricObserver first, FabricObserver second) implements FabricObserver {
  @Override
  public void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    first.enqueued(atPs, port, packet, trafficClass, queueBytes);
    second.enqueued(atPs, port, packet, trafficClass, queueBytes);
  }

  @Override
  public void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {
    first.dequeued(atPs, port, packet, trafficClass, queueBytes);
    second.dequeued(atPs, port, packet, trafficClass, queueBytes);
  }

  @Override
  public void marked(long atPs, int port, int packet, long queueBytes) {
    first.marked(atPs, port, packet, queueBytes);
    second.marked(atPs, port, packet, queueBytes);
  }

  @Override
  public void trimmed(long atPs, int port, int packet) {
    first.trimmed(atPs, port, packet);
    second.trimmed(atPs, port, packet);
  }

  @Override
  public void dropped(long atPs, int port, int packet, DropReason why) {
    first.dropped(atPs, port, packet, why);
    second.dropped(atPs, port, packet, why);
  }

  @Override
  public void ingressChanged(long atPs, int port, int trafficClass, long bytes) {
    first.ingressChanged(atPs, port, trafficClass, bytes);
    second.ingressChanged(atPs, port, trafficClass, bytes);
  }

  @Override
  public void toldToPause(long atPs, int port, int classes, int[] quanta) {
    first.toldToPause(atPs, port, classes, quanta);
    second.toldToPause(atPs, port, classes, quanta);
  }

  @Override
  public void paused(long atPs, int port, int classes) {
    first.paused(atPs, port, classes);
    second.paused(atPs, port, classes);
  }

  @Override
  public void watched(long atPs, int port, int classes, boolean isStorm) {
    first.watched(atPs, port, classes, isStorm);
    second.watched(atPs, port, classes, isStorm);
  }

  @Override
  public void delivered(long atPs, int host, int packet) {
    first.delivered(atPs, host, packet);
    second.delivered(atPs, host, packet);
  }
}

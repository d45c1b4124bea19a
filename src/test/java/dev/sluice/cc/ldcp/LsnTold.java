package dev.sluice.cc.ldcp;

import dev.sluice.kernel.Action;
import java.util.ArrayList;
import java.util.List;

/** What the owner of one end of a space of LSNs is asked to do, written down. */
final class LsnTold implements LsnWindow.Sink, LsnReceiver.Sink {
  final List<String> all = new ArrayList<>();

  @Override
  public void send(long lsn, long bytes, boolean again) {
    all.add("send " + lsn + " " + bytes + (again ? " again" : ""));
  }

  @Override
  public void freed(long bytes) {
    all.add("freed " + bytes);
  }

  @Override
  public void take() {
    all.add("take");
  }

  @Override
  public void acknowledge(long lsn) {
    all.add("ack " + lsn);
  }

  @Override
  public void missing(long lsn) {
    all.add("missing " + lsn);
  }

  /** An action of one of its kernels, as what else the owner hears. */
  void took(Object kernel, Action action, Object... with) {
    all.add(action.name() + List.of(with));
  }

  /** What came since the last time. */
  List<String> since() {
    List<String> since = List.copyOf(all);
    all.clear();
    return since;
  }
}

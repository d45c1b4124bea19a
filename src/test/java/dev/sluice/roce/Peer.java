package dev.sluice.roce;

import java.util.ArrayList;
import java.util.List;

/** What the owner of one end is asked to do, written down. */
final class Peer implements Requester.Sink, Responder.Sink {
  final List<RequestPacket> sent = new ArrayList<>();
  final List<Long> numbers = new ArrayList<>();
  final List<Long> returned = new ArrayList<>();
  final List<String> told = new ArrayList<>();
  final List<RequestPacket> executed = new ArrayList<>();
  final List<String> answers = new ArrayList<>();

  /** What the next ATOMIC finds. */
  long word;

  @Override
  public void send(long number, RequestPacket packet) {
    numbers.add(number);
    sent.add(packet);
  }

  @Override
  public void returned(long number) {
    returned.add(number);
  }

  @Override
  public void told(long request, Completion what) {
    told.add(request + " " + what);
  }

  @Override
  public long execute(RequestPacket packet) {
    executed.add(packet);
    return word++;
  }

  @Override
  public void read(RequestPacket packet, long msn) {
    answers.add("read %d from %x, MSN %x".formatted(packet.span(), packet.psn(), msn));
  }

  @Override
  public void answerAtomic(long psn, long msn, long value) {
    answers.add("atomic %x, MSN %x: %d".formatted(psn, msn, value));
  }

  @Override
  public void answer(ResponseKind kind, long psn, long msn) {
    answers.add("%s %x, MSN %x".formatted(kind, psn, msn));
  }

  /** The answers since the last time. */
  List<String> answers() {
    List<String> all = List.copyOf(answers);
    answers.clear();
    return all;
  }

  /** The PSNs of what left since the last time. */
  List<Long> psns() {
    List<Long> all = sent.stream().map(RequestPacket::psn).toList();
    sent.clear();
    return all;
  }
}

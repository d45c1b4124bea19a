package dev.sluice.model.replay;

import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What is on its way, or waits to be, in {@code spec/uet/CreditConservation.tla}. */
final class CreditMessages {
  private CreditMessages() {}

  /** Makes so many empty lists. */
  static <T> List<List<T>> lists(int count) {
    List<List<T>> lists = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      lists.add(new ArrayList<>(2));
    }
    return lists;
  }

  /** Copies lists. */
  static <T> List<List<T>> copies(List<List<T>> all) {
    List<List<T>> lists = new ArrayList<>(all.size());
    for (List<T> one : all) {
      lists.add(new ArrayList<>(one));
    }
    return lists;
  }

  /**
   * A request as its packet shows it.
   *
   * @param target the credit_target field
   */
  static Value onWire(List<String> pdcs, int pdc, long size, long target) {
    return Value.rec(
        named(pdcs, pdc),
        Value.field("size", Value.ofExact(size)),
        Value.field("target", Value.ofExact(target)));
  }

  private static Value.Field named(List<String> pdcs, int pdc) {
    return Value.field("pdc", Value.of(pdc == CreditSpender.NO_PDC ? "none" : pdcs.get(pdc)));
  }

  /** Returns whether the data of d may come with i: of copies, the first that comes brings them. */
  static boolean brings(List<Request> flight, int i, int d) {
    return d < flight.size()
        && flight.get(d).pdc() == flight.get(i).pdc()
        && flight.get(d).size() > 0
        && flight.get(i).size() == 0;
  }

  /** Takes a request that has come with the data of d out of flight; what came bare stays bare. */
  static void take(List<Request> flight, int i, int d) {
    Request data = flight.get(d);
    if (d != i && !data.lost()) {
      flight.set(d, new Request(data.pdc(), 0, data.target(), false));
    }
    flight.remove(i);
    if (d != i && data.lost()) {
      flight.remove(d > i ? d - 1 : d);
    }
  }

  /** Takes the data of a request, if it has any; its header stays in flight. */
  static boolean trim(List<Request> flight, int i) {
    Request whole = flight.get(i);
    if (whole.size() == 0 || whole.target() == 0) {
      return false;
    }
    flight.set(i, new Request(whole.pdc(), whole.size(), whole.target(), true));
    return true;
  }

  /** Returns whether a packet of this PDC and size is in flight that has not been given up. */
  static boolean isDoubted(List<Piece> again, List<Request> flight, int pdc, long size) {
    return strays(again, size) < onWire(flight, pdc, size);
  }

  /** Returns whether a packet is lost, and its header with it. */
  static boolean isLost(List<Request> flight, int i) {
    return i < flight.size() && flight.get(i).lost() && !flight.get(i).isTrimmed();
  }

  /** Returns whether a lost packet is among those that were given up before they were lost. */
  static boolean isGivenUp(List<Piece> again, List<Request> flight, Request lost) {
    return strays(again, lost.size()) > onWire(flight, lost.pdc(), lost.size());
  }

  private static long strays(List<Piece> again, long size) {
    Piece stray = new Piece(size, false);
    return again.stream().filter(stray::equals).count();
  }

  private static long onWire(List<Request> flight, int pdc, long size) {
    return flight.stream()
        .filter(each -> each.pdc() == pdc && each.size() == size && !each.lost())
        .count();
  }

  /** The largest packet that a PDC might send next. */
  static long largestNext(CreditSpender spender, List<Long> messages, List<Piece> again) {
    long largest = messages.isEmpty() ? 0 : spender.packetBytes(messages.get(0));
    for (Piece piece : again) {
      largest = Math.max(largest, piece.size());
    }
    return largest;
  }

  /** Returns whether a packet of this PDC is in flight or lost. */
  static boolean isOut(List<Request> flight, int pdc) {
    return flight.stream().anyMatch(each -> each.pdc() == pdc && each.size() > 0);
  }

  /** Puts an ACK_CC in flight: old totals leave, then the oldest; the newest is not there twice. */
  static void send(List<Ack> flight, Ack ack, int most, Predicate<Ack> isOld) {
    flight.removeIf(other -> other.total() != Ack.NO_CREDIT && isOld.test(other));
    if (flight.isEmpty() || !flight.get(flight.size() - 1).equals(ack)) {
      if (flight.size() == most) {
        flight.remove(0);
      }
      flight.add(ack);
    }
  }

  /**
   * A request on its way.
   *
   * @param lost whether its data are gone; unless the target is 0, its header is still in flight
   */
  record Request(int pdc, long size, long target, boolean lost) {
    /** Reads a request that has its data. */
    static Request of(List<String> pdcs, Value.Rec message) {
      int pdc = pdcs.indexOf(Constants.string(message.get("pdc")));
      long size = Constants.integer(message.get("size"));
      return new Request(pdc, size, Constants.integer(message.get("target")), false);
    }

    boolean isTrimmed() {
      return lost && target != 0;
    }

    Value value(List<String> pdcs) {
      return Value.rec(
          named(pdcs, pdc),
          Value.field("size", Value.ofExact(size)),
          Value.field("target", Value.ofExact(target)),
          Value.field("lost", Value.of(lost)));
    }
  }

  /** An ACK_CC on its way, or a Credit packet. */
  record Ack(long total, long acked) {
    /** The total of an ACK_CC that tells no credit. */
    static final long NO_CREDIT = -1;

    /** Reads an ACK_CC. */
    static Ack of(Value.Rec message) {
      return new Ack(
          Constants.integer(message.get("total")), Constants.integer(message.get("acked")));
    }

    /** The same as its packet shows it: the credit field, unless it tells no credit. */
    Value onWire(CreditParams params) {
      Value.Field told = Value.field("acked", Value.ofExact(acked));
      return total == NO_CREDIT
          ? Value.rec(told)
          : Value.rec(Value.field("total", Value.ofExact(params.wireCredit(total))), told);
    }

    Value value() {
      return Value.rec(
          Value.field("total", Value.ofExact(total)), Value.field("acked", Value.ofExact(acked)));
    }
  }

  /** A packet that the host has given up for lost, and keeps to send it again. */
  record Piece(long size, boolean lost) {
    Value value() {
      return Value.rec(
          Value.field("size", Value.ofExact(size)), Value.field("lost", Value.of(lost)));
    }
  }
}

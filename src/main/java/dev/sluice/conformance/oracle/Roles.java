package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.cc.rcm.RcmProfile;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.conformance.Role;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogValue;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The roles that Sluice tests. */
public final class Roles {
  /** A link of 40 Gb/s, for which the values of the paper of 2015 are. */
  private static final long LINE = 40_000;

  /** A packet of 1,024 bytes with all that its frame takes on a link. */
  private static final long FRAME_BYTES = 1_122;

  private static final long PEER = 7;

  private static final List<Role> ALL = List.of(reactionPoint(), notificationPoint());

  private Roles() {}

  /** Returns all of them. */
  public static List<Role> all() {
    return ALL;
  }

  /** Returns the role of a name, if there is one. */
  public static Optional<Role> of(String name) {
    return ALL.stream().filter(role -> role.name().equals(name)).findFirst();
  }

  private static Role reactionPoint() {
    Map<String, LogValue> given = parameters(RcmProfile.PAPER_2015.reaction(LINE));
    given.put("Selected", LogValue.of(true));
    given.put("Size", LogValue.of(FRAME_BYTES));
    return role(
        "rcm-rp",
        "the reaction point of a queue pair: the rate of RoCEv2's congestion management",
        ReactionPoint.FACE,
        given,
        List.of(new Role.Event(ReactionPoint.RECEIVE_CNP.name(), Map.of(), Map.of())),
        ReactionPoint.TRANSMIT);
  }

  private static Role notificationPoint() {
    Map<String, LogValue> given = new LinkedHashMap<>();
    NotificationPoint.Params params = RcmProfile.PAPER_2015.notification();
    given.put("Interval", LogValue.of(params.intervalPs()));
    given.put("Answers", LogValue.of(params.answers().name()));
    given.put("CnpEcn", LogValue.of(Ecn.word(params.cnpEcn())));
    given.put("Peer", LogValue.of(PEER));
    return role(
        "rcm-np",
        "the notification point of a queue pair: answers marks with CNPs",
        NotificationPoint.FACE,
        given,
        List.of(
            new Role.Event(
                NotificationPoint.RECEIVE.name(),
                Map.of("valid", LogValue.of(true)),
                Map.of("ecn", LogValue.of(Ecn.word(Ecn.CE))))),
        NotificationPoint.CNP_TIMER,
        NotificationPoint.RECEIVE);
  }

  private static Role role(
      String name,
      String about,
      Face<?> face,
      Map<String, LogValue> given,
      List<Role.Event> events,
      Action... departures) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Variable<?> variable : face.shown()) {
      variables.put(variable.name(), variable.unit().label());
    }
    return new Role(
        name,
        Rcm.LOOP.name(),
        about,
        given,
        events,
        List.of(departures).stream().map(Action::name).toList(),
        variables);
  }

  /** Returns the components of a record under the names that the specification has for them. */
  private static Map<String, LogValue> parameters(Record of) {
    Map<String, LogValue> all = new LinkedHashMap<>();
    for (RecordComponent component : of.getClass().getRecordComponents()) {
      String name = component.getName();
      all.put(
          Character.toUpperCase(name.charAt(0)) + name.substring(1), value(read(component, of)));
    }
    return all;
  }

  private static Object read(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a component of a record cannot be read", impossible);
    }
  }

  private static LogValue value(Object of) {
    if (of instanceof Number number) {
      return LogValue.of(number.longValue());
    } else if (of instanceof Boolean truth) {
      return LogValue.of(truth.booleanValue());
    }
    return LogValue.of(((Enum<?>) of).name());
  }
}

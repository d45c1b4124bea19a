package dev.sluice.kernel;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A specification, as far as others must know it: which kernels it describes, and what the
 * quantities count that no kernel holds.
 *
 * @param name of its module
 * @param faces of the kernels that it describes; none for one that no code follows
 * @param others units of arguments, constants and fields; {@code msg.} stands before the fields of
 *     messages
 * @param holders whose the variables are that no face shows by their name: the network's, and
 *     tables of what a face shows
 * @param actors the party of each action that is in no face, or in that of another party: the
 *     network's, and those of an end that no code follows
 * @param fields of its messages, by name: where each stands on the wire, or {@link #NOT_ON_WIRE};
 *     {@link #WHOLE} is the name of a message that is one number
 */
public record Specification(
    String name,
    List<Face<?>> faces,
    Map<String, Unit> others,
    Map<String, Party> holders,
    Map<String, Party> actors,
    Map<String, String> fields) {
  /** The place of a field that no packet carries: it tells a message of the model from another. */
  public static final String NOT_ON_WIRE = "none";

  /** The name of a message without fields. */
  public static final String WHOLE = "message";

  public Specification {
    faces = List.copyOf(faces);
    others = Map.copyOf(others);
    holders = Map.copyOf(holders);
    actors = Map.copyOf(actors);
    fields = Map.copyOf(fields);
  }

  /** A specification and its kernels. */
  public static Specification of(String name, Face<?>... faces) {
    return new Specification(name, List.of(faces), Map.of(), Map.of(), Map.of(), Map.of());
  }

  /**
   * The same, with the unit of what stands in no face.
   *
   * @param names with blanks between them
   */
  public Specification with(Unit unit, String names) {
    Map<String, Unit> more = new TreeMap<>(others);
    for (String other : names.split(" ")) {
      more.put(other, unit);
    }
    return new Specification(name, faces, more, holders, actors, fields);
  }

  /**
   * The same, with whose the variables are that stand in no face.
   *
   * @param names with blanks between them
   */
  public Specification holding(Party party, String names) {
    Map<String, Party> more = new TreeMap<>(holders);
    for (String variable : names.split(" ")) {
      more.put(variable, party);
    }
    return new Specification(name, faces, others, more, actors, fields);
  }

  /**
   * Adds actions of a party that are in no face, or in the face of another party. An action that
   * takes a message happens at the addressee.
   *
   * @param names with blanks between them
   */
  public Specification acting(Party party, String names) {
    Map<String, Party> more = new TreeMap<>(actors);
    for (String action : names.split(" ")) {
      more.put(action, party);
    }
    return new Specification(name, faces, others, holders, more, fields);
  }

  /**
   * Adds where a field of its messages stands on the wire.
   *
   * @param place the header and its field
   */
  public Specification carrying(String field, String place) {
    Map<String, String> more = new TreeMap<>(fields);
    more.put(field, place);
    return new Specification(name, faces, others, holders, actors, more);
  }

  /**
   * Adds fields of its messages that no packet carries.
   *
   * @param names with blanks between them
   */
  public Specification carryingNo(String names) {
    Specification with = this;
    for (String field : names.split(" ")) {
      with = with.carrying(field, NOT_ON_WIRE);
    }
    return with;
  }

  /**
   * Whose a variable of the specification is.
   *
   * @return none if neither a face nor the specification says so
   */
  public Optional<Party> holder(String variable) {
    if (holders.containsKey(variable)) {
      return Optional.of(holders.get(variable));
    }
    return faces.stream()
        .filter(face -> face.shown().stream().anyMatch(one -> one.name().equals(variable)))
        .map(Face::party)
        .findFirst();
  }

  /**
   * Returns the party at which an action happens; for one that takes a message, the addressee.
   *
   * @return none if neither a face nor the specification says so
   */
  public Optional<Party> actor(String action) {
    if (actors.containsKey(action)) {
      return Optional.of(actors.get(action));
    }
    return faces.stream()
        .filter(face -> face.actions().stream().anyMatch(one -> one.name().equals(action)))
        .map(Face::party)
        .findFirst();
  }

  /**
   * Returns the cause of an action.
   *
   * @return none if it is in no face
   */
  public Optional<Action.By> by(String action) {
    return faces.stream()
        .flatMap(face -> face.actions().stream())
        .filter(one -> one.name().equals(action))
        .map(Action::by)
        .findFirst();
  }

  /** The unit of each quantity by its name, sorted; what only counts has none. */
  public Map<String, Unit> units() {
    Map<String, Unit> units = new TreeMap<>(others);
    for (Face<?> face : faces) {
      for (Variable<?> variable : face.shown()) {
        if (variable.unit() != Unit.NONE) {
          units.put(variable.name(), variable.unit());
        }
      }
    }
    return units;
  }
}

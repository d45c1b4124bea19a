package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import java.util.List;

/**
 * A {@link ValueTwin} as a {@link Twin}: its world is a cell that holds the state of the moment.
 *
 * @param <S> the state
 */
final class OnValues<S> implements Twin<OnValues.Cell<S>> {
  private final ValueTwin<S> twin;

  /** Where the state of the moment stands. */
  static final class Cell<S> {
    private S state;

    private Cell(S state) {
      this.state = state;
    }
  }

  OnValues(ValueTwin<S> twin) {
    this.twin = twin;
  }

  @Override
  public List<String> variables() {
    return twin.variables();
  }

  @Override
  public List<Action> actions() {
    return twin.actions();
  }

  @Override
  public Cell<S> initial() {
    return new Cell<>(twin.initial());
  }

  @Override
  public Cell<S> copy(Cell<S> world) {
    return new Cell<>(world.state);
  }

  @Override
  public Step<Cell<S>> bind(String action, List<Value> arguments) {
    ValueTwin.Step<S> step = twin.bind(action, arguments);
    return world -> {
      ValueTwin.Attempt<S> attempt = step.attempt(world.state);
      if (attempt instanceof ValueTwin.Attempt.Taken<S> taken) {
        world.state = taken.next();
        return Attempt.TAKEN;
      }
      if (attempt instanceof ValueTwin.Attempt.Refused<S> no) {
        world.state = no.unchanged();
        return Attempt.of(no.because());
      }
      return Attempt.ABSENT;
    };
  }

  @Override
  public Object part(Cell<S> world, int variable) {
    return twin.part(world.state, variable);
  }

  @Override
  public Value value(int variable, Object part) {
    return twin.value(variable, part);
  }
}

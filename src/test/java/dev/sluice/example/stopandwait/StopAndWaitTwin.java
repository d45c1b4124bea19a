package dev.sluice.example.stopandwait;

import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.model.replay.Twin;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/** What replays {@code StopAndWait.tla}: both kernels, and the model's network between them. */
final class StopAndWaitTwin implements Twin<StopAndWaitTwin.World> {
  /** Kernels and network; what the kernels tell their sinks goes into the network. */
  record World(
      StopAndWaitSender sender,
      StopAndWaitReceiver receiver,
      TreeSet<Integer> packets,
      TreeSet<Integer> acks) {}

  @Override
  public List<Part<World>> parts() {
    return List.of(
        part(StopAndWaitSender.FACE, "next", World::sender),
        part(StopAndWaitSender.FACE, "waiting", World::sender),
        part(StopAndWaitReceiver.FACE, "passed", World::receiver),
        Part.of("packets", world -> List.copyOf(world.packets), StopAndWaitTwin::set),
        Part.of("acks", world -> List.copyOf(world.acks), StopAndWaitTwin::set));
  }

  private static <K> Part<World> part(Face<K> face, String name, Function<World, K> kernel) {
    Variable<K> variable = face.variable(name);
    return Part.of(
        name,
        world -> variable.reader().of(kernel.apply(world), 0),
        number -> variable.isTruth() ? Value.of(number == 1) : Value.ofExact(number));
  }

  private static Value set(List<Integer> numbers) {
    return Value.set(numbers.stream().<Value>map(Value::of).toList());
  }

  @Override
  public List<Action> actions() {
    return List.of(
        Action.of(StopAndWaitSender.class, StopAndWaitSender.SEND),
        Action.of(StopAndWaitSender.class, StopAndWaitSender.TIMEOUT),
        Action.of(StopAndWaitSender.class, StopAndWaitSender.TAKE_ACK),
        Action.of(StopAndWaitReceiver.class, StopAndWaitReceiver.RECEIVE),
        Action.of(StopAndWaitTwin.class, "LosePacket", "n"),
        Action.of(StopAndWaitTwin.class, "LoseAck", "n"));
  }

  @Override
  public World initial() {
    StopAndWaitSender sender = new StopAndWaitSender(3, (kernel, action, in) -> {});
    StopAndWaitReceiver receiver = new StopAndWaitReceiver((kernel, action, in) -> {});
    return new World(sender, receiver, new TreeSet<>(), new TreeSet<>());
  }

  @Override
  public World copy(World of) {
    TreeSet<Integer> packets = new TreeSet<>(of.packets);
    return new World(of.sender.copy(), of.receiver.copy(), packets, new TreeSet<>(of.acks));
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int n = arguments.isEmpty() ? 0 : ((Value.Int) arguments.get(0)).value();
    return switch (action) {
      case "Send" -> w -> Attempt.of(w.sender.send(w.packets::add));
      case "Timeout" -> w -> Attempt.of(w.sender.timeout(w.packets::add));
      case "TakeAck" -> w -> w.acks.contains(n) ? Attempt.of(w.sender.takeAck(n)) : Attempt.ABSENT;
      case "Receive" ->
          w ->
              w.packets.contains(n)
                  ? Attempt.of(w.receiver.receive(n, w.acks::add))
                  : Attempt.ABSENT;
      case "LosePacket" -> w -> w.packets.remove(n) ? Attempt.TAKEN : Attempt.ABSENT;
      default -> w -> w.acks.remove(n) ? Attempt.TAKEN : Attempt.ABSENT;
    };
  }
}

package dev.sluice.example.stopandwait;

import dev.sluice.kernel.Listener;
import dev.sluice.model.replay.Twin;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.TreeSet;

/** What replays {@code StopAndWait.tla}: both kernels, and the model's network between them. */
record StopAndWaitTwin(int last) implements Twin<StopAndWaitTwin.World> {
  /** Kernels and network; what the kernels tell their sinks goes into the network. */
  record World(
      StopAndWaitSender sender,
      StopAndWaitReceiver receiver,
      TreeSet<Integer> packets,
      TreeSet<Integer> acks) {}

  @Override
  public List<Part<World>> parts() {
    return Twin.all(
        Part.of(StopAndWaitSender.FACE, World::sender),
        Part.of(StopAndWaitReceiver.FACE, World::receiver),
        List.of(Part.set("packets", World::packets), Part.set("acks", World::acks)));
  }

  @Override
  public List<Action> actions() {
    return Twin.all(
        Action.of(StopAndWaitSender.FACE),
        Action.of(StopAndWaitReceiver.FACE),
        Action.each(StopAndWaitTwin.class, List.of("LosePacket", "LoseAck"), "n"));
  }

  @Override
  public World initial() {
    StopAndWaitSender sender = new StopAndWaitSender(last, Listener.nobody());
    StopAndWaitReceiver receiver = new StopAndWaitReceiver(Listener.nobody());
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
      case "TakeAck" -> w -> Attempt.of(w.acks.contains(n), () -> w.sender.takeAck(n));
      case "Receive" ->
          w -> Attempt.of(w.packets.contains(n), () -> w.receiver.receive(n, w.acks::add));
      case "LosePacket" -> w -> Attempt.of(w.packets.remove(n));
      default -> w -> Attempt.of(w.acks.remove(n));
    };
  }
}

package dev.sluice.conformance.oracle;

import dev.sluice.conformance.Player;
import java.util.List;
import java.util.Optional;

/** The players of all roles. */
public final class Players {
  private static final List<Player> ALL =
      List.of(
          ReactionPlayer.player(),
          NotificationPlayer.player(),
          HpccSenderPlayer.player(),
          PawaPlayer.player(),
          CreditPlayer.player(),
          PdcTargetPlayer.player());

  private Players() {}

  /** Returns all of them. */
  public static List<Player> all() {
    return ALL;
  }

  /** Returns the player of a role, if there is one. */
  public static Optional<Player> of(String role) {
    return ALL.stream().filter(player -> player.role().name().equals(role)).findFirst();
  }
}

package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.host.uet.PlantedFault;
import dev.sluice.requirement.Requirement;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.Shrinkable;

/**
 * The properties see what they are to see: a fault is planted in all NICs, a scenario is found that
 * shows it to the judge of one property, and is shrunk. The sound NICs have nothing wrong in it.
 */
class PlantedProperties {
  private static final int MOST_DRAWN = 300;
  private static final int MOST_SHRUNK = 80;

  private static List<String> wrong(ScenarioText text, PlantedFault fault, Judge judge) {
    try {
      return Rig.wrong(text, fault, null, judge);
    } catch (RuntimeException e) {
      return List.of(); // a kernel has refused a call: seen, but not by this property
    }
  }

  /** Finds a scenario in which the judge sees the fault, and makes it as small as it gets. */
  private static void caught(PlantedFault fault, Arbitrary<Plan> plans, Supplier<Judge> judge) {
    Random chance = new Random(fault.ordinal());
    var drawn = plans.map(plan -> new ScenarioText(plan.toml())).generator(1_000);
    Shrinkable<ScenarioText> found = null;
    int cases = 0;
    while (found == null && cases < MOST_DRAWN) {
      cases++;
      Shrinkable<ScenarioText> next = drawn.next(chance);
      if (!wrong(next.value(), fault, judge.get()).isEmpty()) {
        found = next;
      }
    }
    assertThat(found).as("a scenario of %d that shows %s", cases, fault).isNotNull();
    int left = MOST_SHRUNK;
    Iterator<Shrinkable<ScenarioText>> smaller = found.shrink().iterator();
    while (left-- > 0 && smaller.hasNext()) {
      Shrinkable<ScenarioText> next = smaller.next();
      if (!wrong(next.value(), fault, judge.get()).isEmpty()) {
        found = next;
        smaller = found.shrink().iterator();
      }
    }
    ScenarioText text = found.value();
    System.out.printf(
        "%s: caught in case %d: %s%s%n",
        fault, cases, wrong(text, fault, judge.get()).get(0), text.toString().indent(4));
    assertThat(Rig.wrong(text, judge.get())).as("sound NICs, same scenario").isEmpty();
  }

  @Example
  @Requirement({"RCCC-5", "FIND-14"})
  void creditThatIsCountedTwiceOnARepeatedAck() {
    caught(
        PlantedFault.CREDIT_COUNTED_TWICE,
        Scenarios.with(Arbitraries.of("rccc", "both")),
        Credits::new);
  }

  @Example
  @Requirement({"CCC-12", "NSCC-2"})
  void aWindowThatIsCheckedOffByOnePacket() {
    caught(PlantedFault.WINDOW_OFF_BY_ONE_PACKET, Scenarios.any(), Windows::new);
  }

  @Example
  @Requirement({"RCCC-4", "PDC-12"})
  void anAcknowledgmentBeforeTheCommit() {
    caught(PlantedFault.ACK_BEFORE_COMMIT, Scenarios.any(), Acknowledgments::new);
  }

  @Example
  @Requirement({"NSCC-10", "NSCC-11"})
  void anInstructionToChangeTheEntropyValueThatIsIgnored() {
    caught(PlantedFault.MARK_IGNORED, Scenarios.marking(), Marks::new);
  }

  @Example
  @Requirement({"PDC-5", "PDC-11", "FIND-1"})
  void anIdThatIsUsedAgainTooEarly() {
    caught(PlantedFault.ID_REUSED_TOO_EARLY, Scenarios.any(), Ids::new);
  }
}

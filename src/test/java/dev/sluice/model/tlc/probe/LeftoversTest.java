package dev.sluice.model.tlc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tlc2.output.OutputCollector;
import tlc2.tool.TLCStateInfo;

class LeftoversTest {
  @Test
  void whatTlcGathersOfASearchGoesWithIt() {
    OutputCollector.addViolatedAssumption(null);
    OutputCollector.saveMessage(0, 0, new String[0]);
    OutputCollector.addStateToTrace((TLCStateInfo) null);
    Leftovers.end();
    assertThat(OutputCollector.getViolatedAssumptions()).isEmpty();
    assertThat(OutputCollector.getAllMessages()).isEmpty();
    assertThat(OutputCollector.getTrace()).isEmpty();
  }
}

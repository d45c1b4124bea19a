package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.ccc.PdsManager.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who gets a PDC and a CCC, who waits for one, and how both come back. */
class ManagersTest {
  private static final Flow LOW = new Flow(0, 1, 0);
  private static final Flow HIGH = new Flow(0, 1, 1);
  private static final PdsManager.Params TWO_PDCS = new PdsManager.Params(0, 2, 0);
  private static final CccManager.Params ONE_CCC = new CccManager.Params(0, 1, 0);
  private static final Request FIRST = new Request(1, new Pdc.SourceKey(LOW, 7, 1), 1000);

  private static Request request(int id, Flow flow, int job, int mode) {
    return new Request(id, new Pdc.SourceKey(flow, job, mode), 1000);
  }

  private PdsManager pds = new PdsManager(TWO_PDCS);
  private CccManager cccs = new CccManager(ONE_CCC);

  /** What the managers have decided since it was asked for last. */
  private final List<String> decided = new ArrayList<>();

  private final Sink sink = new Sink();

  private final class Sink implements PdsManager.Sink, CccManager.Sink {
    @Override
    public void workTaken(int pdc, long size) {
      decided.add("PDC " + pdc + " takes " + size);
    }

    @Override
    public void opened(int pdc) {
      decided.add("PDC " + pdc + " is open");
    }

    @Override
    public void cccAsked(Flow flow) {
      decided.add("a CCC for " + flow);
    }

    @Override
    public void closeAsked(int pdc) {
      decided.add("PDC " + pdc + " asks to close");
    }

    @Override
    public void closeDone(int remote) {
      decided.add("the other PDC of " + remote + " has gone");
    }

    @Override
    public void left(int ccc) {
      decided.add("a PDC leaves CCC " + ccc);
    }

    @Override
    public void created(int id, Flow flow) {
      decided.add("CCC " + id + " for " + flow);
    }
  }

  private void taken(String refused, String... all) {
    assertThat(refused).isNull();
    assertThat(decided).containsExactly(all);
    decided.clear();
  }

  private void refused(String because) {
    assertThat(because).isNotBlank();
    assertThat(decided).isEmpty();
  }

  private void withFirst() {
    taken(pds.post(FIRST));
    taken(pds.allocate(FIRST, sink), "PDC 1 takes 1000");
  }

  private static Transfer work(long todo, long flight) {
    Transfer transfer = new Transfer();
    transfer.take(todo + flight);
    if (flight > 0) {
      assertThat(transfer.send(flight, size -> {})).isNull();
    }
    return transfer;
  }

  @Test
  @Requirement("CCC-1")
  void aRequestGoesToTheOpenPdcOfItsFourKeys() {
    withFirst();
    Request same = request(2, LOW, 7, 1);
    taken(pds.post(same));
    refused(pds.post(same));
    refused(pds.allocate(same, sink));
    assertThat(pds.waiting()).containsExactly(same);
    taken(pds.assign(same, sink), "PDC 1 takes 1000");
    assertThat(pds.waiting()).isEmpty();
    refused(pds.assign(same, sink));
  }

  @Test
  @Requirement("CCC-1")
  void anyOtherKeyNeedsAPdcOfItsOwn() {
    for (Request other :
        new Request[] {request(2, LOW, 8, 1), request(2, LOW, 7, 2), request(2, HIGH, 7, 1)}) {
      pds = new PdsManager(TWO_PDCS);
      withFirst();
      taken(pds.post(other));
      refused(pds.assign(other, sink));
      taken(pds.allocate(other, sink), "PDC 2 takes 1000");
    }
  }

  @Test
  @Requirement("CCC-1")
  void withoutAnIdLeftTheRequestWaitsAndTakesTheIdThatComesBack() {
    Request second = request(2, HIGH, 7, 1);
    Request third = request(3, LOW, 9, 1);
    withFirst();
    taken(pds.post(second));
    taken(pds.post(third));
    taken(pds.allocate(second, sink), "PDC 2 takes 1000");
    refused(pds.allocate(third, sink));

    taken(pds.bind(1, 1));
    taken(pds.beginClose(1, work(0, 0), sink), "PDC 1 asks to close");
    refused(pds.allocate(third, sink)); // the id is still taken
    assertThat(pds.waiting()).containsExactly(third);
    taken(pds.endClose(1, sink), "a PDC leaves CCC 1");
    taken(pds.allocate(third, sink), "PDC 1 takes 1000");
    assertThat(pds.pdcs().get(1).ccc()).isZero(); // nothing of the old one is left
  }

  @Test
  @Requirement("CCC-1")
  void aClosingPdcTakesNoMoreWork() {
    withFirst();
    taken(pds.beginClose(1, work(0, 0), sink), "PDC 1 asks to close");
    Request same = request(2, LOW, 7, 1);
    taken(pds.post(same));
    refused(pds.assign(same, sink));
    taken(pds.allocate(same, sink), "PDC 2 takes 1000");
  }

  @Test
  @Requirement("CCC-11")
  void aPdcWithWorkLeftDoesNotClose() {
    withFirst();
    refused(pds.beginClose(1, work(1, 0), sink));
    refused(pds.beginClose(1, work(0, 1), sink));
    assertThat(pds.pdcs().get(1).phase()).isEqualTo(Pdc.Phase.OPEN);
  }

  @Test
  @Requirement("PDC-4")
  void theTargetOpensOnePdcForEachOfASourcesPdcs() {
    taken(pds.accept(LOW, 1, sink), "PDC 1 is open");
    refused(pds.accept(LOW, 1, sink));
    refused(pds.accept(HIGH, 1, sink)); // the class is not looked at
    taken(pds.accept(LOW, 2, sink), "PDC 2 is open");
    refused(pds.accept(LOW, 3, sink));
    taken(pds.followClose(0, 1, sink), "the other PDC of 1 has gone", "a PDC leaves CCC 0");
    taken(pds.accept(LOW, 3, sink), "PDC 1 is open");
  }

  @Test
  @Requirement("PDC-4")
  void idsKeptForTheTargetsSideAreNotTakenByItsOwnRequests() {
    pds = new PdsManager(new PdsManager.Params(0, 2, 1));
    withFirst();
    Request second = request(2, HIGH, 7, 1);
    taken(pds.post(second));
    refused(pds.allocate(second, sink));
    taken(pds.accept(new Flow(1, 0, 0), 1, sink), "PDC 2 is open");
    assertThatThrownBy(() -> new PdsManager.Params(0, 2, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Requirement({"CCC-2", "CCC-7"})
  void theFirstPdcOfAFlowAsksAndEachDirectionHasItsOwn() {
    withFirst();
    taken(pds.askCcc(1, sink), "a CCC for " + LOW);
    cccs = new CccManager(new CccManager.Params(0, 2, 0));
    taken(cccs.askCcc(LOW));
    refused(cccs.askCcc(LOW));
    taken(cccs.create(LOW, sink), "CCC 1 for " + LOW);
    refused(cccs.askCcc(LOW));
    Flow back = new Flow(1, 0, 0);
    taken(cccs.askCcc(back));
    assertThat(cccs.asked()).containsExactly(back);
    taken(cccs.create(back, sink), "CCC 2 for " + back);
    assertThat(cccs.asked()).isEmpty();
  }

  @Test
  @Requirement("CCC-11")
  void aCccIdComesBackWhenItsLastPdcHasLeftAndServesAnotherFlow() {
    taken(cccs.askCcc(LOW));
    taken(cccs.create(LOW, sink), "CCC 1 for " + LOW);
    taken(cccs.askCcc(HIGH));
    refused(cccs.create(HIGH, sink));
    assertThat(cccs.asked()).containsExactly(HIGH);

    Ccc context = // IDLE: somebody still waits for it
        new Ccc(new Ccc.Params(0, 6_000_000, 3, 2, 0, InitialLimit.BDP, true), LOW);
    refused(cccs.closeCcc(1, context));
    taken(context.configure(100_000_000_000L, 100_000_000_000L));
    taken(context.bind());
    taken(context.makeReady());
    refused(cccs.closeCcc(1, context)); // it serves a PDC
    taken(context.leave());
    taken(cccs.closeCcc(1, context));
    assertThat(cccs.find(LOW)).isZero();
    taken(cccs.create(HIGH, sink), "CCC 1 for " + HIGH);
  }

  @Test
  @Requirement({"CCC-1", "CCC-2"})
  void copiesGoTheirOwnWay() {
    Request second = request(2, HIGH, 7, 1);
    taken(pds.post(FIRST));
    taken(cccs.askCcc(LOW));
    PdsManager others = pds.copy();
    CccManager its = cccs.copy();
    taken(pds.allocate(FIRST, sink), "PDC 1 takes 1000");
    taken(pds.post(second));
    taken(cccs.create(LOW, sink), "CCC 1 for " + LOW);
    assertThat(others.waiting()).containsExactly(FIRST);
    assertThat(others.pdcs().free()).isEqualTo(2);
    assertThat(its.asked()).containsExactly(LOW);
    assertThat(its.find(LOW)).isZero();
  }

  @Test
  @Requirement("CCC-12")
  void aPdcSendsWhatItHasAndHasAcknowledgedWhatItSent() {
    Transfer transfer = work(10, 5);
    List<Long> sent = new ArrayList<>();
    assertThat(transfer.send(11, sent::add)).isNotBlank();
    assertThat(transfer.send(0, sent::add)).isNotBlank();
    assertThat(transfer.acknowledge(6, 0)).isNotBlank();
    assertThat(sent).isEmpty();
    Transfer copy = transfer.copy();
    assertThat(transfer.send(10, sent::add)).isNull();
    assertThat(sent).containsExactly(10L);
    assertThat(transfer.acknowledge(15, 0)).isNull();
    assertThat(transfer.isDone()).isTrue();
    assertThat(copy.todo()).isEqualTo(10);
    assertThat(copy.flight()).isEqualTo(5);
  }

  @Test
  @Requirement({"CCC-2", "CCC-3", "FIND-24"})
  void idsKeptForOthersFlowsAreNotTakenByThisEndpoints() {
    cccs = new CccManager(new CccManager.Params(0, 2, 1));
    Flow towards = new Flow(1, 0, 0);
    taken(cccs.askCcc(LOW));
    taken(cccs.askCcc(HIGH));
    taken(cccs.askCcc(towards));
    taken(cccs.create(LOW, sink), "CCC 1 for " + LOW);
    refused(cccs.create(HIGH, sink));
    taken(cccs.create(towards, sink), "CCC 2 for " + towards);
    refused(cccs.create(LOW, sink)); // nobody asks any more
    assertThatThrownBy(() -> new CccManager.Params(0, 2, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CccManager.Params(0, 2, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Requirement({"CCC-7", "CCC-8"})
  void flowsAreSortedBySourceDestinationAndClass() {
    List<Flow> sorted =
        List.of(
            new Flow(0, 1, 2),
            new Flow(0, 2, 0),
            new Flow(0, 2, 1),
            new Flow(1, 0, 1),
            new Flow(1, 2, 0));
    List<Flow> others = new ArrayList<>(sorted);
    Collections.reverse(others);
    assertThat(new TreeSet<>(others)).containsExactlyElementsOf(sorted);
  }

  @Test
  @Requirement({"CCC-1", "CCC-2", "CCC-11"})
  void whatIsNotThereIsRefused() {
    refused(pds.allocate(FIRST, sink)); // it was not posted
    refused(pds.askCcc(1, sink));
    refused(pds.bind(1, 1));
    refused(pds.beginClose(1, work(0, 0), sink));
    refused(pds.followClose(0, 1, sink));
    refused(pds.endClose(1, sink));
    withFirst();
    refused(pds.bind(1, 0)); // the flow has no CCC
    refused(pds.endClose(1, sink)); // it does not close
    assertThatThrownBy(() -> new Request(1, new Pdc.SourceKey(LOW, 7, 1), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** What tests compare as text tells any two apart. */
  @Test
  void theTextOfATransferTellsAllOfItsVariables() {
    Transfer transfer = work(10, 5);
    assertThat(transfer.giveUp(2)).isNull();
    assertThat(transfer).hasToString("10 bytes to do, 5 not acknowledged, 2 of them given up");
  }
}

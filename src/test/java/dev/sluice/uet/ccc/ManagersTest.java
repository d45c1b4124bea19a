package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.ccc.PdsManager.Request;
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

  private static <S> S accepted(Outcome<S> outcome, Effect... effects) {
    assertThat(outcome).isEqualTo(Outcome.accepted(outcome.next(), effects));
    return outcome.next();
  }

  private static <S> void refused(Outcome<S> outcome, S given) {
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(outcome.next()).isSameAs(given);
  }

  private static PdsManager.State withFirst() {
    PdsManager.State state = PdsManager.State.initial(TWO_PDCS);
    state = accepted(PdsManager.post(state, FIRST));
    return accepted(PdsManager.allocate(state, TWO_PDCS, FIRST), new PdsManager.WorkTaken(1, 1000));
  }

  @Test
  @Requirement("CCC-1")
  void aRequestGoesToTheOpenPdcOfItsFourKeys() {
    Request same = request(2, LOW, 7, 1);
    PdsManager.State state = accepted(PdsManager.post(withFirst(), same));
    refused(PdsManager.allocate(state, TWO_PDCS, same), state);
    accepted(PdsManager.assign(state, same), new PdsManager.WorkTaken(1, 1000));
  }

  @Test
  @Requirement("CCC-1")
  void anyOtherKeyNeedsAPdcOfItsOwn() {
    for (Request other :
        new Request[] {request(2, LOW, 8, 1), request(2, LOW, 7, 2), request(2, HIGH, 7, 1)}) {
      PdsManager.State state = accepted(PdsManager.post(withFirst(), other));
      refused(PdsManager.assign(state, other), state);
      accepted(PdsManager.allocate(state, TWO_PDCS, other), new PdsManager.WorkTaken(2, 1000));
    }
  }

  @Test
  @Requirement("CCC-1")
  void withoutAnIdLeftTheRequestWaitsAndTakesTheIdThatComesBack() {
    Request second = request(2, HIGH, 7, 1);
    Request third = request(3, LOW, 9, 1);
    PdsManager.State state = accepted(PdsManager.post(withFirst(), second));
    state = accepted(PdsManager.post(state, third));
    state =
        accepted(PdsManager.allocate(state, TWO_PDCS, second), new PdsManager.WorkTaken(2, 1000));
    refused(PdsManager.allocate(state, TWO_PDCS, third), state);

    PdsManager.State bound = accepted(PdsManager.bind(state, 1, 1));
    PdsManager.State closing =
        accepted(PdsManager.beginClose(bound, 1, Transfer.NOTHING), new PdsManager.CloseAsked(1));
    refused(PdsManager.allocate(closing, TWO_PDCS, third), closing); // the id is still taken
    PdsManager.State freed = accepted(PdsManager.endClose(closing, 1), new PdsManager.Left(1));
    PdsManager.State reused =
        accepted(PdsManager.allocate(freed, TWO_PDCS, third), new PdsManager.WorkTaken(1, 1000));
    assertThat(reused.pdcs().get(1).ccc()).isZero(); // nothing of the old one is left
  }

  @Test
  @Requirement("CCC-1")
  void aClosingPdcTakesNoMoreWork() {
    PdsManager.State closing = PdsManager.beginClose(withFirst(), 1, Transfer.NOTHING).next();
    Request same = request(2, LOW, 7, 1);
    PdsManager.State state = accepted(PdsManager.post(closing, same));
    refused(PdsManager.assign(state, same), state);
    accepted(PdsManager.allocate(state, TWO_PDCS, same), new PdsManager.WorkTaken(2, 1000));
  }

  @Test
  @Requirement("CCC-11")
  void aPdcWithWorkLeftDoesNotClose() {
    PdsManager.State state = withFirst();
    refused(PdsManager.beginClose(state, 1, new Transfer.State(1, 0)), state);
    refused(PdsManager.beginClose(state, 1, new Transfer.State(0, 1)), state);
  }

  @Test
  @Requirement("PDC-4")
  void theTargetOpensOnePdcForEachOfASourcesPdcs() {
    PdsManager.State state = PdsManager.State.initial(TWO_PDCS);
    state = accepted(PdsManager.accept(state, LOW, 1), new PdsManager.Opened(1));
    refused(PdsManager.accept(state, LOW, 1), state);
    refused(PdsManager.accept(state, HIGH, 1), state); // the class is not looked at
    state = accepted(PdsManager.accept(state, LOW, 2), new PdsManager.Opened(2));
    refused(PdsManager.accept(state, LOW, 3), state);
    state =
        accepted(
            PdsManager.followClose(state, 0, 1),
            new PdsManager.CloseDone(1),
            new PdsManager.Left(0));
    accepted(PdsManager.accept(state, LOW, 3), new PdsManager.Opened(1));
  }

  @Test
  @Requirement("PDC-4")
  void idsKeptForTheTargetsSideAreNotTakenByItsOwnRequests() {
    PdsManager.Params kept = new PdsManager.Params(0, 2, 1);
    PdsManager.State state = PdsManager.State.initial(kept);
    state = accepted(PdsManager.post(state, FIRST));
    state = accepted(PdsManager.allocate(state, kept, FIRST), new PdsManager.WorkTaken(1, 1000));
    Request second = request(2, HIGH, 7, 1);
    state = accepted(PdsManager.post(state, second));
    refused(PdsManager.allocate(state, kept, second), state);
    accepted(PdsManager.accept(state, new Flow(1, 0, 0), 1), new PdsManager.Opened(2));
    assertThatThrownBy(() -> new PdsManager.Params(0, 2, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Requirement({"CCC-2", "CCC-7"})
  void theFirstPdcOfAFlowAsksAndEachDirectionHasItsOwn() {
    accepted(PdsManager.askCcc(withFirst(), 1), new PdsManager.CccAsked(LOW));
    CccManager.State state = CccManager.State.initial(new CccManager.Params(0, 2, 0));
    state = accepted(CccManager.ask(state, LOW));
    refused(CccManager.ask(state, LOW), state);
    state =
        accepted(
            CccManager.create(state, new CccManager.Params(0, 2, 0), LOW),
            new CccManager.Created(1, LOW));
    refused(CccManager.ask(state, LOW), state);
    Flow back = new Flow(1, 0, 0);
    state = accepted(CccManager.ask(state, back));
    accepted(
        CccManager.create(state, new CccManager.Params(0, 2, 0), back),
        new CccManager.Created(2, back));
  }

  @Test
  @Requirement("CCC-11")
  void aCccIdComesBackWhenItsLastPdcHasLeftAndServesAnotherFlow() {
    CccManager.State state = CccManager.State.initial(ONE_CCC);
    state = accepted(CccManager.ask(state, LOW));
    state = accepted(CccManager.create(state, ONE_CCC, LOW), new CccManager.Created(1, LOW));
    state = accepted(CccManager.ask(state, HIGH));
    refused(CccManager.create(state, ONE_CCC, HIGH), state);

    Ccc.State serving = new Ccc.State(Ccc.Phase.READY, LOW, 3, 2, 0, 1);
    Ccc.State unused = Ccc.State.idle(LOW); // somebody still waits for it
    refused(CccManager.closeCcc(state, 1, serving), state);
    refused(CccManager.closeCcc(state, 1, unused), state);
    state = accepted(CccManager.closeCcc(state, 1, Ccc.leave(serving).next()));
    assertThat(state.find(LOW)).isZero();
    accepted(CccManager.create(state, ONE_CCC, HIGH), new CccManager.Created(1, HIGH));
  }
}

package dev.sluice.uet.ccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * What the kernels of a context's life tell a listener: each action once, when it has been taken
 * and before the host is asked for anything; of what is refused, nothing.
 */
class CccLifecycleListenerTest {
  private static final long HUNDRED_GBPS = 100_000_000_000L;
  private static final Flow FLOW = new Flow(0, 1, 3);
  private static final Flow BACK = new Flow(1, 0, 4);

  private final List<List<Object>> heard = new ArrayList<>();

  /** How often the host was asked for something. */
  private int asked;

  private final class Sink implements PdsManager.Sink, CccManager.Sink, Ccc.Sink, Transfer.Sink {
    @Override
    public void workTaken(int pdc, long size) {
      asked++;
    }

    @Override
    public void opened(int pdc) {
      asked++;
    }

    @Override
    public void cccAsked(Flow flow) {
      asked++;
    }

    @Override
    public void closeAsked(int pdc) {
      asked++;
    }

    @Override
    public void closeDone(int remote) {
      asked++;
    }

    @Override
    public void left(int ccc) {
      asked++;
    }

    @Override
    public void created(int id, Flow flow) {
      asked++;
    }

    @Override
    public void ackSent(long size) {
      asked++;
    }

    @Override
    public void dataSent(long size) {
      asked++;
    }
  }

  private final Sink sink = new Sink();

  /** Notes of each action its name, what the kernel shows by then, and what came along. */
  private <K> Listener<K> listener(K told, Face<K> face, Function<K, Object> seen) {
    return (kernel, action, arguments) -> {
      assertThat(kernel).isSameAs(told);
      assertThat(face.actions()).contains(action);
      assertThat(asked).as("before %s", action).isZero();
      assertThat(arguments).hasSize(action.parameters().size() + action.effects().size());
      List<Object> one = new ArrayList<>(List.of(action.name(), seen.apply(kernel)));
      one.addAll(List.of(arguments));
      heard.add(one);
    };
  }

  private void taken(String refused) {
    assertThat(refused).isNull();
    asked = 0;
  }

  private static void refused(String refused) {
    assertThat(refused).isNotBlank();
  }

  private static Ccc context(Flow flow, long initialCwnd) {
    return new Ccc(new Ccc.Params(0, 6_000_000, 3, 2, initialCwnd, InitialLimit.BDP, false), flow);
  }

  /** 100 Gbit/s and 6 us are a BDP of 75,000 B, and MaxWnd is half as much again. */
  @Test
  @Requirement({"CCC-4", "CCC-5", "CCC-12"})
  void aContextTellsOfItsLife() {
    Ccc context = context(FLOW, 0);
    context.tell(
        listener(
            context,
            Ccc.FACE,
            c ->
                c.phase()
                    + " "
                    + c.cwnd()
                    + "/"
                    + c.maxWnd()
                    + " "
                    + c.inflight()
                    + " "
                    + c.pdcs()));
    refused(context.bind());
    refused(context.makeReady());
    refused(context.send(1));
    refused(context.receive(1, sink));
    refused(context.giveUp(1));
    refused(context.acknowledge(1));
    refused(context.leave());
    taken(context.signal(10)); // before READY it comes to nothing
    taken(context.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    refused(context.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    taken(context.bind());
    taken(context.makeReady());
    taken(context.signal(10_000));
    refused(context.send(10_001));
    taken(context.send(4_000));
    taken(context.receive(300, sink));
    taken(context.acknowledge(1_000));
    refused(context.giveUp(3_001));
    taken(context.giveUp(500));
    taken(context.leave());
    context.tell(null);
    taken(context.bind());
    assertThat(heard)
        .containsExactly(
            List.of("Signal", "IDLE 0/0 0 0", 10L),
            List.of("Configure", "IDLE 75000/112500 0 0"),
            List.of("Bind", "IDLE 75000/112500 0 1"),
            List.of("MakeReady", "READY 75000/112500 0 1"),
            List.of("Signal", "READY 10000/112500 0 1", 10_000L),
            List.of("Send", "READY 10000/112500 4000 1", 4_000L),
            List.of("Receive", "READY 10000/112500 4000 1", 300L),
            List.of("Acknowledge", "READY 10000/112500 3000 1", 1_000L),
            List.of("GiveUp", "READY 10000/112500 2500 1", 500L),
            List.of("Leave", "READY 10000/112500 2500 0"));
  }

  @Test
  @Requirement({"NSCC-2", "CCC-5"})
  void ofWhatAContextRefusesNobodyHears() {
    Ccc large = context(FLOW, 75_001);
    large.tell(listener(large, Ccc.FACE, Ccc::phase));
    refused(large.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    Ccc target = context(BACK, 0);
    target.tell(listener(target, Ccc.FACE, Ccc::phase));
    refused(target.signal(10));
    assertThat(heard).isEmpty();
  }

  @Test
  @Requirement({"CCC-1", "CCC-12"})
  void aTransferTellsWhatItTakesSendsGivesUpAndGetsAcknowledged() {
    Transfer transfer = new Transfer();
    transfer.tell(
        listener(
            transfer, Transfer.FACE, t -> t.todo() + "/" + t.flight() + " " + t.lost() + " lost"));
    transfer.take(100);
    refused(transfer.send(101, sink));
    refused(transfer.send(0, sink));
    taken(transfer.send(60, sink));
    refused(transfer.acknowledge(61, 0));
    taken(transfer.acknowledge(10, 0));
    refused(transfer.giveUp(51));
    refused(transfer.giveUp(0));
    refused(transfer.resend(1));
    taken(transfer.giveUp(40));
    refused(transfer.giveUp(11));
    refused(transfer.resend(41));
    refused(transfer.resend(0));
    taken(transfer.resend(15));
    refused(transfer.acknowledge(26, 26));
    refused(transfer.acknowledge(26, 0));
    refused(transfer.acknowledge(4, 5));
    refused(transfer.acknowledge(1, -1));
    taken(transfer.acknowledge(30, 20));
    Transfer copy = transfer.copy();
    copy.take(1);
    transfer.tell(null);
    transfer.take(1);
    assertThat(heard)
        .containsExactly(
            List.of("Take", "100/0 0 lost", 100L),
            List.of("Send", "40/60 0 lost", 60L),
            List.of("Acknowledge", "40/50 0 lost", 10L, 0L),
            List.of("GiveUp", "40/50 40 lost", 40L),
            List.of("Resend", "40/50 25 lost", 15L),
            List.of("Acknowledge", "40/20 5 lost", 30L, 20L));
  }

  private static PdsManager.Request request(int id, int job, long size) {
    return new PdsManager.Request(id, new Pdc.SourceKey(FLOW, job, 5), size);
  }

  @Test
  @Requirement({"CCC-1", "CCC-2", "CCC-11", "PDC-4"})
  void aPdsManagerTellsOfRequestsAndOfPdcsAtBothEnds() {
    PdsManager pds = new PdsManager(new PdsManager.Params(0, 2, 0));
    pds.tell(listener(pds, PdsManager.FACE, p -> p.waiting().size() + " " + p.pdcs().free()));
    PdsManager.Request first = request(8, 7, 100);
    PdsManager.Request same = request(9, 7, 200);
    refused(pds.assign(first, sink));
    refused(pds.allocate(first, sink));
    taken(pds.post(first));
    refused(pds.post(first));
    refused(pds.assign(first, sink));
    taken(pds.allocate(first, sink));
    taken(pds.post(same));
    refused(pds.allocate(same, sink));
    taken(pds.assign(same, sink));
    refused(pds.askCcc(2, sink));
    taken(pds.askCcc(1, sink));
    refused(pds.bind(1, 0));
    taken(pds.bind(1, 6));
    refused(pds.bind(1, 6));
    taken(pds.accept(BACK, 44, sink));
    refused(pds.accept(BACK, 44, sink));
    refused(pds.accept(BACK, 45, sink)); // no id is left
    taken(pds.post(request(10, 9, 300)));
    refused(pds.allocate(request(10, 9, 300), sink));
    Transfer working = new Transfer();
    working.take(1);
    refused(pds.beginClose(1, working, sink));
    refused(pds.beginClose(2, new Transfer(), sink));
    refused(pds.endClose(1, sink));
    taken(pds.beginClose(1, new Transfer(), sink));
    taken(pds.endClose(1, sink));
    refused(pds.followClose(1, 45, sink));
    taken(pds.followClose(1, 44, sink));
    taken(pds.copy().post(request(11, 9, 1)));
    pds.tell(null);
    taken(pds.post(request(11, 9, 1)));
    assertThat(heard)
        .containsExactly(
            List.of("Post", "1 2", 8, 1, 7, 3, 5, 100L),
            List.of("Allocate", "0 1", 8, 1),
            List.of("Post", "1 1", 9, 1, 7, 3, 5, 200L),
            List.of("Assign", "0 1", 9, 1),
            List.of("AskCcc", "0 1", 1),
            List.of("Bind", "0 1", 1),
            List.of("Accept", "0 0", 44, 2),
            List.of("Post", "1 0", 10, 1, 9, 3, 5, 300L),
            List.of("BeginClose", "1 0", 1),
            List.of("EndClose", "1 1", 1),
            List.of("FollowClose", "1 2", 44, 2));
  }

  @Test
  @Requirement({"CCC-2", "CCC-3", "CCC-11"})
  void aCccManagerTellsWhoAsksWhatIsThereAndWhatGoes() {
    CccManager cccs = new CccManager(new CccManager.Params(0, 1, 0));
    cccs.tell(listener(cccs, CccManager.FACE, m -> m.asked().size() + " " + m.flows().free()));
    refused(cccs.create(FLOW, sink));
    taken(cccs.askCcc(FLOW));
    refused(cccs.askCcc(FLOW));
    taken(cccs.create(FLOW, sink));
    refused(cccs.askCcc(FLOW));
    taken(cccs.askCcc(BACK));
    refused(cccs.create(BACK, sink));
    Ccc context = context(FLOW, 0);
    refused(cccs.closeCcc(1, context));
    taken(context.configure(HUNDRED_GBPS, HUNDRED_GBPS));
    taken(context.bind());
    taken(context.makeReady());
    refused(cccs.closeCcc(1, context));
    taken(context.leave());
    taken(cccs.closeCcc(1, context));
    taken(cccs.copy().create(BACK, sink));
    cccs.tell(null);
    taken(cccs.create(BACK, sink));
    assertThat(heard)
        .containsExactly(
            List.of("AskCcc", "1 1", 0, 1, 3),
            List.of("Create", "0 0", 1),
            List.of("AskCcc", "1 0", 1, 0, 4),
            List.of("CloseCcc", "1 1", 1));
  }

  /** A kernel's part in an action of two has the name of the action, or is not of the module. */
  @Test
  void bothPartsOfAnActionAreCalledAlike() {
    assertThat(Ccc.BIND.name()).isEqualTo(PdsManager.BIND.name());
    assertThat(CccManager.ASK_CCC.name()).isEqualTo(PdsManager.ASK_CCC.name());
    assertThat(Transfer.SEND.name()).isEqualTo(Ccc.SEND.name());
    assertThat(Transfer.ACKNOWLEDGE.name()).isEqualTo(Ccc.ACKNOWLEDGE.name());
    assertThat(List.of(Ccc.LEAVE.by(), Transfer.TAKE.by())).containsOnly(Action.By.INTERNAL);
  }
}

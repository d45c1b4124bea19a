package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.house.ChangedSources;
import dev.sluice.house.Whole;
import dev.sluice.model.replay.KernelFaults.Fault;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults in what a living kernel carries from step to step, planted in its source and compiled:
 * each is found by the replay of one of the models that the project keeps, and the kernels as they
 * are replay every one of these. What no small model reaches is found by a property of the class
 * against a plain model of it.
 */
class PlantedInKernelsTest {
  private static final String GRANTER = "cc/rccc/CreditGranter.java";
  private static final String ENTRIES = "cc/rccc/Entries.java";
  private static final String SPENDER = "cc/rccc/CreditSpender.java";
  private static final String ENTROPY = "cc/nscc/EntropyValues.java";
  private static final String WINDOW = "cc/nscc/NsccWindow.java";
  private static final String POOL = "uet/IdPool.java";
  private static final String CONTEXT = "uet/ccc/Ccc.java";
  private static final String CCC_MANAGER = "uet/ccc/CccManager.java";
  private static final String SCHEDULING = "uet/ccc/CccScheduling.java";
  private static final String PERMISSION = "uet/ccc/SendPermission.java";
  private static final String TEARDOWN = "uet/ccc/CccTeardown.java";
  private static final String PDS_MANAGER = "uet/ccc/PdsManager.java";
  private static final String TRANSFER = "uet/ccc/Transfer.java";
  private static final String INITIATOR = "uet/pdc/Initiator.java";
  private static final String RECEIVED = "uet/pdc/ReceiveWindow.java";
  private static final String RECOVERY = "uet/pdc/LossRecovery.java";
  private static final String SOURCE = "uet/pdc/SourcePdc.java";
  private static final String TARGET = "uet/pdc/Target.java";
  private static final String TARGET_PDC = "uet/pdc/TargetPdc.java";
  private static final String NSCC_WINDOW_TRACE_UET = "NsccWindow/trace_uet";
  private static final String NSCC_WINDOW_SMOKE_BRAKE = "NsccWindow/smoke_brake";
  private static final String NSCC_WINDOW_TRACE = "NsccWindow/trace";
  private static final String CCC_LIFECYCLE_TRACE = "CccLifecycle/trace";
  private static final String CCC_SCHEDULING_TRACE = "CccScheduling/trace";
  private static final String CCC_SCHEDULING_FITS = "CccScheduling/smoke_fits";
  private static final String CCC_TEARDOWN_TRACE = "CccTeardown/trace";
  private static final String LOSS_RECOVERY_TRACE = "LossRecovery/trace";
  private static final String PDC_HANDSHAKE_TRACE_MEMORY = "PdcHandshake/trace_memory";
  private static final String PDC_HANDSHAKE_SAFETY = "PdcHandshake/safety";
  private static final String SHARE = "CreditConservation/live_share";
  private static final String LEFTOVER = "CreditConservation/smoke_leftover";
  private static final String CAP = "CreditConservation/live_cap";
  private static final String INCAST = "RcccIncast/live_leave";
  private static final String INCAST_SLICES = "RcccIncast/headers";

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "a share is counted from where the slices stand, not from where it was",
              SHARE,
              GRANTER,
              "entry.base = Math.min(before, entry.wanted) - level;",
              "entry.base = Math.min(before, entry.wanted);"),
          new Fault(
              "more is given up than is in flight and not acknowledged",
              "CreditConservation/smoke_twice",
              SPENDER,
              "if (bytes <= 0 || bytes > sent() - acked) {",
              "if (bytes <= 0) {"),
          new Fault(
              "a trimmed packet that needs new credit has nothing more be wanted",
              "CreditConservation/trace_trimmed",
              GRANTER,
              "params.sourceDocuments() ? 0 : params.roundUp(params.mtuBytes())",
              "0"),
          new Fault(
              "a trimmed packet that keeps its credit has a packet more be wanted",
              "CreditConservation/smoke_trimmed_documents",
              GRANTER,
              "params.sourceDocuments() ? 0 : params.roundUp(params.mtuBytes())",
              "params.roundUp(params.mtuBytes())"),
          new Fault(
              "credit that a forgotten sender did not use stays outstanding",
              LEFTOVER,
              GRANTER,
              "outstanding -= entry.outstanding();",
              "outstanding -= 0;"),
          new Fault(
              "who leaves is still counted among those that want something",
              LEFTOVER,
              GRANTER,
              "waiting -= entry.isWaiting() ? 1 : 0;",
              "waiting -= 0;"),
          new Fault(
              "the initial credit is not outstanding",
              CAP,
              GRANTER,
              "outstanding += made.granted;",
              "outstanding += 0;"),
          new Fault(
              "whoever is in turn is granted credit though the cap has no room",
              INCAST,
              GRANTER,
              "return least <= params.capBytes() - outstanding ? slot : -1;",
              "return slot;"),
          new Fault(
              "the cap is one byte more than it is",
              INCAST,
              GRANTER,
              "return least <= params.capBytes() - outstanding ? slot : -1;",
              "return least <= params.capBytes() - outstanding + 1 ? slot : -1;"),
          new Fault(
              "nothing is taken off the budget of the slice",
              INCAST,
              GRANTER,
              "      budget -= bytes;",
              "      budget -= 0;"),
          new Fault(
              "credit is granted when the budget of the slice is used up",
              INCAST,
              GRANTER,
              "int slot = budget <= 0 ? -1 : slotDue();",
              "int slot = budget < 0 ? -1 : slotDue();"),
          new Fault(
              "the budget that a slice leaves is saved up",
              INCAST_SLICES,
              GRANTER,
              "budget = Math.min(budget, params.quantumBytes() - 1) + params.sliceBytes();",
              "budget = budget + params.sliceBytes();"),
          new Fault(
              "the initial credit of a sender is not counted as granted",
              INCAST,
              GRANTER,
              "made.granted = params.initialCreditBytes();",
              "made.granted = 0;"),
          new Fault(
              "data that comes in does not count",
              INCAST,
              GRANTER,
              "    entry.arrived = Math.addExact(entry.arrived, bytes);\n",
              ""),
          new Fault(
              "an ACK_CC says what is issued, not the total",
              INCAST,
              GRANTER,
              "long granted = Math.addExact(entry.granted, bytes);",
              "long granted = bytes;"),
          new Fault(
              "a sender that has closed keeps its entry",
              INCAST,
              GRANTER,
              "    entries.remove(slot);\n",
              "    entries.get(slot);\n"),
          new Fault(
              "a request without data is not answered, nor noted",
              INCAST,
              GRANTER,
              "    if (slot < 0) {\n      slot = ~slot;\n      Entry made",
              "    if (slot < 0 && bytes == 0) {\n      return null;\n    }\n    if (slot < 0) {\n      slot = ~slot;\n      Entry made"),
          new Fault(
              "what is granted stays where it was due",
              SHARE,
              GRANTER,
              "      changed(slot, entry, wasWaiting);\n    }\n    if (listener",
              "      waiting += (entry.isWaiting() ? 1 : 0) - (wasWaiting ? 1 : 0);\n    }\n    if (listener"),
          new Fault(
              "two copies of a receiver share their entries",
              SHARE,
              ENTRIES,
              "copy.entries[slot] = entries[slot].copy();",
              "copy.entries[slot] = entries[slot];"),
          new Fault(
              "entries that move together leave their rows behind",
              SHARE,
              ENTRIES,
              "        rows[0][to++] = rows[0][from];",
              "        to++;"),
          new Fault(
              "a refused commit has used the budget",
              SHARE,
              GRANTER,
              "      return NOT_ARRIVED;",
              "      budget--;\n      return NOT_ARRIVED;"),
          new Fault(
              "two copies of a context share what their PDCs want",
              SHARE,
              SPENDER,
              "    return FACE.copy(this, new CreditSpender(params, queue.length));",
              "    CreditSpender copy = FACE.copy(this, new CreditSpender(params, queue.length));\n"
                  + "    copy.queue = queue;\n    return copy;"),
          new Fault(
              "a context that closes and opens again remembers what was acknowledged",
              LEFTOVER,
              SPENDER,
              "    spent = 0;\n    acked = 0;",
              "    spent = 0;"),
          new Fault(
              "a packet that is lost has spent its credit for good",
              "CreditConservation/trace",
              SPENDER,
              "spent -= bytes;",
              "spent -= 0;"),
          new Fault(
              "a window's copy does not know when quick adapt's period ends",
              NSCC_WINDOW_TRACE_UET,
              WINDOW,
              "(w, v) -> w.qaEndPs = v)",
              "(w, v) -> {})"),
          new Fault(
              "a packet that finds no room makes the period of adjustment seem longer",
              NSCC_WINDOW_TRACE_UET,
              WINDOW,
              "      return NO_ROOM;",
              "      lastAdjustPs--;\n      return NO_ROOM;"),
          new Fault(
              "a window that the target has restored stays saved",
              NSCC_WINDOW_SMOKE_BRAKE,
              WINDOW,
              "      cwnd = Math.min(savedCwnd, maxWnd);\n      savedCwnd = 0;",
              "      cwnd = Math.min(savedCwnd, maxWnd);"),
          new Fault(
              "the largest window stays where it was when the base RTT falls",
              NSCC_WINDOW_SMOKE_BRAKE,
              WINDOW,
              "    maxWnd = params.maxWndAt(rttPs);\n",
              ""),
          new Fault(
              "a copy of entropy values begins with the first one again",
              NSCC_WINDOW_TRACE,
              ENTROPY,
              "(v, ev) -> v.ev = (int) ev)",
              "(v, ev) -> {})"),
          new Fault(
              "acknowledged bytes stay in flight in their context",
              CCC_LIFECYCLE_TRACE,
              CONTEXT,
              "inflight -= size;\n    if (listener != null) {\n      listener.took(this, ACKNOWLEDGE",
              "inflight -= 0;\n    if (listener != null) {\n      listener.took(this, ACKNOWLEDGE"),
          new Fault(
              "a packet that is given up stays in flight in its context",
              CCC_LIFECYCLE_TRACE,
              CONTEXT,
              "inflight -= size;\n    if (listener != null) {\n      listener.took(this, GIVE_UP",
              "inflight -= 0;\n    if (listener != null) {\n      listener.took(this, GIVE_UP"),
          new Fault(
              "a PDC that has left its context still counts there",
              CCC_LIFECYCLE_TRACE,
              CONTEXT,
              "    pdcs--;\n",
              ""),
          new Fault(
              "a context that was created is still asked for",
              CCC_LIFECYCLE_TRACE,
              CCC_MANAGER,
              "    asked.remove(flow);\n",
              ""),
          new Fault(
              "the id of a context that closed is never free again",
              CCC_LIFECYCLE_TRACE,
              CCC_MANAGER,
              "    flows.remove(id);\n",
              ""),
          new Fault(
              "a copy of the PDS Manager loses the requests that wait",
              CCC_LIFECYCLE_TRACE,
              PDS_MANAGER,
              "    waiting.addAll(from.waiting);\n",
              ""),
          new Fault(
              "a PDC's id is free while its target may still know it",
              CCC_LIFECYCLE_TRACE,
              PDS_MANAGER,
              "    pdcs.put(pdc, entry.closing());",
              "    pdcs.remove(pdc);"),
          new Fault(
              "a request that no PDC matches is forgotten where it is refused",
              CCC_LIFECYCLE_TRACE,
              PDS_MANAGER,
              "      return \"no open PDC matches\";",
              "      waiting.remove(request);\n      return \"no open PDC matches\";"),
          new Fault(
              "a PDC's copy has nothing in flight",
              CCC_LIFECYCLE_TRACE,
              TRANSFER,
              "(t, v) -> t.flight = v)",
              "(t, v) -> {})"),
          new Fault(
              "more work replaces what was still to be sent",
              CCC_LIFECYCLE_TRACE,
              TRANSFER,
              "todo = Math.addExact(todo, size);",
              "todo = size;"),
          new Fault(
              "a copy within an event forgets how many bytes leave the flight",
              CCC_SCHEDULING_TRACE,
              SCHEDULING,
              "(c, v) -> c.bytes = v)",
              "(c, v) -> {})"),
          new Fault(
              "an event adds its packets to those of the one before",
              CCC_SCHEDULING_TRACE,
              SCHEDULING,
              "    packets = taken;\n",
              "    packets += taken;\n"),
          new Fault(
              "a packet that may not leave yet counts as marked for retransmission",
              CCC_SCHEDULING_TRACE,
              SCHEDULING,
              "      return NOT_READY;",
              "      waitingRtx++;\n      return NOT_READY;"),
          new Fault(
              "a packet leaves about which the algorithms were not asked",
              CCC_SCHEDULING_FITS,
              SCHEDULING,
              "      return NOT_ASKED;",
              "      nextSize = size;"),
          new Fault(
              "a new packet leaves on credit that another one had",
              CCC_SCHEDULING_FITS,
              SCHEDULING,
              "again && nextCost == permission.cost(size, true)",
              "nextCost == permission.cost(size, true)"),
          new Fault(
              "the algorithms are asked before the packet given up waits to be sent",
              CCC_SCHEDULING_FITS,
              SCHEDULING,
              "    sink.stands(PacketStanding.WAITING);\n    update(work);\n",
              "    update(work);\n    sink.stands(PacketStanding.WAITING);\n"),
          new Fault(
              "where no packet is next, the algorithms are asked about the one before",
              CCC_SCHEDULING_FITS,
              SCHEDULING,
              "isNamed ? work.nextSize() : permission.mtu()",
              "isNamed ? work.nextSize() : nextSize"),
          new Fault(
              "a CCC is READY on a window alone",
              CCC_SCHEDULING_TRACE,
              SCHEDULING,
              "return permission.canSend(work, nextSize, nextCost);",
              "return permission.canSend(work, nextSize, nextCost)\n"
                  + "        || permission.lacksCredit(work, nextSize, nextCost);"),
          new Fault(
              "a CCC is READY on credit alone",
              CCC_SCHEDULING_FITS,
              PERMISSION,
              "return nsccCanSend(algorithms, size) && rcccCanSend(algorithms, cost);",
              "return rcccCanSend(algorithms, cost);"),
          new Fault(
              "what is sent again takes new credit, even if it has its own",
              CCC_SCHEDULING_FITS,
              PERMISSION,
              "return isPaid && !overdraft ? 0 : size;",
              "return size;"),
          new Fault(
              "a message leaves whole, whatever an MTU is",
              CCC_SCHEDULING_TRACE,
              PERMISSION,
              "return Math.min(mtu, left);",
              "return left;"),
          new Fault(
              "a copy forgets about which packet the algorithms were asked",
              CCC_SCHEDULING_FITS,
              SCHEDULING,
              "(c, v) -> c.nextSize = v)",
              "(c, v) -> {})"),
          new Fault(
              "two copies of a recovery share their marks",
              LOSS_RECOVERY_TRACE,
              RECOVERY,
              "copy.again = again.clone();",
              "copy.again = again;"),
          new Fault(
              "a recovery forgets where its marks begin",
              LOSS_RECOVERY_TRACE,
              RECOVERY,
              "    first = acked;",
              "    first = sent - 1;"),
          new Fault(
              "a copy of a context's PDCs forgets those that close",
              CCC_TEARDOWN_TRACE,
              TEARDOWN,
              "(c, v) -> c.closing = (int) v)",
              "(c, v) -> {})"),
          new Fault(
              "a PDC that may not open counts as being created",
              CCC_TEARDOWN_TRACE,
              TEARDOWN,
              "      return \"all PDCs of the CCC close\";",
              "      creating++;\n      return \"all PDCs of the CCC close\";"),
          new Fault(
              "a PDC that the target has taken in still counts as being created",
              CCC_TEARDOWN_TRACE,
              TEARDOWN,
              "    creating--;\n",
              ""),
          new Fault(
              "an id that was given back stays marked as taken",
              PDC_HANDSHAKE_TRACE_MEMORY,
              POOL,
              "    taken[word] &= ~(1L << id - 1);\n",
              ""),
          new Fault(
              "two copies of a pool share the marks of what is taken",
              PDC_HANDSHAKE_TRACE_MEMORY,
              POOL,
              "taken.clone()",
              "taken"),
          new Fault(
              "two copies of a pool share its entries",
              PDC_HANDSHAKE_TRACE_MEMORY,
              POOL,
              "entryOf.apply((E) entries[i])",
              "entries[i]"),
          new Fault(
              "a source's PDC loses in a copy what was acknowledged",
              PDC_HANDSHAKE_TRACE_MEMORY,
              SOURCE,
              "(p, v) -> p.acked = v)",
              "(p, v) -> {})"),
          new Fault(
              "a Close that is refused, since packets are out, has closed the PDC",
              PDC_HANDSHAKE_TRACE_MEMORY,
              SOURCE,
              "      return OUTSTANDING;",
              "      phase = Phase.CLOSE_ACK_WAIT;\n      return OUTSTANDING;"),
          new Fault(
              "two copies of a target's PDC share what has come",
              PDC_HANDSHAKE_TRACE_MEMORY,
              TARGET_PDC,
              "got.copy()",
              "got"),
          new Fault(
              "a target's PDC forgets in a copy what has come",
              PDC_HANDSHAKE_TRACE_MEMORY,
              TARGET_PDC,
              "got.copy()",
              "new ReceiveWindow()"),
          new Fault(
              "a receive window awaits in a copy its first packet",
              PDC_HANDSHAKE_TRACE_MEMORY,
              RECEIVED,
              "    copy.awaited = awaited;\n",
              ""),
          new Fault(
              "two copies of an initiator share their PDCs",
              PDC_HANDSHAKE_TRACE_MEMORY,
              INITIATOR,
              "slots.copy(ofSlot)",
              "slots.copy(slot -> slot)"),
          new Fault(
              "the id of a PDC that has ended does not rest",
              PDC_HANDSHAKE_TRACE_MEMORY,
              INITIATOR,
              "slots.put(pdc.spdcid(), Resting.RESTING);",
              "slots.remove(pdc.spdcid());"),
          new Fault(
              "an id rests too short by one",
              PDC_HANDSHAKE_SAFETY,
              INITIATOR,
              "sinceEnd < params.idSafety()",
              "sinceEnd + 1 < params.idSafety()"),
          new Fault(
              "an id that must rest on is given back where that is refused",
              PDC_HANDSHAKE_SAFETY,
              INITIATOR,
              "      return RESTS_ON;",
              "      slots.remove(spdcid);\n      return RESTS_ON;"),
          new Fault(
              "a key that is forgotten is still remembered",
              PDC_HANDSHAKE_TRACE_MEMORY,
              TARGET,
              "    memory.remove(key);\n",
              ""),
          new Fault(
              "a key is remembered too short by one",
              PDC_HANDSHAKE_TRACE_MEMORY,
              TARGET,
              "sinceClosed < params.memory()",
              "sinceClosed + 1 < params.memory()"),
          new Fault(
              "two copies of a target share what they remember",
              PDC_HANDSHAKE_TRACE_MEMORY,
              TARGET,
              "memory.copy()",
              "memory"));

  /**
   * A fault in what no small model reaches, and a property of the class that finds it.
   *
   * @param fault with a model whose replay does not find it; if it does one day, the fault belongs
   *     to the others
   * @param test where the property is
   * @param property its name
   * @param arguments one case of it
   */
  private record Unreached(Fault fault, String test, String property, Object... arguments) {}

  private static final String ENTROPY_TEST = "dev.sluice.cc.nscc.EntropyValuesTest";
  private static final String POOL_TEST = "dev.sluice.uet.IdPoolProperties";
  private static final String RECEIVED_TEST = "dev.sluice.uet.pdc.ReceiveWindowProperties";

  /** Distances of packets from the awaited one, up to two words. */
  private static List<Integer> distances() {
    return new Random(1).ints(400, 0, 401).boxed().toList();
  }

  private static final List<Unreached> UNREACHED =
      List.of(
          new Unreached(
              new Fault(
                  "a copy of sprayed entropy values forgets which to pass over",
                  NSCC_WINDOW_TRACE_UET,
                  ENTROPY,
                  "(v, word, bits) -> v.avoided[word] = bits)",
                  "(v, word, bits) -> {})"),
              ENTROPY_TEST,
              "sprayedValuesFollowAPlainQueue",
              3,
              1L),
          new Unreached(
              new Fault(
                  "a sprayed entropy value that was passed over is passed over for ever",
                  NSCC_WINDOW_TRACE_UET,
                  ENTROPY,
                  "        avoided[ev / Long.SIZE] &= ~(1L << ev);\n",
                  ""),
              ENTROPY_TEST,
              "sprayedValuesFollowAPlainQueue",
              3,
              1L),
          new Unreached(
              new Fault(
                  "a word of ids counts as full after one of them was given back",
                  PDC_HANDSHAKE_TRACE_MEMORY,
                  POOL,
                  "    full[word >> WORD_SHIFT] &= ~(1L << word);\n",
                  ""),
              POOL_TEST,
              "handsOutEveryIdOnceAndNeverZero",
              200),
          new Unreached(
              new Fault(
                  "a receive window that moves on by a word leaves its bits behind",
                  PDC_HANDSHAKE_TRACE_MEMORY,
                  RECEIVED,
                  "    System.arraycopy(early, base, early, 0, left);\n",
                  ""),
              RECEIVED_TEST,
              "aWindowThatMovesOnIsTheSetOfWhatHasComeAsWell",
              distances()));

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }

  @TestFactory
  List<DynamicTest> whatNoSmallModelReachesIsFoundByAProperty(@TempDir Path scratch) {
    Map<String, Path> graphs = new HashMap<>();
    List<DynamicTest> tests = new ArrayList<>();
    for (Unreached one : Whole.drawn(UNREACHED, 1)) {
      tests.add(
          DynamicTest.dynamicTest(
              one.fault().says(),
              () -> {
                assertThat(KernelFaults.replayed(one.fault(), graphs, scratch))
                    .isEqualTo(KernelFaults.NONE);
                Path folder = Files.createTempDirectory(scratch, "fault-");
                assertThatCode(() -> check(one, folder)).doesNotThrowAnyException();
                KernelFaults.compile(one.fault(), folder);
                assertThatThrownBy(() -> check(one, folder))
                    .hasCauseInstanceOf(AssertionError.class);
              }));
    }
    return tests;
  }

  /** One case of a property, on what is in this folder before all else. */
  private static void check(Unreached one, Path folder) throws Exception {
    try (URLClassLoader loader = ChangedSources.loader(folder)) {
      Class<?> test = loader.loadClass(one.test());
      Method property =
          Arrays.stream(test.getDeclaredMethods())
              .filter(method -> method.getName().equals(one.property()))
              .findFirst()
              .orElseThrow();
      Constructor<?> maker = test.getDeclaredConstructor();
      maker.setAccessible(true); // for another loader it is another package
      property.setAccessible(true);
      property.invoke(maker.newInstance(), one.arguments());
    }
  }
}

package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants faults in kernels that meet honest peers only: a guard is missing, or wrong, against a
 * message that no honest peer sends. Models with chaos peers and injected messages find each.
 */
class PlantedForPeersTest {
  private static final String TARGET = "uet/pdc/Target.java";
  private static final String TARGET_PDC = "uet/pdc/TargetPdc.java";
  private static final String SOURCE_PDC = "uet/pdc/SourcePdc.java";
  private static final String GRANTER = "cc/rccc/CreditGranter.java";
  private static final String ENTRIES = "cc/rccc/Entries.java";
  private static final String SPENDER = "cc/rccc/CreditSpender.java";
  private static final String HPCC = "cc/hpcc/HpccSender.java";

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "a Close beside a gap ends the PDC",
              "PdcHandshake/chaos_target",
              TARGET_PDC,
              " && got.inOrder()",
              ""),
          new Fault(
              "a packet half the modulus away is taken",
              "PdcHandshake/chaos_target",
              TARGET_PDC,
              "packet - got.awaited() >= params.mpRange()",
              "packet - got.awaited() >= params.mpRange() && packet < params.psnModulus() / 2"),
          new Fault(
              "a SYN of another first PSN is taken",
              "PdcHandshake/chaos_target",
              TARGET_PDC,
              "start(params, syn) == start ? take(syn.offset()) : Taken.NOT",
              "take(syn.offset())"),
          new Fault(
              "a PDC serves each FEP that knows its id",
              "PdcHandshake/chaos_names",
              TARGET,
              "pdc.key().fa() == fa && ",
              ""),
          new Fault(
              "a PDC serves each SPDCID of its FEP",
              "PdcHandshake/chaos_pool",
              TARGET,
              " && pdc.key().spdcid() == spdcid",
              ""),
          new Fault(
              "a remembered key is refused while the pool is empty",
              "PdcHandshake/chaos_names",
              TARGET,
              "    String known = whyKnown(key(syn));\n    if (known != null) {\n"
                  + "      return known;\n    } else if (canAdmit",
              "    String known = whyKnown(key(syn));\n"
                  + "    if (known != null && known.equals(KNOWN)) {\n"
                  + "      return known;\n    } else if (canAdmit"),
          new Fault(
              "a SYN beyond the range opens a PDC",
              "PdcHandshake/chaos_target",
              TARGET,
              "syn.offset() >= params.mpRange()) {\n      return OUT_OF_RANGE",
              "syn.offset() > 2 * params.psnModulus()) {\n      return OUT_OF_RANGE"),
          new Fault(
              "each target acknowledges data",
              "PdcHandshake/chaos_initiator",
              SOURCE_PDC,
              ": from == dpdcid)",
              ": true)"),
          new Fault(
              "each target acknowledges the Close",
              "PdcHandshake/chaos_initiator",
              SOURCE_PDC,
              "phase == Phase.CLOSE_ACK_WAIT && from == dpdcid",
              "phase == Phase.CLOSE_ACK_WAIT"),
          new Fault(
              "a target without an id is learnt",
              "PdcHandshake/chaos_initiator",
              SOURCE_PDC,
              "from != 0 : from",
              "true : from"),
          new Fault(
              "an acknowledgment of packets that were not sent is taken",
              "PdcHandshake/chaos_initiator",
              SOURCE_PDC,
              "count(cack) <= sent && ",
              ""),
          new Fault(
              "a NACK of any PSN ends a closing PDC",
              "PdcHandshake/chaos_initiator",
              SOURCE_PDC,
              "gone && count(psn) == work && ",
              "gone && "),
          new Fault(
              "a NACK of any kind ends a closing PDC",
              "PdcHandshake/chaos_initiator",
              SOURCE_PDC,
              "return gone && count(psn)",
              "return count(psn)"),
          new Fault(
              "a forged count acknowledges data that were not sent",
              "CreditConservation/injected_acks",
              SPENDER,
              "Math.min(inMemory, sent())",
              "inMemory"),
          new Fault(
              "a sender is granted all that it asks for",
              "CreditConservation/injected_lying",
              GRANTER,
              "Math.min(asked, room)",
              "asked"),
          new Fault(
              "a sender that overspends frees credit of the others",
              "CreditConservation/injected_overspent",
              ENTRIES,
              "Math.max(0, granted - arrived)",
              "granted - arrived"),
          new Fault(
              "a window from the receiver has no bounds",
              "HpccWindow/injected_windows",
              HPCC,
              "w = params.within(received)",
              "w = received"),
          new Fault(
              "an old acknowledgment takes back what was acknowledged",
              "HpccWindow/injected_acks",
              HPCC,
              "sndUna = progress(seq, sndUna) > 0 ? seq : sndUna",
              "sndUna = seq"),
          new Fault(
              "an old acknowledgment takes back the next packet",
              "HpccWindow/injected_acks",
              HPCC,
              "sndNxt = progress(seq, sndNxt) > 0 ? seq : sndNxt",
              "sndNxt = seq"));

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}

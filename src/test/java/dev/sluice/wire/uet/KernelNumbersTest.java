package dev.sluice.wire.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.pdc.Psn;
import org.junit.jupiter.api.Test;

/**
 * What the protocol counts is what the fields of its packets hold. Codecs and kernels know nothing
 * of each other, so each has its number.
 */
class KernelNumbersTest {
  @Test
  void theSynWindowIsAsWideAsTheFieldOfTheOffset() {
    assertThat(Psn.WIRE_SYN_WINDOW - 1).isEqualTo(SynField.MAX_PSN_OFFSET).isEqualTo(4_095);
    assertThat(SynField.fits(Psn.WIRE_SYN_WINDOW - 1)).isTrue();
    assertThat(SynField.fits(Psn.WIRE_SYN_WINDOW)).isFalse();
  }

  @Test
  void aPsnFillsItsField() {
    assertThat(Psn32.number(-1)).isEqualTo(Psn.WIRE_MODULUS - 1);
  }

  @Test
  void whatATargetReceivedIsCountedInTheUnitsOfItsField() {
    assertThat(NsccState.RCVD_BYTES_UNIT).isEqualTo(NsccParams.RECEIVED_UNIT_BYTES).isEqualTo(256);
  }

  @Test
  void aCccIdFitsItsOctet() {
    byte[] octets = new byte[64];
    Request.putCccState(octets, 0, CccManager.WIRE_IDS, 0);
    assertThat(Request.cccId(octets, 0)).isEqualTo(CccManager.WIRE_IDS).isEqualTo(0xFF);
  }
}

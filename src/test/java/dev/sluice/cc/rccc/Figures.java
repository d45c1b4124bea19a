package dev.sluice.cc.rccc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Profile;
import dev.sluice.units.WrappingCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The source document's example in numbers, and how tests call kernels. */
final class Figures {
  /** 100 Gb/s = 12.5 GB/s, for 1 us. */
  static final long SLICE = 12_500_000_000L * 1 / 1_000_000;

  /** One sixth of the BDP of 75,000 B. */
  static final long INITIAL = 75_000 / 6;

  /** The RMA write. */
  static final long WRITE = 256_000_000;

  static final SenderKey RANK_0 = new SenderKey(0, 0x0A000001, 0, 0xA1);
  static final SenderKey RANK_1 = new SenderKey(0, 0x0A000002, 0, 0xA1);

  private Figures() {}

  /** The document's parameters, for an MTU. */
  static CreditParams params(long mtuBytes) {
    return new CreditParams(
        Profile.SOURCE_DOCUMENTS,
        1,
        SLICE,
        mtuBytes,
        INITIAL,
        1_000_000,
        0,
        WrappingCounter.MODULUS_24);
  }

  /** What kernels have asked their host to send, in order. */
  static final class Host implements CreditSpender.Sink, CreditGranter.Sink {
    final List<Request> requests = new ArrayList<>();
    final List<AckCc> acks = new ArrayList<>();

    @Override
    public void request(int pdc, long bytes, long target) {
      requests.add(new Request(pdc, bytes, target));
    }

    @Override
    public void ackCc(SenderKey to, long total, long issued, long acked) {
      acks.add(new AckCc(to, total, acked));
    }
  }

  /** A RUD_CC_REQ; see {@link CreditSpender.Sink#request}. */
  record Request(int pdc, long bytes, long target) {}

  /** An ACK_CC; see {@link CreditGranter.Sink#ackCc}. */
  record AckCc(SenderKey to, long total, long acked) {}

  /** For calls that send nothing, or of which nobody asks what they send. */
  static final Host NOBODY = new Host();

  /** The call was accepted. */
  static void accepted(String refused) {
    assertThat(refused).isNull();
  }

  /** The call is refused, and changes nothing that can be seen. */
  static void assertRefused(Object kernel, Supplier<String> call) {
    String before = kernel.toString();
    assertThat(call.get()).isNotBlank();
    assertThat(kernel).hasToString(before);
  }
}

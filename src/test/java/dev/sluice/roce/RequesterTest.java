package dev.sluice.roce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ranges;
import dev.sluice.requirement.Requirement;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a requester sends, and what it makes of each response, with the numbers of the wire. */
class RequesterTest {
  private static final long MODULUS = 16_777_216; // 2^24

  private final Peer user = new Peer();

  private static Requester requester(long firstPsn, long window) {
    return new Requester(new RequesterParams(MODULUS, firstPsn, window, 0, 2, 3, 3));
  }

  private void sendAll(Requester requester) {
    while (requester.mayTransmit()) {
      assertThat(requester.transmit(user)).isNull();
    }
    assertThat(requester.transmit(user)).isNotNull();
  }

  private void takes(Requester requester, ResponseKind kind, long psn) {
    assertThat(requester.receiveResponse(kind, psn, 0, user)).isNull();
    assertThat(requester.broken()).isNull();
  }

  @Test
  @Requirement("RC-1")
  void psnsGoOnBehindTheLast() {
    Requester requester = requester(0xFFFFFE, 64);
    requester.post(Op.SEND, 3);
    requester.post(Op.SEND, 1);
    sendAll(requester);
    assertThat(user.psns()).containsExactly(0xFFFFFEL, 0xFFFFFFL, 0L, 1L);
  }

  /** 20,000,000 B = 4,882 · 4,096 B + 3,328 B. */
  @Test
  @Requirement("RC-1")
  void aReadTakesAPsnForEachOfItsResponses() {
    long packets = (20_000_000 + 4_095) / 4_096;
    assertThat(packets).isEqualTo(4_883);
    Requester requester = requester(0xFFFFFF, 8_192);
    requester.post(Op.READ, packets);
    requester.post(Op.ATOMIC, 1);
    sendAll(requester);
    assertThat(user.sent.get(0).span()).isEqualTo(4_883);
    assertThat(user.psns()).containsExactly(0xFFFFFFL, 4_882L);
  }

  @Test
  @Requirement("RC-2")
  void halfOfThePsnsIsTheMost() {
    new RequesterParams(MODULUS, 0, 8_388_608, 0, 1, 0, 0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequesterParams(MODULUS, 0, 8_388_609, 0, 1, 0, 0))
        .withMessageContaining("half of 16777216");
  }

  @Test
  @Requirement("RC-4")
  void asksForAnAcknowledgmentAtTheEndAndWhereTheWindowIsFull() {
    Requester requester = requester(0, 4);
    requester.post(Op.WRITE, 2);
    requester.post(Op.WRITE, 6);
    sendAll(requester);
    assertThat(user.sent).extracting(RequestPacket::ack).containsExactly(false, true, false, true);
    takes(requester, ResponseKind.ACK, 1);
    assertThat(user.told).containsExactly("0 DONE");
    assertThat(requester.acked()).isEqualTo(2);
    user.sent.clear();
    sendAll(requester);
    assertThat(user.sent).extracting(RequestPacket::ack).containsExactly(false, true);
  }

  @Test
  @Requirement("RC-4")
  void asksForOneEachFewPackets() {
    Requester requester = new Requester(new RequesterParams(MODULUS, 0, 64, 3, 2, 3, 3));
    requester.post(Op.SEND, 7);
    requester.post(Op.SEND, 2);
    sendAll(requester);
    assertThat(user.sent)
        .extracting(RequestPacket::ack)
        .containsExactly(false, false, true, false, false, true, true, false, true);
  }

  @Test
  @Requirement("RC-7")
  void goesBackToWhatANakNames() {
    Requester requester = requester(0xFFFFFF, 64);
    requester.post(Op.SEND, 5);
    sendAll(requester);
    user.psns();
    takes(requester, ResponseKind.NAK, 1); // packets 0 and 1 have come: 0xFFFFFF and 0
    assertThat(requester.acked()).isEqualTo(2);
    assertThat(requester.tries()).isEqualTo(1);
    sendAll(requester);
    assertThat(user.psns()).containsExactly(1L, 2L, 3L);
  }

  @Test
  @Requirement("RC-9")
  void asksForTheRestOfAReadFromItsMiddle() {
    Requester requester = requester(10, 64);
    requester.post(Op.READ, 5);
    requester.post(Op.WRITE, 1);
    sendAll(requester);
    takes(requester, ResponseKind.DATA, 10);
    takes(requester, ResponseKind.DATA, 11);
    takes(requester, ResponseKind.DATA, 13); // the one with 12 is lost
    takes(requester, ResponseKind.DATA, 14);
    takes(requester, ResponseKind.ACK, 15);
    assertThat(user.returned).containsExactly(0L, 1L);
    assertThat(requester.tries()).as("once for one that is missing").isEqualTo(1);
    user.sent.clear();
    sendAll(requester);
    assertThat(user.sent.get(0)).isEqualTo(new RequestPacket(Op.READ, 12, 3, false, true, false));
    assertThat(user.psns()).containsExactly(12L, 15L);
    takes(requester, ResponseKind.DATA, 12);
    takes(requester, ResponseKind.DATA, 13);
    takes(requester, ResponseKind.DATA, 14);
    assertThat(user.told).containsExactly("0 DONE");
    takes(requester, ResponseKind.ACK, 15);
    assertThat(user.told).containsExactly("0 DONE", "1 DONE");
    assertThat(user.returned).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  @Requirement("RC-10")
  void noMoreReadsAndAtomicsAreOutThanAgreed() {
    Requester requester = requester(0, 64);
    IntStream.range(0, 3).forEach(i -> requester.post(i == 1 ? Op.ATOMIC : Op.READ, 1));
    sendAll(requester);
    assertThat(user.psns()).containsExactly(0L, 1L);
    takes(requester, ResponseKind.DATA, 0);
    sendAll(requester);
    assertThat(user.psns()).containsExactly(2L);
  }

  @Test
  @Requirement({"RC-11", "RC-13"})
  void waitsAfterAnRnrNakAndFailsAfterTheFourth() {
    Requester requester = requester(0, 64);
    requester.post(Op.SEND, 2);
    requester.post(Op.SEND, 1);
    for (int naks = 1; naks <= 3; naks++) {
      sendAll(requester);
      assertThat(user.psns()).containsExactly(0L, 1L, 2L);
      takes(requester, ResponseKind.RNR, 0);
      assertThat(requester.waits()).isTrue();
      assertThat(requester.transmit(user)).contains("RNR");
      assertThat(requester.timeout(user)).contains("RNR");
      assertThat(requester.rnrTimer()).isNull();
    }
    sendAll(requester);
    takes(requester, ResponseKind.RNR, 0);
    assertThat(requester.state()).isEqualTo(Requester.State.ERROR);
    assertThat(user.told).containsExactly("0 FAILED", "1 FLUSHED");
    assertThat(requester.post(Op.SEND, 1)).isNull();
    assertThat(requester.rnrTimer()).contains("failed");
  }

  @Test
  @Requirement("RC-11")
  void sevenMeansForEver() {
    Requester requester = new Requester(new RequesterParams(MODULUS, 0, 64, 0, 2, 3, 7));
    requester.post(Op.SEND, 1);
    for (int naks = 1; naks <= 100; naks++) {
      sendAll(requester);
      takes(requester, ResponseKind.RNR, 0);
      assertThat(requester.rnrTimer()).isNull();
    }
    sendAll(requester);
    takes(requester, ResponseKind.ACK, 0);
    assertThat(user.told).containsExactly("0 DONE");
  }

  @Test
  @Requirement({"RC-12", "RC-13"})
  void failsAfterOneTimeoutMoreThanThereAreRetries() {
    Requester requester = requester(0, 64);
    assertThat(requester.timeout(user)).contains("nothing is out");
    requester.post(Op.WRITE, 2);
    for (int times = 1; times <= 3; times++) {
      sendAll(requester);
      assertThat(user.psns()).containsExactly(0L, 1L);
      assertThat(requester.timeout(user)).isNull();
    }
    sendAll(requester);
    assertThat(requester.timeout(user)).isNull();
    assertThat(user.told).containsExactly("0 FAILED");
    assertThat(requester.transmit(user)).contains("failed");
    takes(requester, ResponseKind.ACK, 1);
    assertThat(requester.acked()).isZero();
  }

  @Test
  @Requirement("RC-13")
  void whatIsAcknowledgedSetsTheRetriesBack() {
    Requester requester = requester(0, 1);
    requester.post(Op.WRITE, 9);
    for (int packet = 0; packet < 9; packet++) {
      for (int times = 1; times <= 3; times++) {
        sendAll(requester);
        assertThat(requester.timeout(user)).isNull();
      }
      sendAll(requester);
      takes(requester, ResponseKind.ACK, packet);
    }
    assertThat(user.told).containsExactly("0 DONE");
  }

  @Test
  @Requirement("RC-16")
  void aRefusalEndsAll() {
    Requester requester = requester(0, 64);
    requester.post(Op.SEND, 1);
    requester.post(Op.WRITE, 2);
    requester.post(Op.READ, 1);
    sendAll(requester);
    takes(requester, ResponseKind.REFUSED, 1);
    assertThat(user.told).containsExactly("0 DONE", "1 FAILED", "2 FLUSHED");
  }

  @Test
  @Requirement({"RC-2", "RC-4"})
  void whatIsOldOrNeverWasOutChangesNothing() {
    Requester requester = requester(0xFFFFFF, 64);
    requester.post(Op.WRITE, 4);
    requester.transmit(user);
    requester.transmit(user);
    takes(requester, ResponseKind.ACK, 0xFFFFFF);
    String now = requester.toString();
    for (ResponseKind kind : ResponseKind.values()) {
      takes(requester, kind, 0xFFFFFF);
      takes(requester, kind, 0xFFFFFE);
      takes(requester, kind, 1); // not sent yet
      takes(requester, kind, 0x800000);
    }
    takes(requester, ResponseKind.DATA, 0); // no READ is out
    takes(requester, ResponseKind.ATOMIC, 0);
    assertThat(requester).hasToString(now);
  }

  @Test
  void whatCannotBeAskedForIsRefused() {
    Requester requester = requester(0, 4);
    assertThatIllegalArgumentException().isThrownBy(() -> requester.post(Op.SEND, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> requester.post(Op.ATOMIC, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> requester.post(Op.READ, 5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequesterParams(MODULUS, MODULUS, 1, 0, 1, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RequesterParams(MODULUS, 0, 1, 0, 1, 0, 8));
  }

  /** A write and a READ; what would answer an ATOMIC comes with the READ's PSN. */
  @Test
  @Requirement("RC-7")
  void anAnswerOfAnotherKindIsNoNews() {
    Requester requester = requester(0, 64);
    requester.post(Op.WRITE, 1);
    requester.post(Op.READ, 1);
    sendAll(requester);
    takes(requester, ResponseKind.ATOMIC, 1);
    assertThat(requester.acked()).isZero();
    takes(requester, ResponseKind.DATA, 1);
    assertThat(requester.acked()).isEqualTo(2);
    assertThat(user.told).containsExactly("0 DONE", "1 DONE");
  }

  /** One READ may be out, and the next one waits. */
  @Test
  @Requirement({"RC-7", "RC-10"})
  void whatWasNotSentBringsNothing() {
    Requester requester = new Requester(new RequesterParams(MODULUS, 0, 64, 0, 1, 3, 3));
    requester.post(Op.READ, 1);
    requester.post(Op.ATOMIC, 1);
    sendAll(requester);
    assertThat(requester.brings(ResponseKind.DATA, 0)).isTrue();
    assertThat(requester.brings(ResponseKind.ATOMIC, 0)).isFalse();
    takes(requester, ResponseKind.DATA, 0);
    assertThat(requester.brings(ResponseKind.ATOMIC, 1)).as("not sent").isFalse();
    requester.transmit(user);
    assertThat(requester.brings(ResponseKind.ATOMIC, 1)).isTrue();
    assertThat(requester.brings(ResponseKind.ATOMIC, 2)).isFalse();
  }

  /** The ACK of an earlier copy comes while the requester waits for the RNR timer. */
  @Test
  @Requirement("RC-11")
  void whatIsAcknowledgedEndsTheWait() {
    Requester requester = requester(0, 64);
    requester.post(Op.SEND, 1);
    requester.post(Op.SEND, 2);
    sendAll(requester);
    takes(requester, ResponseKind.RNR, 0);
    takes(requester, ResponseKind.NAK, 0);
    assertThat(requester.waits()).as("nothing is acknowledged").isTrue();
    takes(requester, ResponseKind.ACK, 0);
    assertThat(requester.waits()).isFalse();
    assertThat(requester.mayTransmit()).isTrue();
  }

  @Test
  @Requirement("RC-1")
  void requestsHaveTheirNumbers() {
    RequesterParams params = new RequesterParams(MODULUS, 5, 64, 0, 2, 3, 3);
    Requester requester = new Requester(params);
    assertThat(requester.params()).isSameAs(params);
    assertThat(requester.posted()).isZero();
    assertThat(requester.post(Op.SEND, 3)).isZero();
    assertThat(requester.post(Op.READ, 4)).isEqualTo(1);
    assertThat(requester.posted()).isEqualTo(2);
    assertThat(requester.op(0)).isEqualTo(Op.SEND);
    assertThat(requester.op(1)).isEqualTo(Op.READ);
    assertThat(requester.op(2)).isNull();
    assertThat(requester.packets(0)).isEqualTo(3);
    assertThat(requester.packets(1)).isEqualTo(4);
  }

  @Test
  @Requirement({"RC-2", "RC-11"})
  void eachNumberHasItsRange() {
    Ranges.of(new RequesterParams(MODULUS, 5, 64, 5, 5, 5, 5))
        .has("window", 1, MODULUS / 2)
        .has("firstPsn", 0, MODULUS - 1)
        .has("ackEvery", 0)
        .has("depth", 1)
        .has("retries", 0)
        .has("rnrRetries", 0, 7);
  }

  /** Sixteen requests through a ring of eight: what was there before them is not found. */
  @Test
  @Requirement("RC-1")
  void aRequestThatWasNotPostedAsksForNothing() {
    Requests requests = new Requests();
    for (int i = 0; i < 16; i++) {
      requests.add(i % 2 == 0 ? Op.SEND : Op.WRITE, i + 1);
      assertThat(requests.op(i + 1)).isNull();
      requests.forget(i);
    }
    assertThat(requests.op(15)).isEqualTo(Op.WRITE);
    assertThat(requests.end(15) - requests.begin(15)).isEqualTo(16);
    assertThat(requests).asString().startsWith("requests 15 to 16: [SEND, WRITE,");
  }

  @Test
  @Requirement("RC-1")
  void whatWritesIntoTheRespondersMemory() {
    assertThat(Op.values())
        .filteredOn(Op::writes)
        .containsExactly(Op.WRITE, Op.WRITE_IMM, Op.ATOMIC);
  }
}

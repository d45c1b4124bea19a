package dev.sluice.roce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kernel.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Both ends tell of each action that they take, with what it was about, and of no other. */
class ConnectionListenerTest {
  private final List<String> told = new ArrayList<>();
  private final Peer user = new Peer();

  private void hears(Action action, Object... arguments) {
    told.add(action.name() + Arrays.asList(arguments));
  }

  private List<String> told() {
    List<String> all = List.copyOf(told);
    told.clear();
    return all;
  }

  @Test
  void aRequesterTellsOfWhatItSendsAndHears() {
    Requester requester = new Requester(new RequesterParams(1 << 24, 7, 4, 0, 2, 1, 1));
    requester.tell((kernel, action, arguments) -> hears(action, arguments));
    assertThat(requester.transmit(user)).isEqualTo("nothing is left to send");
    requester.post(Op.SEND, 1);
    requester.post(Op.READ, 2);
    requester.transmit(user);
    requester.transmit(user);
    assertThat(requester.next()).isEqualTo(3);
    assertThat(requester.sent()).isEqualTo(3);
    assertThat(told())
        .containsExactly(
            "Transmit[SEND, 7, 1, true, true, true]", "Transmit[READ, 8, 2, true, true, false]");
    requester.receiveResponse(ResponseKind.RNR, 7, 1, user);
    assertThat(requester.waits()).isTrue();
    assertThat(requester.rnrTimer()).isNull();
    assertThat(requester.waits()).isFalse();
    assertThat(requester.rnrTimer()).isEqualTo("it does not wait");
    requester.transmit(user);
    assertThat(requester.timeout(user)).isNull();
    requester.receiveResponse(ResponseKind.ACK, 9_999, 1, user);
    assertThat(told())
        .containsExactly(
            "ReceiveResponse[RNR, 7, 1, []]",
            "RnrTimer[]",
            "Transmit[SEND, 7, 1, true, true, true]",
            "Timeout[[]]",
            "ReceiveResponse[ACK, 9999, 1, []]");
    assertThat(requester).hasToString("READY, 0 acknowledged, 0 next, 3 sent");
  }

  /** With what the user hears: of the first two done, and of the rest as the connection fails. */
  @Test
  void aRequesterTellsOfWhatItsUserHears() {
    Requester requester = new Requester(new RequesterParams(1 << 24, 7, 8, 0, 2, 1, 1));
    for (int i = 0; i < 4; i++) {
      requester.post(Op.SEND, 1);
    }
    while (requester.mayTransmit()) {
      requester.transmit(user);
    }
    requester.tell((kernel, action, arguments) -> hears(action, arguments));
    requester.receiveResponse(ResponseKind.ACK, 8, 2, user);
    requester.receiveResponse(ResponseKind.REFUSED, 9, 2, user);
    assertThat(told())
        .containsExactly(
            "ReceiveResponse[ACK, 8, 2, [DONE, DONE]]",
            "ReceiveResponse[REFUSED, 9, 2, [FAILED, FLUSHED]]");
  }

  @Test
  void aResponderTellsOfWhateverComes() {
    Responder responder = new Responder(1 << 24, 7, 0, 2);
    responder.tell((kernel, action, arguments) -> hears(action, arguments));
    RequestPacket send = new RequestPacket(Op.SEND, 7, 1, true, true, true);
    RequestPacket atomic = new RequestPacket(Op.ATOMIC, 8, 1, true, true, true);
    RequestPacket read = new RequestPacket(Op.READ, 12, 2, true, true, false);
    RequestPacket late = new RequestPacket(Op.WRITE, 20, 1, false, false, false);
    responder.receive(send, true, user); // no receive is posted
    responder.postReceive();
    responder.receive(send, true, user);
    responder.receive(atomic, true, user);
    responder.receive(late, true, user); // behind a gap
    responder.receive(late, true, user); // nothing new
    responder.receive(send, true, user); // a duplicate
    responder.receive(new RequestPacket(Op.ATOMIC, 6, 1, true, true, true), true, user); // unknown
    responder.receive(new RequestPacket(Op.READ, 9, 2, true, true, false), true, user);
    responder.receive(new RequestPacket(Op.WRITE, 11, 1, true, false, false), true, user);
    responder.receive(read, false, user); // not allowed
    responder.receive(read, true, user); // nothing more
    assertThat(told())
        .containsExactly(
            "Receive[SEND, 7, 1, true, true, true, RNR, 7, 0]",
            "PostReceive[]",
            "Receive[SEND, 7, 1, true, true, true, ACK, 7, 1]",
            "Receive[ATOMIC, 8, 1, true, true, true, ATOMIC, 8, 2]",
            "Receive[WRITE, 20, 1, false, false, false, NAK, 9, 2]",
            "Receive[WRITE, 20, 1, false, false, false, , 0, 2]",
            "Receive[SEND, 7, 1, true, true, true, ACK, 8, 2]",
            "Receive[ATOMIC, 6, 1, true, true, true, , 0, 2]",
            "Receive[READ, 9, 2, true, true, false, DATA, 9, 3]",
            "Receive[WRITE, 11, 1, true, false, false, , 0, 3]",
            "Receive[READ, 12, 2, true, true, false, REFUSED, 12, 3]",
            "Receive[READ, 12, 2, true, true, false, , 0, 3]");
    responder.tell(null);
    responder.postReceive();
    assertThat(told()).isEmpty();
  }

  /** What a kernel keeps beside its variables is held against them. */
  @Test
  void aRequesterSaysWhatDoesNotFitTogether() {
    for (String name : List.of("next", "sent", "ofAcked", "ofNext", "out", "ofUnanswered")) {
      Requester requester = new Requester(new RequesterParams(1 << 24, 7, 4, 0, 2, 1, 1));
      requester.post(Op.READ, 2);
      requester.post(Op.WRITE, 2);
      requester.transmit(user);
      assertThat(requester.broken()).isNull();
      var variable = Requester.FACE.variable(name);
      variable.writer().set(requester, 0, variable.reader().of(requester, 0) + 3);
      assertThat(requester.broken()).as(name).isNotBlank();
    }
  }
}

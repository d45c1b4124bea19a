package dev.sluice.host.uet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** The wait of a sender for credit: requests must not come before grants that are due anyway. */
@Requirement("FIND-16")
class AskWaitTest {
  private final AskWait wait = new AskWait(10, 100);

  @Test
  void theFirstRequestIsDueAfterTheShortestWait() {
    wait.lacks(1_000);
    assertThat(wait.duePs()).isEqualTo(1_010);
  }

  @Test
  void lackingCreditLongerPutsNothingOff() {
    wait.lacks(1_000);
    wait.lacks(1_008);
    assertThat(wait.duePs()).isEqualTo(1_010);
  }

  @Test
  void eachRequestDoublesTheWaitUpToTheLongest() {
    wait.lacks(0);
    long[] due = new long[6];
    for (int i = 0; i < due.length; i++) {
      due[i] = wait.duePs();
      wait.asks(due[i]);
    }
    assertThat(due).containsExactly(10, 30, 70, 150, 250, 350);
  }

  @Test
  void aGrantThatCameUnaskedMakesTheWaitTwiceItsTime() {
    wait.lacks(0);
    wait.creditCame(400);
    assertThat(wait.duePs()).isEqualTo(400 + 800);
    wait.creditCame(430);
    assertThat(wait.duePs()).isEqualTo(430 + 60);
    wait.creditCame(432);
    assertThat(wait.duePs()).isEqualTo(432 + 10);
  }

  @Test
  void aGrantThatMayAnswerARequestTellsNoTime() {
    wait.lacks(0);
    wait.asks(10);
    wait.creditCame(400);
    assertThat(wait.duePs()).isEqualTo(400 + 20);
  }

  @Test
  void timeWithoutNeedOfCreditDoesNotCount() {
    wait.lacks(0);
    wait.creditCame(20);
    wait.ends();
    wait.creditCame(700);
    wait.lacks(5_000);
    assertThat(wait.duePs()).isEqualTo(5_000 + 40);
  }

  @Test
  void aWaitBeyondTheLongestIsNotShortenedByARequest() {
    wait.lacks(0);
    wait.creditCame(300);
    wait.asks(900);
    assertThat(wait.duePs()).isEqualTo(900 + 600);
  }
}

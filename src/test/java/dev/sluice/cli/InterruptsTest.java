package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that is cut off while it makes something, and after that. */
class InterruptsTest {
  private final Interrupts interrupts = new Interrupts();

  @TempDir Path temp;

  private void make() throws IOException {
    Path made = Files.createTempDirectory(temp, "made-");
    interrupts.leaves(() -> delete(made));
  }

  private static void delete(Path made) {
    assertThat(made.toFile().delete()).isTrue();
  }

  @Test
  void whatIsBeingMadeAsTheCutComesIsClearedAway() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    CompletableFuture<Void> making =
        CompletableFuture.runAsync(
            () -> {
              try {
                interrupts.making(
                    () -> {
                      begun.countDown();
                      waitFor(mayGoOn);
                      make();
                      return null;
                    });
              } catch (IOException | Refusal e) {
                throw new IllegalStateException(e);
              }
            });
    begun.await();
    CompletableFuture<List<Runnable>> left = new CompletableFuture<>();
    Thread hook = new Thread(() -> left.complete(interrupts.silence()));
    hook.start();
    while (hook.getState() != Thread.State.BLOCKED && !left.isDone()) {
      Thread.onSpinWait(); // the cut has come, and waits
    }
    mayGoOn.countDown();
    making.get();
    assertThat(left.get()).hasSize(1).allSatisfy(Runnable::run);
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void nothingIsMadeAfterTheCut() {
    interrupts.silence();
    assertThatThrownBy(
            () ->
                interrupts.making(
                    () -> {
                      make();
                      return null;
                    }))
        .isInstanceOf(Refusal.class);
    assertThat(temp).isEmptyDirectory();
  }

  private static void waitFor(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}

package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ModelTable;
import dev.sluice.model.Systems;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Validation;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool that is closed has no process any more, whatever its users were doing. */
class JudgePoolTest {
  private static final Projection ANY = Systems.projections().get(0);

  @TempDir Path folder;

  @Test
  void closingWaitsForWhoeverUsesAJudgeAndEndsWhoeverWaitsForOne() throws Exception {
    JudgePool pool =
        new Validation(new Tlc(JarInUse.jar()), ModelTable.load(Path.of("")))
            .pool(Housing.BRIEF, 1, folder.resolve("judges"));
    CountDownLatch isLent = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      Future<Boolean> user =
          threads.submit(
              () ->
                  pool.through(
                      ANY,
                      judge -> {
                        isLent.countDown();
                        awaited(goesOn);
                        return true;
                      }));
      isLent.await();
      List<ProcessHandle> alive = below();
      while (alive.isEmpty()) { // a process has no command line while it starts another program
        alive = below();
      }
      Future<Boolean> next = threads.submit(() -> pool.through(ANY, judge -> true));
      Future<?> closing = threads.submit(pool::close);
      assertThatThrownBy(next::get).hasCauseInstanceOf(InterruptedException.class);
      assertThat(closing.isDone()).isFalse(); // the user still has its judge
      assertThat(alive).noneMatch(ProcessHandle::isAlive);
      goesOn.countDown();
      closing.get();
      assertThat(user.get()).isTrue();
      assertThatThrownBy(() -> pool.through(ANY, judge -> true))
          .isInstanceOf(InterruptedException.class);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The processes of this pool: their commands name its folder. */
  private List<ProcessHandle> below() {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains(folder.toString()))
        .toList();
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

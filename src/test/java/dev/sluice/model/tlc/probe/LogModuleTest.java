package dev.sluice.model.tlc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module that TLC could not unpack whole tells a full disk from a log module that is wrong. */
class LogModuleTest {
  @TempDir Path folder;

  @Test
  void aModuleThatIsCutOffIsFound() throws IOException {
    assertThat(LogModule.isCutOff(folder.toFile())).isFalse();
    Path module = folder.resolve("Naturals.tla");
    try (InputStream whole =
        tlc2.TLC.class.getResourceAsStream("/tla2sany/StandardModules/Naturals.tla")) {
      Files.copy(whole, module);
    }
    Files.writeString(folder.resolve("Own.tla"), "");
    assertThat(LogModule.isCutOff(folder.toFile())).isFalse();
    byte[] text = Files.readAllBytes(module);
    Files.write(module, java.util.Arrays.copyOf(text, text.length - 1));
    assertThat(LogModule.isCutOff(folder.toFile())).isTrue();
    Files.write(module, new byte[0]);
    assertThat(LogModule.isCutOff(folder.toFile())).isTrue();
  }
}

package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A jar with code is known by its digest alone. */
class JavaCodeTest {
  @TempDir Path folder;

  private Path jar(String name, int octet) throws IOException {
    Path file = folder.resolve(name);
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new ZipEntry("tlc2/overrides/IOUtils.class"));
      jar.write(octet);
    }
    return file;
  }

  @Test
  void aJarIsKnownByItsDigestAndNotByItsName() throws IOException {
    Path known = jar("anything.jar", 1);
    Path other = jar("CommunityModules-deps.jar", 2);
    List<String> releases = List.of(JavaCode.digest(known));
    assertThat(JavaCode.inJar(known, releases)).isEmpty();
    assertThat(JavaCode.inJar(known, List.of())).isPresent();
    assertThat(JavaCode.inJar(other, releases))
        .contains(other + " (tlc2/overrides/IOUtils.class for any module)");
  }

  /** Compares with the digest of three letters in FIPS 180-4. */
  @Test
  void theDigestIsSha256() throws IOException {
    assertThat(JavaCode.digest(Files.writeString(folder.resolve("abc"), "abc")))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void theKnownReleasesAreDigests() throws IOException {
    assertThat(JavaCode.releases()).isNotEmpty().allMatch(each -> each.matches("[0-9a-f]{64}"));
  }
}

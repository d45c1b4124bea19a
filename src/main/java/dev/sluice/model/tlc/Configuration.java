package dev.sluice.model.tlc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A configuration of TLC's: a file that somebody wrote, or a text that was made for one run.
 *
 * <p>Whoever wants to know what a configuration says asks here, so that nobody depends on where it
 * comes from.
 */
public final class Configuration {
  private final Path file;
  private final String name;
  private final String made;
  private final String origin;

  private Configuration(Path file, String name, String made, String origin) {
    this.file = file;
    this.name = name;
    this.made = made;
    this.origin = origin;
  }

  /** The configuration in a file, which is read whenever it is asked for. */
  public static Configuration of(Path file) {
    return new Configuration(file, file.getFileName().toString(), null, file.toString());
  }

  /**
   * Returns the configuration that a module's file holds, as TLC's {@code -config X.tla} reads it:
   * between a line {@code ---- CONFIG X ----} and one that begins with {@code ====}. Its lines keep
   * their numbers.
   */
  public static Optional<Configuration> within(Path module) throws IOException {
    String name = SanyReport.module(module);
    Pattern head = Pattern.compile("-----*\\s*CONFIG\\s+" + Pattern.quote(name) + "\\s*-----*\\s*");
    StringBuilder text = new StringBuilder();
    boolean found = false;
    for (String line : new String(Files.readAllBytes(module), UTF_8).lines().toList()) {
      if (found && line.startsWith("====")) {
        break;
      }
      text.append(found ? line : "").append('\n');
      found |= head.matcher(line).matches();
    }
    return found
        ? Optional.of(made(name + ".cfg", text.toString(), module.toString()))
        : Optional.empty();
  }

  /**
   * A configuration that no file holds.
   *
   * @param name the name of the file that it would be in
   * @param origin what made it, for messages
   */
  public static Configuration made(String name, String text, String origin) {
    return new Configuration(null, name, Objects.requireNonNull(text), origin);
  }

  /** Its file's name, or the one that its file would have. */
  public String name() {
    return name;
  }

  /** Whether no file holds it. */
  public boolean isMade() {
    return file == null;
  }

  /** Its bytes. */
  public byte[] bytes() throws IOException {
    if (file == null) {
      return made.getBytes(UTF_8);
    }
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return Files.readAllBytes(file);
  }

  /** Its text; a comment in an older encoding is no reason to refuse it. */
  public String text() throws IOException {
    return new String(bytes(), UTF_8);
  }

  /** What it asks for. Whether that makes sense is for TLC to say. */
  public TlcConfig read() throws IOException {
    return TlcConfig.parse(text());
  }

  /** A configuration of the same name with another text; this one where the text is the same. */
  public Configuration with(String text) throws IOException {
    return text.equals(text()) ? this : made(name, text, origin);
  }

  /**
   * The file in which TLC finds it.
   *
   * @param folder where it is written to if no file holds it
   */
  public Path in(Path folder) throws IOException {
    return file == null
        ? Files.writeString(folder.resolve(name), made)
        : file.toAbsolutePath().normalize();
  }

  /** Its file, or what made it. */
  @Override
  public String toString() {
    return origin;
  }
}

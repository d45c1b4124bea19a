package dev.sluice.model.tlc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

class ClassConstantsTest {
  private static final String HERE = ClassConstantsTest.class.getName().replace('.', '/');
  private static final String DESCRIPTOR = "(Ljava/lang/String;)Ljava/lang/String;";

  /** Calls a method by name. */
  public static final class Caller {
    private Caller() {}

    /** Returns the answer of the method that is called. */
    public static String call(String word) {
      return Original.answer(word) + 1L + 1.5;
    }
  }

  /** The class that is called. */
  static final class Original {
    private Original() {}

    static String answer(String word) {
      return "original " + word;
    }
  }

  /** The class that is called instead. */
  static final class Substitute {
    private Substitute() {}

    static String answer(String word) {
      return "substitute " + word;
    }
  }

  @Test
  void aCallGoesToTheOtherClass() throws Exception {
    byte[] file =
        ClassConstants.renamed(bytes(), HERE + "$Original", HERE + "$Substitute", DESCRIPTOR);
    Class<?> changed = MethodHandles.lookup().defineHiddenClass(file, true).lookupClass();
    assertThat(changed.getMethod("call", String.class).invoke(null, "a"))
        .isEqualTo("substitute a11.5");
    assertThat(Caller.call("a")).isEqualTo("original a11.5");
  }

  @Test
  void aClassThatMakesNoSuchCallIsNotChanged() throws Exception {
    assertThat(ClassConstants.renamed(bytes(), "some/Other", "any/Name", DESCRIPTOR)).isNull();
    assertThat(
            ClassConstants.renamed(
                bytes(), HERE + "$Original", HERE + "$Substitute", "(I)Ljava/lang/String;"))
        .isNull();
  }

  private static byte[] bytes() throws Exception {
    try (InputStream in = Caller.class.getResourceAsStream("ClassConstantsTest$Caller.class")) {
      return in.readAllBytes();
    }
  }
}

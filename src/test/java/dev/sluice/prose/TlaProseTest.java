package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the passages of TLA+ comments. */
class TlaProseTest {
  @Test
  void readsCommentsAndNoCode() {
    assertThat(
            read(
                """
                ---- MODULE What ----
                (*********************)
                (* The first line    *)
                (* and the second.   *)
                (*                   *)
                (* Source   A draft  *)
                (* Leaves out   time *)
                (*********************)
                VARIABLES
                  what,  \\* the sender
                         \\* of a flow
                  who    \\* its `what` state
                Text == "what (* is \\" no comment \\\\* " (* but (* nested *) this *)
                \\* Two lines
                \\* of one.

                \\* Another.
                ====
                """))
        .containsExactly(
            "3 The first line\nand the second.",
            "6 Source A draft",
            "7 Leaves out time",
            "10 the sender\nof a flow",
            "12 its \u25A1 state",
            "13 but nested this",
            "14 Two lines\nof one.",
            "17 Another.");
  }

  private static List<String> read(String module) {
    List<String> passages = new ArrayList<>();
    TlaProse.read(
        "A.tla",
        module,
        passage -> {
          assertThat(passage.kind()).isEqualTo(ProseKind.TLA);
          passages.add(passage.line() + " " + passage.text().strip().replaceAll(" {2,}", " "));
        });
    return passages;
  }
}

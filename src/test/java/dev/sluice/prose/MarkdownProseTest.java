package dev.sluice.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the passages of pages. */
class MarkdownProseTest {
  @Test
  void readsHeadingsParagraphsItemsAndCells() {
    assertThat(
            read(
                """
                # Run a *scenario*

                The first line
                and the second.
                - One item
                  that goes on.
                1. Another.

                | key | meaning |
                |---|---|
                | a | the [sender](docs/what.md#what) |
                """))
        .containsExactly(
            "HEADING 1 Run a scenario",
            "BODY 3 The first line\nand the second.",
            "BODY 5 One item\nthat goes on.",
            "BODY 7 Another.",
            "BODY 9 key",
            "BODY 9 meaning",
            "BODY 11 a",
            "BODY 11 the sender");
  }

  @Test
  void leavesCodeOut() {
    assertThat(
            read(
                """
                Set `--what
                now` to ``a`what``.

                ```
                What a fence says, is code: ` and more.
                ```
                ~~~text
                what
                ~~~
                <!-- begin what
                is computed --><b>End</b>: https://x.y/what
                """))
        .containsExactly("BODY 1 Set \u25A1\nto \u25A1.", "BODY 11 End : \u25A1");
  }

  private static List<String> read(String page) {
    List<String> passages = new ArrayList<>();
    MarkdownProse.read(
        "a.md",
        page,
        passage ->
            passages.add(
                passage.role()
                    + " "
                    + passage.line()
                    + " "
                    + passage.text().strip().replaceAll(" {2,}", " ")));
    return passages;
  }
}

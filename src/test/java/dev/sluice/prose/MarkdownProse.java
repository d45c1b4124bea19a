package dev.sluice.prose;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passages of a Markdown page: paragraphs, list items, headings and table cells. Fenced code, code
 * spans, link targets, HTML comments and tags are left out.
 */
final class MarkdownProse {
  private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");
  private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(.*)");
  private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*+]|\\d+[.)])\\s+(.*)");
  private static final Pattern RULE = Pattern.compile("[\\s|:=-]*");
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern SPAN = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)", Pattern.DOTALL);

  private final String file;
  private final Consumer<Passage> to;
  private final PassageText text = new PassageText();

  private MarkdownProse(String file, Consumer<Passage> to) {
    this.file = file;
    this.to = to;
  }

  /** Reads the passages of one page. */
  static void read(String file, String page, Consumer<Passage> to) {
    MarkdownProse prose = new MarkdownProse(file, to);
    List<String> lines = List.of(withoutFences(blank(COMMENT, page, "")).split("\n", -1));
    lines = List.of(blank(SPAN, String.join("\n", lines), Passage.CODE).split("\n", -1));
    for (int i = 0; i < lines.size(); i++) {
      prose.line(i + 1, lines.get(i));
    }
    prose.flush(PassageRole.BODY);
  }

  /** Empties the lines of fenced code, so that a fence is never mistaken for a code span. */
  private static String withoutFences(String page) {
    StringBuilder kept = new StringBuilder();
    boolean isFenced = false;
    for (String line : page.split("\n", -1)) {
      boolean isFence = FENCE.matcher(line).matches();
      kept.append(isFenced || isFence ? "" : line).append('\n');
      isFenced ^= isFence;
    }
    return kept.toString();
  }

  /** Replaces each match, but keeps its line breaks. */
  private static String blank(Pattern what, String text, String by) {
    return what.matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(by + found.group().replaceAll("[^\n]", "")));
  }

  private void line(int at, String line) {
    Matcher heading = HEADING.matcher(line);
    Matcher item = ITEM.matcher(line);
    if (RULE.matcher(line).matches()) {
      flush(PassageRole.BODY);
    } else if (heading.matches()) {
      flush(PassageRole.BODY);
      text.append(at, plain(heading.group(1)));
      flush(PassageRole.HEADING);
    } else if (line.strip().startsWith("|")) {
      flush(PassageRole.BODY);
      for (String cell : line.strip().split("(?<!\\\\)\\|")) {
        text.append(at, plain(cell));
        flush(PassageRole.BODY);
      }
    } else if (item.matches()) {
      flush(PassageRole.BODY);
      text.append(at, plain(item.group(1)));
    } else {
      text.append(at, plain(line.replaceFirst("^[\\s>]*", "")));
    }
  }

  private static String plain(String line) {
    return line.replaceAll("!?\\[([^]]*)]\\([^)]*\\)", "$1")
        .replaceAll("https?://\\S+", Passage.CODE)
        .replaceAll("</?[A-Za-z][^>]*>", " ")
        .replaceAll("[*_]{1,2}(?=\\S)|(?<=\\S)[*_]{1,2}", "");
  }

  private void flush(PassageRole role) {
    text.flush(ProseKind.PAGES, role, file, to);
  }
}

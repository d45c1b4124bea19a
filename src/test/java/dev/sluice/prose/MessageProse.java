package dev.sluice.prose;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Messages of Java code. A message is a string literal, or a whole concatenation with one, that has
 * at least three words between spaces. Annotations, regular expressions, and text in the syntax of
 * TLA+, SMT-LIB, TOML or Java is not.
 */
final class MessageProse extends TreePathScanner<Void, Void> {
  private static final int WORDS = 3;

  private static final Pattern FORMAT = Pattern.compile("%(?:\\d+\\$)?[-,0-9.]*[a-zA-Z]");
  private static final Pattern WORD =
      Pattern.compile("(?<!\\S)[(\"']*\\p{L}[\\p{Ll}'’-]*[)\"',.:;?!]*(?!\\S)");
  private static final Pattern CODE =
      Pattern.compile(
          "/\\\\|\\\\/|==|\\|->|<-|<<|\\\\in\\b|\\(\\?|\\\\[sdwb]|\\[\\^|->|^\\((?:assert|check|de|set-)"
              + "|(?m:^\\[+[\\w.-]+]+$)");
  private static final Set<String> REGEX =
      Set.of("compile", "matches", "replaceAll", "replaceFirst", "split");

  private final SourcePositions positions;
  private final String source;
  private final String file;
  private final Consumer<Passage> to;

  /**
   * Creates a reader of one file.
   *
   * @param source text of the file
   */
  MessageProse(SourcePositions positions, String source, String file, Consumer<Passage> to) {
    this.positions = positions;
    this.source = source;
    this.file = file;
    this.to = to;
  }

  @Override
  public Void visitAnnotation(AnnotationTree tree, Void nothing) {
    return null;
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
    scan(tree.getMethodSelect(), null);
    String name =
        tree.getMethodSelect() instanceof MemberSelectTree select
            ? select.getIdentifier().toString()
            : "";
    for (int i = 0; i < tree.getArguments().size(); i++) {
      if (i > 0 || !REGEX.contains(name)) {
        scan(tree.getArguments().get(i), null);
      }
    }
    return null;
  }

  @Override
  public Void visitBinary(BinaryTree tree, Void nothing) {
    List<ExpressionTree> parts = new ArrayList<>();
    flatten(tree, parts);
    if (parts.stream().noneMatch(MessageProse::isText)) {
      return super.visitBinary(tree, nothing);
    }
    parts.stream().filter(part -> !isText(part)).forEach(part -> scan(part, null));
    message(parts);
    return null;
  }

  @Override
  public Void visitLiteral(LiteralTree tree, Void nothing) {
    message(List.of(tree));
    return null;
  }

  private static void flatten(ExpressionTree tree, List<ExpressionTree> parts) {
    if (tree instanceof BinaryTree sum && tree.getKind() == Tree.Kind.PLUS) {
      flatten(sum.getLeftOperand(), parts);
      flatten(sum.getRightOperand(), parts);
    } else {
      parts.add(tree);
    }
  }

  private static boolean isText(ExpressionTree tree) {
    return tree.getKind() == Tree.Kind.STRING_LITERAL;
  }

  private void message(List<ExpressionTree> parts) {
    PassageText text = new PassageText();
    StringBuilder plain = new StringBuilder();
    for (ExpressionTree part : parts) {
      int line = line(part);
      if (isText(part)) {
        String literal = (String) ((LiteralTree) part).getValue();
        plain.append(literal);
        append(text, line, literal, isTextBlock(part));
      } else {
        plain.append(Passage.CODE);
        text.code(line);
      }
    }
    if (WORD.matcher(plain).results().count() >= WORDS && !CODE.matcher(plain).find()) {
      text.flush(ProseKind.MESSAGES, PassageRole.BODY, file, to);
    }
  }

  private static void append(PassageText text, int line, String literal, boolean isBlock) {
    String said =
        FORMAT.matcher(literal.replaceAll("`[^`]*`", Passage.CODE)).replaceAll(Passage.CODE);
    text.append(isBlock ? line + 1 : line, isBlock ? said : said.replace('\n', ' '));
  }

  /** Returns whether the literal is a text block, whose line breaks are those of the file. */
  private boolean isTextBlock(ExpressionTree part) {
    long at = positions.getStartPosition(getCurrentPath().getCompilationUnit(), part);
    return source.startsWith("\"\"\"", (int) at);
  }

  private int line(Tree tree) {
    var unit = getCurrentPath().getCompilationUnit();
    return (int) unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
  }
}

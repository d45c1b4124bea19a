package dev.sluice.prose;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EndElementTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.ReferenceTree;
import com.sun.source.doctree.ReturnTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.doctree.ThrowsTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTreeScanner;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePathScanner;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Passages of Javadoc comments: the main description and each block tag. Code, references and HTML
 * tags are left out; the label of a link is text.
 */
final class JavadocProse extends TreePathScanner<Void, Void> {
  private static final Set<String> PARAGRAPHS = Set.of("p", "li", "ul", "ol", "tr", "td", "th");

  private final DocTrees docs;
  private final ProseKind kind;
  private final String file;
  private final Consumer<Passage> to;

  JavadocProse(DocTrees docs, ProseKind kind, String file, Consumer<Passage> to) {
    this.docs = docs;
    this.kind = kind;
    this.file = file;
    this.to = to;
  }

  @Override
  public Void visitPackage(PackageTree tree, Void nothing) {
    comment(PassageRole.SUMMARY);
    return null;
  }

  @Override
  public Void visitClass(ClassTree tree, Void nothing) {
    comment(PassageRole.SUMMARY);
    scan(tree.getMembers(), null);
    return null;
  }

  @Override
  public Void visitMethod(MethodTree tree, Void nothing) {
    comment(PassageRole.METHOD_SUMMARY);
    return null; // Javadoc inside a body documents nothing
  }

  @Override
  public Void visitVariable(VariableTree tree, Void nothing) {
    comment(PassageRole.SUMMARY);
    return null;
  }

  private void comment(PassageRole role) {
    DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
    if (comment != null) {
      new Reader(getCurrentPath().getCompilationUnit(), comment).read(role);
    }
  }

  /** Reader of one comment. */
  private final class Reader extends DocTreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final DocCommentTree comment;
    private final PassageText text = new PassageText();
    private PassageRole role;
    private boolean isCode;

    Reader(CompilationUnitTree unit, DocCommentTree comment) {
      this.unit = unit;
      this.comment = comment;
    }

    void read(PassageRole summary) {
      role = summary;
      scan(comment.getFullBody(), null);
      flush(PassageRole.BODY);
      for (DocTree tag : comment.getBlockTags()) {
        role = tag instanceof ThrowsTree ? PassageRole.THROWS : PassageRole.BODY;
        scan(tag, null);
        flush(PassageRole.BODY);
      }
    }

    private void flush(PassageRole next) {
      text.flush(kind, role, file, to);
      role = next;
    }

    private int line(DocTree tree) {
      long at = docs.getSourcePositions().getStartPosition(unit, comment, tree);
      return (int) unit.getLineMap().getLineNumber(Math.max(0, at));
    }

    @Override
    public Void visitText(TextTree tree, Void nothing) {
      if (!isCode) {
        text.append(line(tree), tree.getBody());
      }
      return null;
    }

    @Override
    public Void visitLiteral(LiteralTree tree, Void nothing) {
      if (tree.getKind() == DocTree.Kind.CODE) {
        text.code(line(tree));
      } else {
        scan(tree.getBody(), null);
      }
      return null;
    }

    @Override
    public Void visitLink(LinkTree tree, Void nothing) {
      if (tree.getLabel().isEmpty()) {
        text.code(line(tree));
      } else {
        scan(tree.getLabel(), null);
      }
      return null;
    }

    @Override
    public Void visitReference(ReferenceTree tree, Void nothing) {
      return null;
    }

    @Override
    public Void visitEntity(EntityTree tree, Void nothing) {
      text.append(line(tree), tree.getName().contentEquals("amp") ? "&" : " ");
      return null;
    }

    @Override
    public Void visitParam(ParamTree tree, Void nothing) {
      return scan(tree.getDescription(), null);
    }

    @Override
    public Void visitReturn(ReturnTree tree, Void nothing) {
      if (tree.isInline()) {
        text.append(line(tree), "Returns ");
      }
      return scan(tree.getDescription(), null);
    }

    @Override
    public Void visitStartElement(StartElementTree tree, Void nothing) {
      String name = tree.getName().toString();
      if (PARAGRAPHS.contains(name)) {
        flush(PassageRole.BODY);
      }
      isCode |= isCodeElement(name);
      return null;
    }

    @Override
    public Void visitEndElement(EndElementTree tree, Void nothing) {
      isCode &= !isCodeElement(tree.getName().toString());
      return null;
    }

    private boolean isCodeElement(String name) {
      return name.equals("pre") || name.equals("code");
    }
  }
}

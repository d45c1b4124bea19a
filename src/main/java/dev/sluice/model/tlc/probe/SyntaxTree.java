package dev.sluice.model.tlc.probe;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tla2sany.drivers.SANY;
import tla2sany.modanalyzer.SpecObj;
import tla2sany.parser.TLAplusParser;
import tla2sany.st.Location;
import tla2sany.st.TreeNode;
import util.SimpleFilenameToStream;
import util.ToolIO;

/**
 * Writes modules as TLC's own parser reads them: every token, and every phrase that tokens make up.
 *
 * <p>One line for each node, in the order of the text: how deep it lies, the line and column where
 * it begins, those where it ends, and its image, which for a phrase begins with {@code N_}. A node
 * without a token has no line. Before each module stands a line with its file.
 */
final class SyntaxTree {
  private SyntaxTree() {}

  /**
   * Writes the trees.
   *
   * @param files the modules; the first must be one that parses with all that it extends
   * @return TLC's own exit code for a specification that does not parse, or 0
   */
  static int write(List<Path> files, Path out) throws Exception {
    // Parsing the first module whole also fills the tables of operators that the parser needs.
    SpecObj whole = new SpecObj(files.get(0).toString(), new SimpleFilenameToStream());
    if (SANY.frontEndMain(whole, files.get(0).toString(), ToolIO.out) != 0) {
      return Probe.DOES_NOT_PARSE;
    }
    try (BufferedWriter writer = Files.newBufferedWriter(out)) {
      for (Path file : files) {
        writer.write("module " + file + "\n");
        try (InputStream text = Files.newInputStream(file)) {
          TLAplusParser parser = new TLAplusParser(text, StandardCharsets.UTF_8.name());
          if (!parser.parse()) {
            return Probe.DOES_NOT_PARSE;
          }
          write(parser.rootNode(), 0, writer);
        }
      }
    }
    return 0;
  }

  private static void write(TreeNode node, int depth, BufferedWriter out) throws IOException {
    Location at = node.getLocation();
    if (at.beginLine() > at.endLine()) {
      return; // an empty phrase
    }
    out.write(
        depth
            + " "
            + at.beginLine()
            + " "
            + at.beginColumn()
            + " "
            + at.endLine()
            + " "
            + at.endColumn()
            + " "
            + node.getImage()
            + "\n");
    TreeNode[] heirs = node.heirs();
    if (heirs != null) {
      for (TreeNode heir : heirs) {
        write(heir, depth + 1, out);
      }
    }
  }
}

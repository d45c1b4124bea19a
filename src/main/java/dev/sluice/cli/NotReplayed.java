package dev.sluice.cli;

import dev.sluice.model.Model;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbered notes below a table: the reasons why kernels do not replay some of its models. */
final class NotReplayed {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /** Returns the text of a cell that refers to the reason of a model that is not replayed. */
  String cell(Model model) {
    return "none ["
        + numbers.computeIfAbsent(model.whyNotReplayed(), why -> numbers.size() + 1)
        + "]";
  }

  /** Returns a line for each reason, in the order of the numbers. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    numbers.forEach((why, number) -> lines.add("[" + number + "] not replayed: " + why));
    return lines;
  }
}

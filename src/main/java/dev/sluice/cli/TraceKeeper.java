package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.ModelTraces;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.graph.TraceStore;
import dev.sluice.model.graph.TraceStore.Difference;
import dev.sluice.trace.BadTrace;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.ItfWriter;
import dev.sluice.trace.KeptReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes behaviours from the graphs of models as they are checked: of those that the table keeps,
 * and holds {@code model-traces/} against them or writes it anew; or of any models, and writes them
 * into a folder of the user's.
 */
final class TraceKeeper implements Runner.Watcher {
  private static final String NAME = "traces";
  private static final int SHOWN = 3;

  private final Path folder;
  private final String named;
  private final ModelTraces traces;
  private final TraceStore store;
  private final List<Model> models;
  private final Set<String> ids;
  private final boolean whole;
  private final boolean itf;
  private final TreeMap<String, TraceStore.Share> shares = new TreeMap<>();
  private final List<String> unreadable = new ArrayList<>();

  /** Of the models that the table keeps, in the folder of the project. */
  TraceKeeper(ModelTable table) {
    this(table, table.models());
  }

  /** Of those of some models that the table keeps; they alone are compared. */
  TraceKeeper(ModelTable table, List<Model> checked) {
    this.folder = table.root().resolve("model-traces");
    this.named = "model-traces/";
    this.traces = new ModelTraces(table);
    this.store = traces.store();
    this.models = traces.models().stream().filter(checked::contains).toList();
    this.ids = traces.ids();
    this.whole = false;
    this.itf = false;
  }

  /**
   * Of these models, in a folder that is new or empty.
   *
   * @param itf whether each behaviour becomes a file in ITF
   */
  TraceKeeper(ModelTable table, List<Model> models, Path folder, boolean itf) {
    this.folder = folder;
    this.named = folder.toString();
    this.traces = new ModelTraces(table);
    this.store = new TraceStore(folder);
    this.models = List.copyOf(models);
    this.ids = new TreeSet<>();
    models.forEach(model -> ids.add(model.id()));
    this.whole = true;
    this.itf = itf;
  }

  /** The models whose behaviours are kept. */
  List<Model> models() {
    return models;
  }

  @Override
  public void graph(Model model, StateGraph graph) {
    if (!ids.contains(model.id())) {
      return;
    }
    try {
      TraceStore.Share share = whole ? traces.whole(model, graph) : traces.share(model, graph);
      synchronized (shares) {
        shares.put(model.id(), share);
      }
    } catch (IOException e) {
      synchronized (shares) {
        unreadable.add(model.id() + ": its specification cannot be read: " + DiskTrouble.why(e));
      }
    } catch (IllegalStateException parted) {
      synchronized (shares) {
        unreadable.add(
            model.id() + ": " + parted.getMessage() + "; say `sluice replay " + model.id() + "`");
      }
    }
  }

  /** Holds what is kept against what the graphs give. */
  Part compare() {
    if (ids.isEmpty()) {
      return new Part(NAME, Status.NOT_DECIDED, "there is no model to compare", List.of());
    }
    List<String> problems = new ArrayList<>(unreadable);
    try {
      problems.addAll(shortened(store.compare(shares.values(), ids)));
    } catch (IOException e) {
      problems.add("model-traces/ cannot be read: " + DiskTrouble.why(e));
      return new Part(NAME, Status.NOT_DECIDED, "could not be compared", problems);
    }
    if (!problems.isEmpty()) {
      problems.add("To write model-traces/ anew: sluice traces");
      return new Part(NAME, Status.FAILED, "drifted from what the models give", problems);
    }
    int left = models.size() - shares.size();
    String kept =
        shares.isEmpty()
            ? "no model here has behaviours in model-traces/"
            : counts() + " in model-traces/, byte for byte as the models give them";
    return left == 0
        ? new Part(NAME, Status.AS_EXPECTED, kept, List.of())
        : new Part(
            NAME,
            Status.NOT_DECIDED,
            kept + "; " + Words.some(left, "model was", "models were") + " not compared",
            List.of());
  }

  /** The first few of each kind for each model, and how many more there are. */
  private List<String> shortened(List<Difference> differences) {
    Map<String, List<Difference>> groups = new LinkedHashMap<>();
    for (Difference difference : differences) {
      int cut = difference.file().lastIndexOf('/');
      String group = difference.kind() + " " + difference.file().substring(0, Math.max(cut, 0));
      groups.computeIfAbsent(group, name -> new ArrayList<>()).add(difference);
    }
    List<String> sentences = new ArrayList<>();
    for (List<Difference> group : groups.values()) {
      group.stream().limit(SHOWN).forEach(one -> sentences.add("model-traces/ " + one + why(one)));
      if (group.size() > SHOWN) {
        sentences.add("model-traces/ ... and " + (group.size() - SHOWN) + " more like this");
      }
    }
    return sentences;
  }

  /** Writes what is kept anew. */
  Part write() {
    if (!unreadable.isEmpty()) {
      return new Part(NAME, Status.NOT_DECIDED, "not written", unreadable);
    }
    try {
      if (itf) {
        writeItf();
      } else {
        store.write(shares.values(), ids);
      }
      return new Part(NAME, Status.AS_EXPECTED, counts() + " written", List.of());
    } catch (IOException e) {
      return new Part(
          NAME, Status.NOT_DECIDED, "not written", List.of(DiskTrouble.notWritten(named, e)));
    } catch (BadTrace e) {
      return new Part(NAME, Status.BAD_INPUT, "not written", List.of(e.getMessage()));
    }
  }

  /** Each behaviour as {@code Module/model/0001.itf.json} and so on. */
  private void writeItf() throws IOException, BadTrace {
    for (TraceStore.Share share : shares.values()) {
      int number = 0;
      for (ItfTrace behaviour :
          KeptReader.read(share.file(), share.bytes(), ItfReader.Expected.ANY)) {
        String name = String.format(Locale.ROOT, "%04d.itf.json", ++number);
        ItfWriter.write(behaviour, folder.resolve(share.entry().id()).resolve(name));
      }
    }
  }

  private String counts() {
    int behaviours = shares.values().stream().mapToInt(share -> share.entry().behaviours()).sum();
    return Words.some(behaviours, "behaviour", "behaviours")
        + " of "
        + Words.some(shares.size(), "model", "models");
  }

  /** For a file that is not even a behaviour of the model as it stands: why. */
  private String why(Difference difference) {
    if (difference.kind() != Difference.Kind.DIFFERENT
        || difference.file().equals(TraceStore.INDEX)) {
      return "";
    }
    for (TraceStore.Share share : shares.values()) {
      if (difference.file().equals(share.file())) {
        try {
          KeptReader.read(
              folder.resolve(difference.file()),
              ItfReader.Expected.of(share.entry().specSha256(), share.entry().actions().keySet()));
        } catch (BadTrace e) {
          return "; " + e.what();
        }
      }
    }
    return "";
  }
}

package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.Role;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Specification;
import dev.sluice.model.Systems;
import dev.sluice.trace.LogEvent;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Target;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ghosts, the fields of a model's messages that no packet carries, are in nothing else. */
class GhostFieldsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<Specification> ALL = Systems.specifications();

  /** Returns the ghosts of a specification. */
  private static Set<String> ghosts(Specification specification) {
    return specification.fields().entrySet().stream()
        .filter(field -> field.getValue().equals(Specification.NOT_ON_WIRE))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static final Map<String, Set<String>> GHOSTS =
      ALL.stream().collect(Collectors.toMap(Specification::name, GhostFieldsTest::ghosts));

  private static Set<String> haunted(String spec, Collection<String> names) {
    Set<String> found = new TreeSet<>(GHOSTS.get(spec));
    found.retainAll(names);
    return found;
  }

  /** Returns the names of the parameters of a method, and of the fields of those that have some. */
  private static Set<String> handed(Method method) {
    Set<String> names = new TreeSet<>();
    for (Parameter parameter : method.getParameters()) {
      assertThat(parameter.isNamePresent()).isTrue();
      names.add(parameter.getName());
      if (parameter.getType().isRecord()) {
        Arrays.stream(parameter.getType().getRecordComponents())
            .forEach(component -> names.add(component.getName()));
      }
    }
    return names;
  }

  @Test
  void noKernelIsHandedAGhostOrTellsOne() {
    assertThat(ALL.stream().flatMap(each -> ghosts(each).stream()))
        .containsExactlyInAnyOrder("job", "number", "place", "work");
    Set<String> names = new TreeSet<>();
    for (Specification specification : ALL) {
      for (Face<?> face : specification.faces()) {
        for (Action action : face.actions()) {
          Set<String> known = new TreeSet<>(action.parameters());
          known.addAll(action.effects());
          if (action.by() == By.MESSAGE) {
            Arrays.stream(face.type().getDeclaredMethods())
                .filter(method -> method.getName().equals(action.method()))
                .forEach(method -> known.addAll(handed(method)));
          }
          assertThat(haunted(specification.name(), known))
              .as("ghosts that %s.%s is handed or tells", face.kernel(), action)
              .isEmpty();
          names.addAll(known);
        }
      }
    }
    assertThat(names).contains("psn", "lsn", "span", "payload");
  }

  /** Notes the answers of a target as kept behaviours have them. */
  private static final class Answers implements Target.Sink {
    private final ArrayNode sent = JSON.createArrayNode();

    private ObjectNode add(String type, long fa, int dpdcid) {
      ObjectNode answer = sent.addObject().put("type", type).put("dpdcid", dpdcid);
      return answer.put("fa", String.valueOf((char) fa));
    }

    @Override
    public void targetClockRestarted(PdcKey key) {}

    @Override
    public void written(PdcKey key, long payload, long offset) {}

    @Override
    public void ackCc(long fa, int spdcid, int dpdcid, long cack) {
      add("ACK_CC", fa, dpdcid).put("spdcid", spdcid).put("cack", (int) cack);
    }

    @Override
    public void nack(long fa, int dpdcid, Code code, long psn) {
      add("NACK", fa, dpdcid).put("code", code.name()).put("psn", (int) psn);
    }
  }

  /** Scrambles the one ghost that a kernel hands on, the payload of a packet, and replays. */
  @Test
  void theAnswersOfATargetDoNotFollowTheJobOfAPacket() throws Exception {
    JsonNode kept = JSON.readTree(Path.of("model-traces/PdcHandshake/trace.json").toFile());
    JsonNode constants = kept.path("constants");
    int answered = 0;
    for (JsonNode behaviour : kept.path("behaviours")) {
      Target target =
          new Target(
              new Target.Params(
                  constants.path("Modulus").asInt(),
                  constants.path("MpRange").asInt(),
                  constants.path("Memory").asInt()),
              constants.path("TargetPdcs").asInt(),
              constants.path("TargetCccs").asInt());
      for (JsonNode number : behaviour) {
        JsonNode step = kept.path("steps").path(number.asInt());
        Answers answers = new Answers();
        if (follows(target, step, constants, 1_000L + 7 * answered, answers)) {
          answered += answers.sent.size();
          assertThat(answers.sent).as("answers to %s", step).isEqualTo(step.path("sends"));
        }
      }
    }
    assertThat(answered).isGreaterThan(50);
  }

  /** Returns a SYN. Its class is a field of the packet's header, which the model has by the job. */
  private static Syn syn(JsonNode packet, JsonNode constants, long payload) {
    String fa = packet.path("fa").asText();
    int spdcid = packet.path("spdcid").asInt();
    JsonNode jobs = constants.path("Work").path(fa).path(spdcid - 1);
    String of = jobs.path(packet.path("job").asInt() - 1).path("class").asText();
    return new Syn(
        fa.charAt(0),
        of.equals("hi") ? 1 : 0,
        spdcid,
        packet.path("psn").asInt(),
        packet.path("offset").asInt(),
        payload);
  }

  /** Takes a step of a target with another payload; returns whether the step is the target's. */
  private static boolean follows(
      Target target, JsonNode step, JsonNode constants, long payload, Target.Sink to) {
    JsonNode packet = step.path("takes");
    long fa = packet.path("fa").asText(" ").charAt(0);
    int spdcid = packet.path("spdcid").asInt();
    int dpdcid = packet.path("dpdcid").asInt();
    int psn = packet.path("psn").asInt();
    String refused =
        switch (step.path("action").asText()) {
          case "Admit" ->
              target.admit(
                  syn(packet, constants, payload), step.path("arguments").path("t").asInt(), to);
          case "Refuse" -> target.refuse(syn(packet, constants, payload), to);
          case "ReceiveSyn" -> target.receiveSyn(syn(packet, constants, payload), to);
          case "ReceiveRequest" -> target.receiveRequest(fa, spdcid, dpdcid, psn, payload, to);
          case "ReceiveClose" -> target.receiveClose(new CloseCommand(fa, spdcid, dpdcid, psn), to);
          default -> "no step of the target";
        };
    return refused == null;
  }

  @Test
  void noLogTellsAGhost() {
    long messages =
        Stream.of(RecordedLogs.logs(), RecordedLogs.logsOfRoce())
            .flatMap(logs -> logs.values().stream())
            .flatMap(log -> log.events().stream())
            .filter(event -> !event.message().isEmpty())
            .peek(GhostFieldsTest::hold)
            .count();
    assertThat(messages).isGreaterThan(10_000);
  }

  private static void hold(LogEvent event) {
    if (!haunted(event.spec(), event.message().keySet()).isEmpty()) {
      throw new AssertionError("a ghost is told: " + event);
    }
  }

  @Test
  void noDialogueHasAGhost() {
    for (Player player : Players.all()) {
      Role role = player.role();
      for (Role.Event event : role.events()) {
        assertThat(haunted(role.spec(), event.message().keySet())).as("%s", event).isEmpty();
        assertThat(haunted(role.spec(), event.arguments().keySet())).as("%s", event).isEmpty();
      }
    }
  }
}

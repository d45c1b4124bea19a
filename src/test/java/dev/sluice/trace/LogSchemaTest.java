package dev.sluice.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published schema says what the writer writes, and refuses what the reader refuses. */
class LogSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(LogSchema.text());

  /** What the schema has against a line; empty if it has nothing. */
  public static Set<ValidationMessage> against(String line) throws IOException {
    return SCHEMA.validate(JSON.readTree(line));
  }

  @Test
  void theProgramCarriesThePublishedFile() throws IOException {
    assertThat(LogSchema.text())
        .isEqualTo(Files.readString(Path.of("schema/sluice-log-1.schema.json")));
  }

  @Test
  void everyLineThatIsWrittenIsValid() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LogValue nested =
        new LogValue.Fields(
            Map.of("sack", new LogValue.Items(List.of(LogValue.of(-1), LogValue.of("x")))));
    EventLogWriter log =
        new EventLogWriter(
            out,
            new LogHeader(
                "sluice",
                "0",
                "uet-1.0",
                7,
                "",
                Map.of("cwnd", "2^-9 B"),
                Map.of("S", nested),
                List.of("st: x")));
    log.event(1, "a", "S", "Act").argument("m", nested).variable("x", LogValue.LARGEST).end();
    log.event(2, "a", "S", "Act").argument("done", true).end();
    log.finish();
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(4);
    for (String line : lines) {
      assertThat(against(line)).as(line).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"n\":1,\"end\":false}",
        "{\"n\":0,\"end\":true}",
        "{\"n\":1,\"t\":0,\"at\":\"a\",\"spec\":\"S\",\"do\":\"Act\",\"in\":{}}",
        "{\"n\":1,\"t\":-1,\"at\":\"a\",\"spec\":\"S\",\"do\":\"Act\",\"in\":{},\"st\":{}}",
        "{\"n\":1,\"t\":0,\"at\":1,\"spec\":\"S\",\"do\":\"Act\",\"in\":{},\"st\":{}}",
        "{\"n\":1,\"t\":0,\"at\":\"a\",\"spec\":\"S\",\"do\":\"Act\",\"in\":{\"x\":1.5},\"st\":{}}",
        "{\"n\":1,\"t\":0,\"at\":\"a\",\"spec\":\"S\",\"do\":\"Act\",\"in\":{\"x\":null},\"st\":{}}",
        "{\"n\":1,\"t\":0,\"at\":\"a\",\"spec\":\"S\",\"do\":\"Act\",\"in\":{},\"st\":{},\"y\":1}",
        "{\"n\":1,\"t\":0,\"at\":\"a\",\"spec\":\"S\",\"do\":\"Act\",\"in\":{},"
            + "\"st\":{\"x\":9007199254740992}}",
        "{\"n\":1,\"t\":0,\"at\":\"a\",\"spec\":\"S\",\"do\":\"Act\",\"in\":{},\"st\":{},"
            + "\"wide\":[]}",
        "{\"format\":\"sluice-log\",\"version\":2,\"writer\":{\"name\":\"a\",\"version\":\"\"},"
            + "\"profile\":\"p\",\"seed\":\"0x0\",\"units\":{},\"constants\":{},\"omits\":[]}",
        "{\"format\":\"sluice-log\",\"version\":1,\"writer\":{\"name\":\"a\",\"version\":\"\"},"
            + "\"profile\":\"p\",\"seed\":\"7\",\"units\":{},\"constants\":{},\"omits\":[]}"
      })
  void whatIsNoLineOfALogIsInvalid(String line) throws IOException {
    assertThat(against(line)).isNotEmpty();
  }

  @Test
  void theExampleOfThePageIsValid() throws IOException, BadTrace {
    String page = Files.readString(Path.of("schema/README.md"));
    String example = page.substring(page.indexOf("```json\n") + 8, page.indexOf("\n```\n\n- ") + 1);
    for (String line : example.lines().toList()) {
      assertThat(against(line)).as(line).isEmpty();
    }
    try (EventLogReader reader =
        EventLogReader.open(
            "schema/README.md",
            new java.io.ByteArrayInputStream(example.getBytes(StandardCharsets.UTF_8)))) {
      assertThat(reader.next()).isPresent();
      assertThat(reader.next()).isEmpty();
    }
  }
}

package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the published schema of the dialogue with the page and with bad lines. */
class SspSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Set<ValidationMessage> against(String line) throws IOException {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("schema/sluice-ssp-1.schema.json")));
    return schema.validate(JSON.readTree(line));
  }

  @Test
  void eachLineOfThePageIsValid() throws IOException {
    List<String> lines =
        Files.readString(Path.of("docs/conformance.md"))
            .lines()
            .filter(line -> line.startsWith("> {") || line.startsWith("< {"))
            .map(line -> line.substring(2))
            .toList();
    assertThat(lines).as("lines of the dialogue").hasSize(14);
    for (String line : lines) {
      assertThat(against(line)).as(line).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[1]",
        "{\"id\":0}",
        "{\"id\":\"1\"}",
        "{\"id\":1,\"verdict\":\"PASS\"}",
        "{\"id\":1,\"next\":1.5}",
        "{\"id\":1,\"next\":-1}",
        "{\"id\":1,\"st\":[1]}",
        "{\"id\":1,\"sends\":[{\"do\":\"Transmit\",\"msg\":{}}]}",
        "{\"id\":1,\"sends\":[{\"t\":0,\"do\":\"Transmit\",\"msg\":{},\"ok\":true}]}",
        "{\"id\":1,\"error\":{\"text\":\"no\",\"definite\":true}}",
        "{\"id\":1,\"error\":{\"code\":10,\"definite\":true},\"sends\":[]}",
        "{\"id\":1,\"protocol\":2}",
        "{\"id\":1,\"roles\":{}}",
        "{\"id\":1,\"verbs\":[\"rewind\"]}",
        "{\"id\":1,\"may\":\"yes\"}",
        "{\"id\":1,\"may\":{\"t\":0,\"do\":\"Transmit\"}}",
        "{\"id\":1,\"error\":{\"code\":10,\"definite\":true},\"may\":true}",
        "{\"id\":1,\"play\":[]}",
        "{\"id\":1,\"play\":[{\"advance\":1,\"backlog\":true}]}",
        "{\"id\":1,\"replies\":[{\"verdict\":\"PASS\"}]}",
        "{\"id\":1,\"roles\":{\"rcm-rp\":{\"commit\":{}}}}",
        "{\"id\":1,\"roles\":{\"rcm-rp\":{\"commit\":{\"packets\":9}}}}",
        "{\"id\":1,\"roles\":{\"rcm-rp\":{\"hidden\":{\"Gain\":[]}}}}",
        "{\"id\":1,\"roles\":{\"rcm-np\":{\"latency\":-1}}}",
        "{\"id\":1,\"start\":{\"role\":\"rcm-np\"}}",
      })
  void aLineThatIsRefusedIsInvalid(String line) throws IOException {
    assertThat(against(line)).as(line).isNotEmpty();
  }
}

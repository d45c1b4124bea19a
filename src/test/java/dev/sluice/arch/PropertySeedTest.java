package dev.sluice.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build tries the same values each time: every property names its seed. */
class PropertySeedTest {
  private static final ArchRule SEEDED =
      methods()
          .that()
          .areAnnotatedWith(Property.class)
          .should(
              new ArchCondition<JavaMethod>("name a seed") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                  String seed = method.getAnnotationOfType(Property.class).seed();
                  events.add(
                      new SimpleConditionEvent(
                          method,
                          seed.matches("-?\\d+"),
                          method.getFullName() + " has the seed \"" + seed + "\""));
                }
              });

  @Test
  void everyPropertyNamesItsSeed() {
    SEEDED.check(Imported.tests());
  }

  @Test
  void aPropertyWithoutASeedIsNamed(@TempDir Path folder) throws IOException {
    JavaClasses planted =
        Planted.classes(
            folder,
            List.of(
                """
                package planted;
                public class Chance {
                  @net.jqwik.api.Property
                  void drawn() {}

                  @net.jqwik.api.Property(seed = "1")
                  void fixed() {}
                }
                """));
    assertThat(SEEDED.evaluate(planted).getFailureReport().getDetails())
        .singleElement()
        .asString()
        .contains("Chance.drawn");
  }
}

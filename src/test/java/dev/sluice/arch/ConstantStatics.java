package dev.sluice.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.math.BigInteger;
import java.util.Set;

/**
 * Every static field is a constant: final, and of a type that cannot change: a primitive, a string,
 * a big integer, an enum, or a record, function or value class of our own.
 */
final class ConstantStatics extends ArchCondition<JavaClass> {
  ConstantStatics() {
    super("have static fields only for constants");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (JavaField field : type.getFields()) {
      boolean concerned =
          field.getModifiers().contains(JavaModifier.STATIC)
              && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
      if (!concerned) {
        continue;
      }
      boolean constant =
          field.getModifiers().contains(JavaModifier.FINAL) && cannotChange(field.getRawType());
      events.add(
          new SimpleConditionEvent(
              type,
              constant,
              field.getFullName() + " may change: " + field.getRawType().getName()));
    }
  }

  private static boolean cannotChange(JavaClass type) {
    return type.isPrimitive()
        || type.isEquivalentTo(String.class)
        || type.isEquivalentTo(BigInteger.class)
        || type.isEnum()
        || type.isRecord()
        || (type.getPackageName().startsWith("dev.sluice.")
            && (type.isInterface() || isValue(type)));
  }

  /** A final class whose fields nobody can set, and nobody else can see. */
  private static boolean isValue(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.FINAL)
        && type.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .allMatch(
                field ->
                    field
                        .getModifiers()
                        .containsAll(Set.of(JavaModifier.PRIVATE, JavaModifier.FINAL)));
  }
}

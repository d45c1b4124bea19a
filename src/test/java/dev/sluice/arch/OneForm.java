package dev.sluice.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A kernel holds its state once. Whatever copies itself and works on fields in place is taken for a
 * kernel; a second form of it is another class of its package that has most of the same fields, by
 * name and type, three at least: a record of its state, a draft, a view that is kept.
 */
final class OneForm extends ArchCondition<JavaClass> {
  private static final int FEW = 3;

  OneForm() {
    super("hold their state in one form");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    Set<String> state = fields(type, true);
    if (!copiesItself(type) || state.size() < FEW) {
      events.add(SimpleConditionEvent.satisfied(type, type.getName() + " is no kernel"));
      return;
    }
    for (JavaClass other : type.getPackage().getClasses()) {
      if (other.equals(type)) {
        continue;
      }
      Set<String> same = fields(other, false);
      same.retainAll(state);
      boolean isAnother = same.size() >= FEW && 2 * same.size() > state.size();
      events.add(
          new SimpleConditionEvent(
              type,
              !isAnother,
              other.getName() + " is a second form of " + type.getName() + ": both hold " + same));
    }
  }

  private static boolean copiesItself(JavaClass type) {
    return type.getMethods().stream()
        .anyMatch(
            method ->
                method.getName().equals("copy")
                    && method.getRawParameterTypes().isEmpty()
                    && method.getRawReturnType().equals(type));
  }

  /** Its fields as name and type, or those of them that change. */
  private static Set<String> fields(JavaClass type, boolean changing) {
    return type.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .filter(field -> !changing || !field.getModifiers().contains(JavaModifier.FINAL))
        .map(OneForm::told)
        .collect(Collectors.toCollection(java.util.TreeSet::new));
  }

  private static String told(JavaField field) {
    return field.getName() + " " + field.getRawType().getSimpleName();
  }
}

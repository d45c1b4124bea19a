package dev.sluice.requirement;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which rows of the catalogue ({@code spec/requirements/}) a piece of code implements, or a
 * test checks.
 *
 * <p>The ids resolve: one that the catalogue does not know fails the build. Kept at run time,
 * because a replay that finds a mismatch names the requirements of the action it happened in.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.CONSTRUCTOR, ElementType.METHOD, ElementType.FIELD})
public @interface Requirement {
  /** Catalogue ids, such as {@code "RCCC-5"}. */
  String[] value();
}

package dev.sluice.house;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A test that is run where all is asked for; a build says that it is left out. See {@link Whole}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
    named = "sluice.all",
    matches = "true",
    disabledReason = ".ci/long does it, with -Dsluice.all=true")
public @interface WholeOnly {}

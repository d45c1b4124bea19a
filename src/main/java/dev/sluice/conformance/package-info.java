/**
 * Tests implementations that are not Sluice's own, in any language: the dialogue with them, and the
 * judgement of what they answer.
 */
package dev.sluice.conformance;

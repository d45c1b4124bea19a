/**
 * Tests implementations that are not Sluice's own, in any language: the dialogue with them, and the
 * judgement of their replies.
 */
package dev.sluice.conformance;

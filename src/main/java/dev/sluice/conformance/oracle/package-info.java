/**
 * The roles of implementations, as the faces of Sluice's kernels declare them. The judge reads them
 * as data, and meets no kernel.
 */
package dev.sluice.conformance.oracle;

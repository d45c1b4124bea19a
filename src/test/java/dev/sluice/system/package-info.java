/**
 * What holds in whole systems, whatever the scenario: topologies, speeds, workloads, queues and
 * faults are drawn, NICs run on them, and judges look on from the outside.
 *
 * <p>A {@link dev.sluice.system.Plan} is drawn and written out as a scenario file, so that what
 * fails is a file that {@code ./sluice run} takes. {@link dev.sluice.system.Rig} has it happen,
 * with {@link dev.sluice.system.Judge}s beside it, who know what the observers of NICs and fabric
 * are told and what the octets of frames say. {@link dev.sluice.system.SystemProperties} are the
 * properties; {@link dev.sluice.system.Lane} counts what each has tried and saves what fails.
 */
package dev.sluice.system;

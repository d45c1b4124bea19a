/**
 * HPCC++ at a host, with the kernels of {@code dev.sluice.cc.hpcc}.
 *
 * <p>Data packets carry {@link dev.sluice.wire.telemetry.RoceTelemetry}, or probes do, for switches
 * to write into; {@link dev.sluice.host.roce.hpcc.HpccEnds} is how a host speaks it, and {@link
 * dev.sluice.host.roce.hpcc.HpccReturn} in what the other end brings back what they wrote.
 *
 * <p>Of data that a queue pair sends, {@link dev.sluice.host.roce.hpcc.HpccDataSender} has probes
 * leave, and hears what is acknowledged; {@link dev.sluice.host.roce.hpcc.HpccSending} is the
 * algorithm there: {@link dev.sluice.cc.hpcc.LinkRecords} says what records measure, and {@link
 * dev.sluice.cc.hpcc.HpccSender} what window and pace come of it. Of data that come to it, {@link
 * dev.sluice.host.roce.hpcc.HpccDataReceiver} sends back what they have gathered, and {@code
 * HpccReceiving} keeps it until then, or has {@link dev.sluice.cc.hpcc.HpccReceiver} work out a
 * window of it. Data are requests, or responses to READs: of these {@link
 * dev.sluice.host.roce.hpcc.HpccResponses} is the sending half.
 *
 * <p>{@link dev.sluice.host.roce.hpcc.HpccNic} is what the NIC of one host has of all this, with a
 * log for each specification. The headers of probes and of what answers them are {@code
 * HpccFrames}' to write, and the NIC's to recognise.
 */
package dev.sluice.host.roce.hpcc;

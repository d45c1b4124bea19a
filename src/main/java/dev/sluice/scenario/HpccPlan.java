package dev.sluice.scenario;

import dev.sluice.cc.hpcc.HpccParams;

/**
 * What a run of HPCC++ is to be held against.
 *
 * @param params how the first host's flows are configured
 * @param frameBytes what a whole packet of data takes on a link, all counted
 * @param rule what switches write
 * @param atReceiver whether the receiver runs the algorithm
 * @param dscp of its frames
 * @param fromPs from when on it is observed
 * @param untilPs until when
 */
public record HpccPlan(
    HpccParams params,
    int frameBytes,
    TelemetryRule rule,
    boolean atReceiver,
    int dscp,
    long fromPs,
    long untilPs) {}

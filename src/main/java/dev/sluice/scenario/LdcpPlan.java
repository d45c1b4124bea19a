package dev.sluice.scenario;

import dev.sluice.host.roce.ldcp.LdcpSender;

/**
 * What a run of LDCP is to be held against.
 *
 * @param sender how the first host's senders are configured
 * @param frameBytes what a whole packet of data takes on a link, all counted
 * @param dscp of its frames
 * @param fromPs from when on means are taken
 * @param untilPs until when
 */
public record LdcpPlan(
    LdcpSender.Params sender, int frameBytes, int dscp, long fromPs, long untilPs) {}

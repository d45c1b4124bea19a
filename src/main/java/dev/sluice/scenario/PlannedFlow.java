package dev.sluice.scenario;

import dev.sluice.host.roce.Verb;
import dev.sluice.host.roce.connection.Service;
import java.util.Optional;

/**
 * A flow: one request of a host to another one.
 *
 * @param from the number of the host that asks
 * @param to of the host whose memory is written or read
 * @param bytes how much
 * @param startPs when it is asked for
 * @param trafficClass of its data, where UET carries it
 * @param job the job that asks
 * @param verb what is asked: of UET a WRITE or a READ
 * @param service how its frames are treated, where RoCEv2 carries it; empty: UET does
 */
public record PlannedFlow(
    int from,
    int to,
    long bytes,
    long startPs,
    int trafficClass,
    int job,
    Verb verb,
    Optional<Service> service) {
  /** Whether it is a read: the data go the other way. */
  public boolean isRead() {
    return verb == Verb.READ;
  }

  /** Whether RoCEv2 carries it, and not UET. */
  public boolean isRoce() {
    return service.isPresent();
  }

  /** The host that the data come from, as in {@link dev.sluice.uet.ccc.Flow}. */
  public int source() {
    return isRead() ? to : from;
  }

  /** The host that the data go to. */
  public int destination() {
    return isRead() ? from : to;
  }

  /** A write by UET in traffic class 0, of job 0. */
  public PlannedFlow(int from, int to, long bytes, long startPs) {
    this(from, to, bytes, startPs, 0, 0, Verb.WRITE, Optional.empty());
  }
}

package dev.sluice.host.roce.hpcc;

import dev.sluice.requirement.Requirement;

/** In what a host brings back what packets have gathered for HPCC++. */
@Requirement({"HPCC-10", "HPCC-12"})
public enum HpccReturn {
  /** Acknowledgments take it along; of a probe, a packet of RoCEv2 that brings all of it. */
  WHOLE,

  /** A response to a probe, with the one link that is the fullest of the path. */
  LINK,

  /** A notification over UDP, for each packet that has telemetry: data or a probe. */
  NOTIFICATION
}

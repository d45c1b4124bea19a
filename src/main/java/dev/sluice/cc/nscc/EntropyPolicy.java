package dev.sluice.cc.nscc;

import dev.sluice.requirement.Requirement;

/** How a CCC chooses the entropy value of each packet. */
@Requirement({"NSCC-10", "NSCC-11", "UET-6"})
public enum EntropyPolicy {
  /** One value for all packets, until a mark on that very value makes it change. */
  STICKY,
  /** A fixed set of values in turn; one that brought a mark is passed over once. */
  SPRAYED
}

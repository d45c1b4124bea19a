package dev.sluice.model.tlc.probe;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import tlc2.TLCGlobals;
import tlc2.tool.ModelChecker;

/**
 * What a search leaves in its process.
 *
 * <p>TLC is made for one search a process. Where one ends early, in its initial states or beyond a
 * budget, the threads of its queue wait on, and its fingerprint sets, megabytes each, stay
 * registered with the JVM. A process that makes hundreds of searches would fill its heap with them,
 * and spend its time looking for room.
 */
final class Leftovers {
  /** What TLC's own packages, and so the domains of what it registers, begin with. */
  private static final String TLC = "tlc2";

  private Leftovers() {}

  /**
   * Ends what the last search of this process has left. Of a search that has ended well, nothing.
   */
  static void end() {
    if (TLCGlobals.mainChecker instanceof ModelChecker checker) {
      checker.theStateQueue.finishAll();
    }
    TLCGlobals.mainChecker = null;
    MBeanServer registered = ManagementFactory.getPlatformMBeanServer();
    for (ObjectName name : registered.queryNames(null, null)) {
      if (name.getDomain().startsWith(TLC)) {
        try {
          registered.unregisterMBean(name);
        } catch (JMException alreadyGone) {
          // then there is nothing to end
        }
      }
    }
  }
}

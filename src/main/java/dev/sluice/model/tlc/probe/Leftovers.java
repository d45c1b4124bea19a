package dev.sluice.model.tlc.probe;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.List;
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
 * registered with the JVM; with an assumption that is false the whole syntax tree stays. A process
 * that makes hundreds of searches would fill its heap with them, and spend its time looking for
 * room.
 */
final class Leftovers {
  /** What TLC's own packages, and so the domains of what it registers, begin with. */
  private static final String TLC = TLCGlobals.class.getPackageName();

  /** Where the TLC on Maven Central gathers what it says; upstream's has no such class. */
  private static final String COLLECTOR = "tlc2.output.OutputCollector";

  private Leftovers() {}

  /**
   * Ends what the last search of this process has left. Of a search that has ended well, nothing.
   */
  static void end() {
    if (TLCGlobals.mainChecker instanceof ModelChecker checker) {
      checker.theStateQueue.finishAll();
    }
    TLCGlobals.mainChecker = null;
    empty("violatedAssumptions");
    empty("allMessages");
    empty("trace");
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

  private static void empty(String list) {
    try {
      Field field = Class.forName(COLLECTOR).getDeclaredField(list);
      field.setAccessible(true);
      ((List<?>) field.get(null)).clear();
    } catch (ReflectiveOperationException notThere) {
      // then it gathers nothing
    }
  }
}

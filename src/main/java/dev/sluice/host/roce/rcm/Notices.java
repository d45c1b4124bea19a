package dev.sluice.host.roce.rcm;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.requirement.Requirement;

/**
 * How a host answers marks.
 *
 * @param areSent whether it has notification points; one that has none goes on as ever
 * @param params what each queue pair's is configured with
 * @param dscp of the notifications of congestion (CNPs), 0 to 63: it chooses their class
 */
@Requirement({"RCM-3", "RCM-4", "RCM-12"})
public record Notices(boolean areSent, NotificationPoint.Params params, int dscp) {
  /** The DSCP that CNPs usually have. */
  public static final int USUAL_DSCP = 48;

  private static final int MOST_DSCP = 63;

  /** No mark is answered. */
  public static final Notices NONE =
      new Notices(false, new NotificationPoint.Params(0, Answers.NEXT_MARK, Ecn.ECT_1), USUAL_DSCP);

  /**
   * @throws IllegalArgumentException if there is no such DSCP
   */
  public Notices {
    if (dscp < 0 || dscp > MOST_DSCP) {
      throw new IllegalArgumentException("DSCP " + dscp + ", from 0 to " + MOST_DSCP);
    }
  }

  /** They are sent, with the usual DSCP. */
  public static Notices sent(NotificationPoint.Params params) {
    return new Notices(true, params, USUAL_DSCP);
  }
}

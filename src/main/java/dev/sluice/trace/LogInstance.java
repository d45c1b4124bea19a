package dev.sluice.trace;

/**
 * Whose event it is: by these a log is cut into one behaviour for each context.
 *
 * <p>A context is one of two ends of a flow, and its id is taken again when it is gone; so an id
 * alone names nobody. What an event is not about is left out.
 *
 * @param role {@code source} or {@code target}: which end of the flow acts
 * @param source host that the flow's data comes from; empty where the event is about all of them
 * @param destination host that it goes to
 * @param trafficClass of the flow; −1 where the event is about none
 * @param ccc the acting end's id of the context, as on the wire; 0 while there is none
 * @param life which context of this flow at this end it is, counted from 1; 0 while there is none
 * @param pdc the acting end's id of the PDC, as on the wire; 0 where the event is about none
 * @param sourceQp number of the queue pair at the source, as on the wire; 0 where there is none
 * @param destinationQp number of the one at the destination, which it is connected with
 */
public record LogInstance(
    String role,
    String source,
    String destination,
    int trafficClass,
    int ccc,
    int life,
    int pdc,
    int sourceQp,
    int destinationQp) {
  /** The end that data comes from. */
  public static final String SOURCE = "source";

  /** The end that it goes to. */
  public static final String TARGET = "target";

  public LogInstance {
    if (!role.equals(SOURCE) && !role.equals(TARGET)) {
      throw new IllegalArgumentException("no role of a context: " + role);
    }
    if (trafficClass < -1 || ccc < 0 || life < 0 || pdc < 0) {
      throw new IllegalArgumentException(
          "no context: " + trafficClass + ", " + ccc + ", " + life + ", " + pdc);
    }
    if (sourceQp < 0 || sourceQp > 0 != destinationQp > 0) {
      throw new IllegalArgumentException("no connection: " + sourceQp + ", " + destinationQp);
    }
  }

  /** One of the two ends of a flow of CCCs and PDCs. */
  public LogInstance(
      String role,
      String source,
      String destination,
      int trafficClass,
      int ccc,
      int life,
      int pdc) {
    this(role, source, destination, trafficClass, ccc, life, pdc, 0, 0);
  }

  /** One of the two ends of a connection between queue pairs. */
  public static LogInstance connection(
      String role, String source, int sourceQp, String destination, int destinationQp) {
    return new LogInstance(role, source, destination, -1, 0, 0, 0, sourceQp, destinationQp);
  }

  /** Whether it is an end of a connection between queue pairs. */
  public boolean isConnection() {
    return sourceQp > 0;
  }

  /** The flow, as one word: what both ends of a context have in common. */
  public String flow() {
    return isConnection()
        ? source + "/" + sourceQp + ">" + destination + "/" + destinationQp
        : source + ">" + destination + "/" + trafficClass;
  }
}

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays the notification point of RoCEv2 congestion management, with one mistake, for {@code sluice
 * conform --demo}.
 *
 * <p>Requests are searched for single values. That is enough here, since Sluice writes them, and
 * not an example of how to read JSON.
 */
class Demo {
  private int interval;
  private boolean answersAtEnd;
  private String cnp = "";

  private long now;
  private long sentAt;
  private boolean hasSent;
  private boolean owed;

  public static void main(String[] args) throws IOException {
    Demo demo = new Demo();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println("{\"id\":" + number(line, "id") + demo.answer(line) + "}");
      if (line.contains("\"bye\"")) {
        return;
      }
    }
  }

  private String answer(String line) {
    if (line.contains("\"hello\"")) {
      return ",\"protocol\":1,\"nonce\":\""
          + text(line, "nonce")
          + "\",\"shim\":{\"name\":\"demo\",\"version\":\"1\"},\"implementation\":"
          + "{\"name\":\"demo\",\"version\":\"1\",\"kind\":\"software\"},\"determinism\":\"full\","
          + "\"roles\":{\"rcm-np\":{\"observe\":[\"owed\"],\"latency\":0}}";
    } else if (line.contains("\"start\"")) {
      interval = (int) number(line, "Interval"); // the mistake: picoseconds need 64 bits
      answersAtEnd = text(line, "Answers").equals("INTERVAL_END");
      cnp = "{\"qp\":" + number(line, "Peer") + ",\"ecn\":\"" + text(line, "CnpEcn") + "\"}";
      now = 0;
      hasSent = false;
      owed = false;
      Matcher given = Pattern.compile("\"given\":(\\{[^}]*\\})").matcher(line);
      return ",\"given\":" + (given.find() ? given.group(1) : "{}") + shown();
    } else if (line.contains("\"do\"")) {
      now = number(line, "t");
      boolean isMark = text(line, "ecn").equals("CE") && line.contains("\"valid\":true");
      boolean isOver = !hasSent || now - sentAt >= interval;
      owed = isMark && !isOver ? answersAtEnd : owed;
      return (isMark && isOver ? sends("Receive") : ",\"sends\":[]") + shown();
    } else if (line.contains("\"advance\"")) {
      long to = number(line, "advance");
      String sends = ",\"sends\":[]";
      if (owed && sentAt + interval <= to) {
        now = Math.max(now, sentAt + interval);
        sends = sends("CnpTimer");
      }
      now = to;
      return sends + shown();
    }
    return line.contains("\"bye\"")
        ? ""
        : ",\"error\":{\"code\":10,\"text\":\"unknown\",\"definite\":true}";
  }

  private String sends(String action) {
    sentAt = now;
    hasSent = true;
    owed = false;
    return ",\"sends\":[{\"t\":" + now + ",\"do\":\"" + action + "\",\"msg\":" + cnp + "}]";
  }

  private String shown() {
    return ",\"st\":{\"owed\":" + owed + "}";
  }

  private static long number(String line, String key) {
    Matcher found = Pattern.compile("\"" + key + "\":(\\d+)").matcher(line);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  private static String text(String line, String key) {
    Matcher found = Pattern.compile("\"" + key + "\":\"([^\"]*)\"").matcher(line);
    return found.find() ? found.group(1) : "";
  }
}

/* The notification point of RCM: a mark is answered at once if the last CNP is an interval ago,
 * and otherwise at the end of the interval, or not at all. */
static int64_t interval, last, peer;
static int answers_at_end, owed;
static char cnp_ecn[16];

static void start(void) {
  const char *ecn = value("given", "CnpEcn");
  interval = number("given", "Interval");
  peer = number("given", "Peer");
  answers_at_end = is("given", "Answers", "INTERVAL_END");
  snprintf(cnp_ecn, sizeof cnp_ecn, "%.*s", (int)strcspn(ecn + 1, "\""), ecn + 1);
  last = -interval;
  owed = 0;
}

static void cnp(int64_t t, const char *action) {
  char msg[64];
  snprintf(msg, sizeof msg, "{\"qp\":%" PRId64 ",\"ecn\":\"%s\"}", peer, cnp_ecn);
  leaves(t, action, msg);
  last = t;
  owed = 0;
}

static int event(int64_t t) {
  if (!is("in", "valid", "true") || !is("msg", "ecn", "CE")) return 1;
  if (t - last >= interval) cnp(t, "Receive");
  else owed = answers_at_end;
  return 1;
}

static void advance(int64_t t, int backlog) {
  (void)backlog;
  if (owed && last + interval <= t) cnp(last + interval, "CnpTimer");
}

static void shown(char *out, size_t size) { add(out, size, "{}"); }


/* A shim for the role @ROLE@: connects an implementation to `sluice conform`.
 * Fill in the four functions marked TODO. Times are picoseconds of virtual time.
 *     cc -O2 -o shim @FILE@
 *     sluice conform list @ROLE@       the parameters, events and variables
 *     sluice conform check -- ./shim
 *     sluice conform run -- ./shim
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROLE "@ROLE@"
#define OBSERVE "[]" /* the variables that shown() writes; all of them are: */
/* #define OBSERVE "@VARIABLES@" */
#define LATENCY "0"  /* longest time in ps from the moment a packet may leave until it leaves */

static const char *const events[] = {@EVENTS@, NULL};
static const char *const parameters[] = {@PARAMETERS@, NULL};
static char line[1 << 21], sends[1 << 20], state[1 << 20];

/* Finds the value of the first key of a name from a place on; NULL if there is none. */
static const char *find(const char *from, const char *key) {
  char quoted[256];
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  from = from == NULL ? NULL : strstr(from, quoted);
  return from == NULL ? NULL : from + strlen(quoted);
}

/* Finds the value of a key, behind the key `within` if that is not NULL. */
static const char *value(const char *within, const char *key) {
  return find(within == NULL ? line : find(line, within), key);
}
static int64_t whole(const char *at) { return at == NULL ? -1 : strtoll(at, NULL, 10); }
static int64_t number(const char *within, const char *key) { return whole(value(within, key)); }

/* Returns the element of a list at a place from 0 on, or NULL. A number of the second hop:
 * whole(find(element(value("msg", "hops"), 1), "speed")) */
const char *element(const char *list, int place) {
  const char *at = list == NULL || list[1] == ']' ? NULL : list + 1;
  for (int depth = 0; at != NULL && place > 0; at++) {
    if (*at == '"') at = strchr(at + 1, '"');
    depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
    if (depth < 0) return NULL;
    place -= depth == 0 && *at == ',';
  }
  return at;
}

/* Returns whether the value of a key is a word, or the truth value "true" or "false". */
static int is(const char *within, const char *key, const char *word) {
  const char *at = value(within, key);
  if (at == NULL) return 0;
  at += *at == '"';
  size_t length = strlen(word);
  return strncmp(at, word, length) == 0 && strchr("\",]}", at[length]) != NULL;
}

/* Adds to a text, as printf() does. The shim ends if it does not fit. */
static void add(char *text, size_t size, const char *format, ...) {
  size_t used = strlen(text);
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text + used, size - used, format, values);
  va_end(values);
  if (length >= 0 && (size_t)length < size - used) return;
  text = text == sends ? "sends" : text == state ? "state" : "a text";
  fprintf(stderr, "shim: %s is too small for a reply\n", text), exit(1);
}

/* Adds a departure; msg is a JSON object. */
void leaves(int64_t t, const char *action, const char *msg) {
  add(sends, sizeof sends, "%s{\"t\":%" PRId64 ",\"do\":\"%s\",\"msg\":%s}",
      sends[0] == '\0' ? "" : ",", t, action, msg);
}

/* TODO Forget everything, and take over the parameters: number("given", "..."). */
static void start(void) {}

/* TODO Carry out an event at the time t: is(NULL, "do", "...") tells which, number("msg", "...") a
 * value. Call leaves() for its departures, and return 1. To refuse it, change nothing, return 0. */
static int event(int64_t t) { return t >= 0; }

/* TODO Let time pass up to t: run timers, send packets if there is a backlog; call leaves(). */
static void advance(int64_t t, int backlog) { (void)t, (void)backlog; }

/* TODO Write the variables that OBSERVE names as a JSON object: add(out, size, ...). */
static void shown(char *out, size_t size) { add(out, size, "{}"); }

static void error(int64_t id, int code, const char *text) {
  printf("{\"id\":%" PRId64 ",\"error\":{\"code\":%d,\"text\":\"%s\",\"definite\":true}}\n", id,
         code, text);
}

static int known_event(void) {
  for (int at = 0; events[at] != NULL; at++) if (is(NULL, "do", events[at])) return 1;
  return 0;
}

/* Returns whether the parameters are those of the role: each is there, and there are no others. */
static int known_parameters(const char *given, const char *end) {
  int colons = 0, count = 0;
  for (const char *at = given; at < end; at++) colons += *at == ':';
  for (; parameters[count] != NULL; count++)
    if (value("given", parameters[count]) == NULL) return 0;
  return colons == count;
}

int main(void) {
  int64_t now = -1; /* before the first case */
  while (fgets(line, sizeof line, stdin) != NULL) {
    int64_t id = number(NULL, "id");
    sends[0] = state[0] = '\0';
    if (value(NULL, "hello") != NULL) {
      const char *nonce = value("hello", "nonce");
      int length = nonce == NULL ? 0 : (int)strcspn(nonce + 1, "\"") + 2;
      printf("{\"id\":%" PRId64 ",\"protocol\":1,\"nonce\":%.*s,"
             "\"shim\":{\"name\":\"shim\",\"version\":\"1\"},\"implementation\":{\"name\":\"mine\","
             "\"version\":\"1\",\"kind\":\"software\"},\"determinism\":\"full\",\"roles\":{\"" ROLE
             "\":{\"observe\":" OBSERVE ",\"latency\":" LATENCY "}}}\n", id, length, nonce);
    } else if (value(NULL, "start") != NULL) {
      const char *given = value("start", "given");
      const char *end = given == NULL ? NULL : strchr(given, '}');
      if (!is("start", "role", ROLE)) error(id, 10, "unknown role");
      else if (end == NULL || !known_parameters(given, end)) error(id, 11, "unknown parameters");
      else {
        start();
        now = 0;
        shown(state, sizeof state);
        printf("{\"id\":%" PRId64 ",\"given\":%.*s,\"st\":%s}\n", id, (int)(end - given) + 1,
               given, state);
      }
    } else if (value(NULL, "do") != NULL || value(NULL, "advance") != NULL) {
      int is_event = value(NULL, "do") != NULL;
      int64_t t = number(NULL, is_event ? "t" : "advance");
      if (now < 0 || t < now) error(id, 12, "out of order");
      else if (is_event && !known_event()) error(id, 10, "unknown action");
      else {
        int refused = is_event ? !event(t) : (advance(t, is(NULL, "backlog", "true")), 0);
        now = t;
        shown(state, sizeof state);
        if (refused) error(id, 13, "refused in this state");
        else printf("{\"id\":%" PRId64 ",\"st\":%s,\"sends\":[%s]}\n", id, state, sends);
      }
    } else if (value(NULL, "bye") != NULL) return printf("{\"id\":%" PRId64 "}\n", id) < 0;
    else error(id, 10, "unknown verb");
    fflush(stdout);
  }
}

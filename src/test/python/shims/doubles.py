"""A shim around a reaction point in floating point, as in papers and simulators.

It shares nothing with loop.py. With SHIM_MISTAKE=N, the Nth of MISTAKES is put into it.
SHIM_GRAIN is the grain that it declares for the rates, in Mb/s, and to whose multiples it rounds
the rates that it shows. With SHIM_KEEPS=1, it keeps these multiples, too, and whole parts of alpha.
"""

import math
import os

import mistaken
import ssp

MISTAKES = [
    ("a cut takes all of alpha", "1 - old / 2", "1 - old"),
    ("a cut takes the new alpha", "old = self.alpha", "old = min(1, (1 - g) * self.alpha + g)"),
    ("the target stays at a cut", "self.target = self.rate  # clamp", "pass"),
    ("alpha forgets g at a CNP", "(1 - g) * self.alpha + g  # CNP", "(1 - g) * self.alpha"),
    ("alpha does not decay", "self.alpha *= 1 - g", "pass"),
    ("the rate goes to the target", "(self.rate + self.target) / 2", "self.target"),
    ("no step is added", "self.target + self.step(t, b)", "self.target"),
    ("hyper steps do not grow", "beyond * c[\"StepHyper\"]", "c[\"StepHyper\"]"),
    ("the target passes the line", "min(line, self.target + self.step(t, b))",
     "self.target + self.step(t, b)"),
    ("the floor is left out", "max(c[\"MinRate\"], cut)", "cut"),
    ("the gap is of the target", "PER_BYTE / self.rate", "PER_BYTE / self.target"),
    ("the rate is cut to half", "self.rate * (1 - old / 2)", "self.rate / 2"),
    ("a rise is of a third", "(self.rate + self.target) / 2", "(2 * self.rate + self.target) / 3"),
    ("cuts come at any time", "self.cut_age(t) >= c[\"CutGap\"]", "True"),
]

mistaken.rest(__file__, MISTAKES)

# --- the implementation
PER_BYTE = 8_000_000
NEVER = math.inf
GRAIN = int(os.environ.get("SHIM_GRAIN", "1"))
KEEPS = os.environ.get("SHIM_KEEPS") == "1"


class ReactionPoint:
    observe = ["limited", "rate", "target", "alpha", "timeStage", "byteStage"]
    grain = {"rate": GRAIN, "target": GRAIN, "alpha": 1}

    def __init__(self, given):
        self.c = given
        self.now = self.free = 0
        self.last_cut = -NEVER
        self.release()

    def release(self):
        c = self.c
        self.limited = False
        self.rate = self.target = float(c["Line"])
        self.alpha = c["AlphaStart"] / c["Scale"]
        self.by_time = self.by_bytes = self.sent = self.last = 0

    def keep(self):
        """Rounds all that it keeps to the grain."""
        if KEEPS:
            scale = self.c["Scale"]
            self.rate = max(self.c["MinRate"], self.rate // GRAIN * GRAIN)
            self.target = round(self.target / GRAIN) * GRAIN
            self.alpha = round(self.alpha * scale) / scale

    def cut_age(self, t):
        return t - self.last_cut if self.limited else NEVER

    def cnp(self, t):
        c, g = self.c, self.c["Gain"] / self.c["Scale"]
        clamp = c["Rise"] == "DCQCN" and (
            c["Clamp"] == "ALWAYS" or not self.limited or self.by_time > 0
        )
        cuts = self.cut_age(t) >= c["CutGap"]
        self.limited = True
        self.by_time = self.by_bytes = self.sent = 0
        self.rise_at, self.decay_at = t + c["RiseTime"], t + c["DecayTime"]
        if cuts:
            if clamp:
                self.target = self.rate  # clamp
            old = self.alpha
            cut = self.rate * (1 - old / 2)
            self.rate = max(c["MinRate"], cut)
            self.alpha = (1 - g) * self.alpha + g  # CNP
            self.last_cut = t
            self.keep()

    def step(self, t, b):
        c = self.c
        beyond = min(t, b) - c["FastSteps"]
        if max(t, b) < c["FastSteps"]:
            return 0
        if c["StepHyper"] and beyond > 0:
            return beyond * c["StepHyper"]
        return c["StepAdd"]

    def rise(self, by_time, by_bytes):
        c, line = self.c, self.c["Line"]
        t, b = (by_time, by_bytes) if c["CountsFirst"] else (self.by_time, self.by_bytes)
        self.target = min(line, self.target + self.step(t, b))
        if c["Rise"] == "STEP":
            self.rate = min(line, self.rate + c["StepAdd"])
        else:
            self.rate = (self.rate + self.target) / 2
        self.by_time, self.by_bytes = by_time, by_bytes
        self.keep()
        if self.rate >= line - 0.5:
            self.release()

    def rise_due(self):
        c = self.c
        if not self.limited or not c["RiseTime"] or c["Both"] and self.sent < c["RiseBytes"]:
            return NEVER
        return max(self.now, self.rise_at)

    def decay_due(self):
        return self.decay_at if self.limited and self.c["DecayTime"] else NEVER

    def leaves(self):
        if not self.limited:
            return max(self.now, self.free)
        gap = math.ceil(self.last * PER_BYTE / self.rate)
        return max(self.now, self.free, self.sent_at + gap if self.last else 0)

    def transmit(self, t):
        c, size = self.c, self.c["Size"]
        self.free = t + -(-size * PER_BYTE // c["Line"])
        if self.limited:
            self.last, self.sent_at = size, t
            if c["RiseBytes"]:
                self.sent += size
                if self.sent >= c["RiseBytes"]:
                    self.sent = c["RiseBytes"] if c["Both"] else 0
                    if not c["Both"]:
                        self.rise(self.by_time, self.by_bytes + 1)
        ecn = "ECT_0" if c["Selected"] else "NOT_ECT"
        return {"t": t, "do": "Transmit", "msg": {"bytes": size, "ecn": ecn}}

    def advance(self, to, backlog):
        sends = []
        while True:
            t = min(self.rise_due(), self.decay_due(), self.leaves() if backlog else NEVER)
            if t > to:
                self.now = to
                return sends
            self.now = t
            if self.rise_due() == t:
                self.rise_at = t + self.c["RiseTime"]
                self.sent = 0 if self.c["Both"] else self.sent
                self.rise(self.by_time + 1, self.by_bytes)
            elif self.decay_due() == t:
                g = self.c["Gain"] / self.c["Scale"]
                self.decay_at = t + self.c["DecayTime"]
                self.alpha *= 1 - g
                self.keep()
            else:
                sends.append(self.transmit(t))

    def event(self, t, action, arguments, message):
        if action != "ReceiveCnp":
            raise ssp.Refused(10, "unknown action")
        sends = self.advance(t, False)
        self.cnp(t)
        return sends

    def shown(self, now):
        due = min(self.rise_due(), self.decay_due())
        return {
            **({"next": due} if due < NEVER else {}),
            "st": {
                "limited": self.limited,
                "rate": round(self.rate / GRAIN) * GRAIN,
                "target": round(self.target / GRAIN) * GRAIN,
                "alpha": round(self.alpha * self.c["Scale"]),
                "timeStage": self.by_time,
                "byteStage": self.by_bytes,
            }
        }


ssp.serve("doubles", {"rcm-rp": ReactionPoint})

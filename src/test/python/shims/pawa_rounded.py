"""A shim around a sender of LDCP that keeps its window in floating point, in packets.

It shares nothing with pawa.py. With SHIM_KEEPS=bytes, its window is in whole bytes of packets of
1,024 bytes, rounded down. SHIM_GRAIN=none declares no grain. With SHIM_MISTAKE=N, the Nth of
MISTAKES is put into it.
"""

import fractions
import math
import os

import mistaken
import ssp

MISTAKES = [
    ("the increase is left out", "n * self.alpha / self.cw", "0"),
    ("the increase is twice as large", "n * self.alpha / self.cw", "2 * n * self.alpha / self.cw"),
    ("the increase is not divided", "n * self.alpha / self.cw", "n * self.alpha"),
    ("the increase is divided by whole packets", "n * self.alpha / self.cw",
     "n * self.alpha // self.cw"),
    ("the increase forgets delayed packets", "n * self.alpha / self.cw", "self.alpha / self.cw"),
    ("the decrease forgets delayed packets", "n * self.beta", "self.beta"),
    ("the decrease is alpha", "n * self.beta", "n * self.alpha"),
    ("the decrease is a half", "self.cw -= n * self.beta", "self.cw /= 2"),
    ("the floor is left out", "max(self.gamma, self.cw)  # floor", "self.cw"),
    ("the floor below a packet is left out", "max(self.gamma, self.cw / 2)", "self.cw / 2"),
    ("the cap is left out", "min(self.most, self.cw)", "self.cw"),
    ("a window below a packet is halved to gamma", "max(self.gamma, self.cw / 2)", "self.gamma"),
    ("the step below a packet is alpha", "self.cw += self.gamma", "self.cw += self.alpha"),
    ("a timeout leaves the window", "self.cw = min(self.cw, 1)", "pass"),
    ("a timeout leaves gamma", "self.cw = min(self.cw, 1)", "self.cw = self.gamma"),
    ("the gap is a round trip", "fractions.Fraction(self.rtt) / fractions.Fraction(self.cw)",
     "fractions.Fraction(self.rtt)"),
    ("a packet more leaves", "self.flying + 1 <= self.cw", "self.flying <= self.cw"),
    ("one packet has the rules below one", "if self.cw < 1:  # grow", "if self.cw <= 1:"),
]

mistaken.rest(__file__, MISTAKES)

# --- the implementation
NEVER = math.inf
BYTES = os.environ.get("SHIM_KEEPS") == "bytes"
PACKET = 1_024


class Sender:
    observe = "cw inFlight rtt sinceSent".split()
    # The largest number of parts that a packet has in the cases makes this more than a byte.
    grain = {} if os.environ.get("SHIM_GRAIN") == "none" else {"cw": 65 if BYTES else 1}

    def __init__(self, given):
        c = self.c = given
        self.one = c["One"]
        self.alpha, self.beta, self.gamma, self.most = (
            c[name] / self.one for name in ["Alpha", "Beta", "Gamma", "MaxCw"]
        )
        self.cw = c["StartCw"] / self.one
        self.keep()
        self.now = 0
        self.flying = c["StartInFlight"]
        self.rtt = c["BaseRtt"]
        self.longest = -(-c["MaxRtt"] * self.one // c["Gamma"])
        self.sent_at = 0 if self.flying else -self.longest

    def keep(self):
        if BYTES and self.cw * PACKET >= 1:
            self.cw = self.cw * PACKET // 1 / PACKET

    def ReceiveAck(self, n, ece, rtt):
        c = self.c
        self.flying -= n
        if c["TimerRtt"] == "MEASURED":
            self.rtt = min(c["MaxRtt"], max(c["BaseRtt"], rtt))
        if ece:
            self.cut(n)
        else:
            self.grow(n)
        self.keep()

    def grow(self, n):
        if self.cw < 1:  # grow
            self.cw += self.gamma
        else:
            self.cw += n * self.alpha / self.cw
            self.cw = min(self.most, self.cw)

    def cut(self, n):
        if self.cw < 1:
            self.cw = max(self.gamma, self.cw / 2)
            return
        self.cw -= n * self.beta
        if self.c["Floor"]:
            self.cw = max(self.gamma, self.cw)  # floor

    def leaves(self):
        if self.cw >= 1:
            return self.now if self.flying + 1 <= self.cw else NEVER
        if self.cw <= 0:
            return NEVER
        gap = fractions.Fraction(self.rtt) / fractions.Fraction(self.cw)
        return max(self.now, self.sent_at + math.ceil(gap))

    def advance(self, to, backlog):
        sends = []
        while backlog and self.leaves() <= to:
            self.now = self.sent_at = self.leaves()
            sends.append({"t": self.now, "do": "Transmit", "msg": {"ecn": "ECT_0"}})
            self.flying += 1
        self.now = to
        return sends

    def event(self, t, action, arguments, message):
        self.advance(t, False)
        if action == "ReceiveAck":
            self.ReceiveAck(message["n"], message["ece"], arguments["rtt"])
        elif action == "GoBack":
            self.flying = 0
        elif action == "Timeout":
            self.flying = 0
            self.cw = min(self.cw, 1)
        else:
            raise ssp.Refused(10, "unknown action")
        return []

    def shown(self, now):
        return {
            "st": {
                "cw": round(self.cw * self.one),
                "inFlight": self.flying,
                "rtt": self.rtt,
                "sinceSent": min(now - self.sent_at, self.longest),
            }
        }


ssp.serve("rounded-pawa", {"ldcp-pawa": Sender})

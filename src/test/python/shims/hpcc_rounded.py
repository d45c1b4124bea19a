"""A shim around a sender of HPCC++ that keeps U and its windows in floating point.

It shares nothing with hpcc.py. With SHIM_KEEPS=bytes, its windows are whole bytes, rounded down.
SHIM_GRAIN=none declares no grain. With SHIM_MISTAKE=N, the Nth of MISTAKES is put into it.
"""

import fractions
import math
import os

import mistaken
import ssp

MISTAKES = [
    ("the additive step is left out", "w += self.step()  # additive", "pass"),
    ("the additive step is twice as large", "w += self.step()  # additive",
     "w += 2 * self.step()"),
    ("the additive step is that of all flows", "/ self.n)  # flows", ")"),
    ("the additive step does not follow the flows", "if self.n == NONE:", "if True:"),
    ("the window is divided by U alone", "self.wc * self.eta / self.u", "self.wc / self.u"),
    ("the window is divided by U twice", "self.wc * self.eta / self.u",
     "self.wc * self.eta / self.u / self.u"),
    ("the window starts from itself", "self.wc * self.eta / self.u", "self.w * self.eta / self.u"),
    ("the floor is left out", "max(c[\"MinW\"], w)  # floor", "w"),
    ("the cap is left out", "min(c[\"WInit\"], bounded)  # cap", "bounded"),
    ("the cap of U is left out", "min(u, c[\"MaxU\"] / c[\"One\"])", "u"),
    ("U is not smoothed", "self.u += share * (u - self.u)", "self.u = u"),
    ("U is smoothed by half", "self.u += share * (u - self.u)", "self.u += (u - self.u) / 2"),
    ("a round has one stage more", "self.stage >= c[\"MaxStage\"]", "self.stage > c[\"MaxStage\"]"),
    ("the reference follows each ACK", "closes or c[\"Reacts\"] == \"ACK\"", "True"),
    ("the queue is the longer one", "min(old[\"queue\"], new[\"queue\"])",
     "max(old[\"queue\"], new[\"queue\"])"),
    ("the pace is of the reference window", "self.gap(self.w)", "self.gap(self.wc)"),
    ("the window lets a packet more out", "flight * c[\"Size\"] + needs > self.w",
     "(flight - 1) * c[\"Size\"] + needs > self.w"),
    ("eta is 1", "self.u >= self.eta", "self.u >= 1"),
]

mistaken.rest(__file__, MISTAKES)

# --- the implementation
NEVER = math.inf
NONE = -1
BYTES = os.environ.get("SHIM_KEEPS") == "bytes"
UNITS = 512 if BYTES else 1


class Sender:
    observe = "w sndUna sndNxt lastUpdateSeq u wc incStage n sinceSent".split()
    grain = {} if os.environ.get("SHIM_GRAIN") == "none" else {"u": 1, "w": UNITS, "wc": UNITS}

    def __init__(self, given):
        c = self.c = given
        self.eta = c["Eta"] / c["One"]
        self.runs = c["Form"] == "SENDER"
        self.now = 0
        self.u = 1.0
        self.w = self.wc = self.kept(c["WInit"])
        self.una = self.nxt = self.last = self.stage = 0
        self.n = NONE
        self.sent_at = -self.gap(c["MinW"])
        self.path = None

    def kept(self, w):
        """A window as it is kept: bytes below the least one count, too."""
        return w // 512 * 512 if BYTES and w >= 512 else float(w)

    def gap(self, w):
        return math.ceil(fractions.Fraction(self.c["Size"] * self.c["T"]) / fractions.Fraction(w))

    def ahead(self, seq, own):
        d = (seq - own) % self.c["Modulus"]
        return d if 2 * d < self.c["Modulus"] else 0

    def hear(self, message):
        c = self.c
        if self.path != (message["path"], message["nHop"]):
            self.path = (message["path"], message["nHop"])
            self.records = {}
        best = None
        for hop, each in enumerate(message["hops"], message["first"]):
            old = self.records.get(hop)
            if each["speed"] == 0:
                continue
            new = {**each, "at": self.now}
            if old and old["speed"] == new["speed"] and self.now - old["at"] <= c["Silence"]:
                ticks = (new["ts"] - old["ts"]) % (1 << 24)
                if not 0 < 2 * ticks < 1 << 24:
                    continue
                queue = min(old["queue"], new["queue"])
                sent = (new["tx"] - old["tx"]) % (1 << 20) * c["TxUnit"] * 8_000_000
                if c["Term"] == "LENGTH":
                    waits = queue * c["QueueUnit"] * 8_000_000
                else:
                    waits = queue * c["WaitUnit"] * new["speed"]
                base = c["T"] // c["TimeUnit"]
                load = fractions.Fraction(
                    waits * ticks + sent * base, new["speed"] * ticks * base * c["TimeUnit"]
                )
                if best is None or load > best[0]:
                    best = (load, ticks * c["TimeUnit"], hop)
            self.records[hop] = new
        return best

    def within(self, w):
        c = self.c
        bounded = max(c["MinW"], w)  # floor
        return min(c["WInit"], bounded)  # cap

    def step(self):
        c = self.c
        if self.n == NONE:
            return c["Wai"]
        return max(1, c["WInit"] * (1 - self.eta) / self.n)  # flows

    def react(self, best, n, closes):
        c = self.c
        load, tau, hop = best
        u = float(load)
        u = min(u, c["MaxU"] / c["One"])
        share = min(tau, c["T"]) / c["T"]
        self.u += share * (u - self.u)
        self.n = n if hop == self.path[1] else NONE
        if not closes and c["Reacts"] == "ROUND":
            return
        multiplies = self.u >= self.eta or self.stage >= c["MaxStage"]
        w = self.wc
        if multiplies:
            w = self.wc * self.eta / self.u if self.u > 0 else c["WInit"]
        w += self.step()  # additive
        self.w = self.kept(self.within(w))
        if closes or c["Reacts"] == "ACK":
            self.stage = 0 if multiplies else self.stage + 1
            self.wc = self.w

    def ReceiveAck(self, message):
        seq = message["seq"]
        closes = self.ahead(seq, self.last) > 0
        if self.ahead(seq, self.una) > 0:
            self.una = seq
        if self.ahead(seq, self.nxt) > 0:
            self.nxt = seq
        best = self.hear(message) if "hops" in message else None
        if best:
            self.react(best, message["n"], closes)
        elif message["w"] != NONE:
            self.w = self.kept(self.within(message["w"]))
        if closes:
            self.last = self.nxt if best else (seq - 1) % self.c["Modulus"]

    def leaves(self):
        c = self.c
        flight = (self.nxt - self.una) % c["Modulus"]
        needs = 1 if c["LeavesIf"] == "BELOW" else c["Size"]
        if flight > 0 and flight * c["Size"] + needs > self.w:
            return NEVER
        return max(self.now, self.sent_at + self.gap(self.w))

    def advance(self, to, backlog):
        sends = []
        while backlog and self.leaves() <= to:
            self.now = self.sent_at = self.leaves()
            sends.append({"t": self.now, "do": "Transmit", "msg": {"seq": self.nxt}})
            self.nxt = (self.nxt + 1) % self.c["Modulus"]
        self.now = to
        return sends

    def event(self, t, action, arguments, message):
        self.advance(t, False)
        if action == "ReceiveAck":
            self.ReceiveAck(message)
        elif action == "GoBack":
            self.nxt = self.una
        else:
            raise ssp.Refused(10, "unknown action")
        return []

    def shown(self, now):
        return {
            "st": {
                "w": round(self.w),
                "sndUna": self.una,
                "sndNxt": self.nxt,
                "lastUpdateSeq": self.last,
                "u": round(self.u * self.c["One"]),
                "wc": round(self.wc),
                "incStage": self.stage,
                "n": self.n,
                "sinceSent": min(now - self.sent_at, self.gap(self.c["MinW"])),
            }
        }


ssp.serve("rounded-hpcc", {"hpcc-sender": Sender})

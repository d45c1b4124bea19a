"""A shim around the Python implementation of RoCEv2's congestion management. See mistaken.py."""

import mistaken
import ssp

loop = mistaken.load("loop")

REACTION = (
    "Line MinRate PerByte Scale Gain AlphaStart DecayTime CutGap Clamp Rise RiseTime RiseBytes"
    " Both FastSteps CountsFirst StepAdd StepHyper Selected Size"
).split()
NOTIFICATION = "Interval Answers CnpEcn Peer".split()
NEVER = 1 << 62


def known(given, names):
    if sorted(given) != sorted(names):
        raise ssp.Refused(11, "the parameters are " + ", ".join(names))
    return given


class ReactionPoint:
    observe = [
        "limited",
        "rate",
        "target",
        "alpha",
        "timeStage",
        "byteStage",
        "sinceRise",
        "sinceDecay",
        "sinceCut",
        "sentBytes",
        "lastBytes",
        "sinceSent",
    ]

    def __init__(self, given):
        self.c = known(given, REACTION)
        self.now = 0
        self.free = 0
        self.rate = loop.Rate(self.c)

    def pass_to(self, t):
        self.rate.pass_time(t - self.now)
        self.now = t

    def timers(self):
        r, c = self.rate, self.c
        if not r.limited:
            return NEVER, NEVER
        runs = c["RiseTime"] > 0 and not (c["Both"] and r.sent < c["RiseBytes"])
        rise = self.now + c["RiseTime"] - r.rise_age if runs else NEVER
        decay = self.now + c["DecayTime"] - r.decay_age if c["DecayTime"] > 0 else NEVER
        return rise, decay

    def departure(self):
        r = self.rate
        if not r.limited:
            return max(self.now, self.free)
        return max(self.now + max(0, r.gap(r.rate) - r.sent_age), self.free)

    def advance(self, to, backlog):
        sends = []
        while True:
            rise, decay = self.timers()
            leaves = self.departure() if backlog else NEVER
            t = min(rise, decay, leaves)
            if t > to:
                break
            self.pass_to(t)
            if decay == t:
                self.rate.decay()
            elif rise == t:
                self.rate.timer()
            else:
                size = self.c["Size"]
                self.rate.send(size)
                self.free = t + -(-size * self.c["PerByte"] // self.c["Line"])
                ecn = "ECT_0" if self.c["Selected"] else "NOT_ECT"
                sends.append({"t": t, "do": "Transmit", "msg": {"bytes": size, "ecn": ecn}})
        self.pass_to(to)
        return sends

    def event(self, t, action, arguments, message):
        if action != "ReceiveCnp":
            raise ssp.Refused(10, "unknown action")
        sends = self.advance(t, False)
        self.rate.notify()
        return sends

    def shown(self, now):
        shown = {"st": self.rate.shown()}
        due = min(self.timers())
        if due < NEVER:
            shown["next"] = due
        return shown


class NotificationPoint:
    observe = ["sinceCnp", "owed"]

    def __init__(self, given):
        self.c = known(given, NOTIFICATION)
        self.now = 0
        self.point = loop.Notifier(self.c, self.c["Peer"])

    def due(self):
        p = self.point
        return self.now + self.c["Interval"] - p.age if p.owed else NEVER

    def pass_to(self, t):
        self.point.age = min(self.point.age + t - self.now, self.c["Interval"])
        self.now = t

    def advance(self, to, backlog):
        sends = []
        if self.due() <= to:
            self.pass_to(self.due())
            sends = [{"t": self.now, "do": "CnpTimer", "msg": each} for each in self.point.end()]
        self.pass_to(to)
        return sends

    def event(self, t, action, arguments, message):
        if action != "Receive":
            raise ssp.Refused(10, "unknown action")
        sends = self.advance(t, False)
        for each in self.point.receive(message["ecn"], arguments["valid"]):
            sends.append({"t": t, "do": "Receive", "msg": each})
        return sends

    def shown(self, now):
        shown = {"st": {"sinceCnp": self.point.age, "owed": self.point.owed}}
        if self.due() < NEVER:
            shown["next"] = self.due()
        return shown


ssp.serve("python-rcm", {"rcm-rp": ReactionPoint, "rcm-np": NotificationPoint})

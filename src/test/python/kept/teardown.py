"""How a context ends: many PDCs of a flow share a CCC, and its credit, and a pool at the target.

Written from the rules of CCCs and PDCs, with the mends that the project proposes for FIND-26: a PDC
stays open while another one of its CCC is not known to have been taken in, and a CCC all of whose
PDCs close is not joined.
"""

MODULE = "CccTeardown"


class Source:
    def __init__(self, c, jobs):
        self.c = c
        self.phase = ["WANTED"] * jobs
        self.sent = set()
        self.credit = 0
        self.spent = 0

    def count(self, *phases):
        return sum(phase in phases for phase in self.phase)

    def alive(self):
        return self.count("CREATING", "ESTABLISHED", "CLOSE_ACK_WAIT")

    def open(self, n):
        if self.phase[n - 1] != "WANTED":
            raise Refused("it is there")
        if self.alive() > 0 and self.alive() == self.count("CLOSE_ACK_WAIT"):
            raise Refused("all others close")
        if self.alive() == 0:
            self.credit = self.c["InitialCredit"]
        self.phase[n - 1] = "CREATING"

    def transmit(self, n):
        if self.phase[n - 1] != "CREATING" or n in self.sent:
            raise Refused("its first packet has gone")
        if self.spent >= self.credit:
            raise Refused("no credit")
        self.spent += 1
        self.sent.add(n)
        return message("SYN", n)

    def retransmit(self, n):
        if self.phase[n - 1] != "CREATING" or n not in self.sent:
            raise Refused("nothing is to be sent again")
        return message("SYN", n)

    def ask(self, n):
        waits = any(p == "CREATING" and i + 1 not in self.sent for i, p in enumerate(self.phase))
        if self.phase[n - 1] != "ESTABLISHED" or not waits or self.spent < self.credit:
            raise Refused("no credit is missing")
        return message("ASK", n)

    def learn(self, n, total):
        if self.phase[n - 1] == "CREATING":
            self.phase[n - 1] = "ESTABLISHED"
        if self.phase[n - 1] != "ENDED":
            self.credit = max(self.credit, total)

    def close(self, n):
        if self.phase[n - 1] != "ESTABLISHED":
            raise Refused("it is not established")
        if self.count("CREATING") > 0 and self.count("ESTABLISHED") == 1:
            raise Refused("another one needs it")
        self.phase[n - 1] = "CLOSE_ACK_WAIT"
        return message("CLOSE", n)

    def repeat_close(self, n):
        if self.phase[n - 1] != "CLOSE_ACK_WAIT":
            raise Refused("it does not close")
        return message("CLOSE", n)

    def end(self, n):
        self.phase[n - 1] = "ENDED"
        if self.alive() == 0:
            self.credit = 0
            self.spent = 0


def message(kind, n, total=0):
    return [{"type": kind, "n": n, "total": total}]


class Flow:
    def __init__(self):
        self.known = set()
        self.granted = 0
        self.arrived = 0


class Target:
    def __init__(self, c):
        self.c = c
        self.flows = {s: Flow() for s in c["Jobs"]}

    def has_room(self, s):
        pdcs = sum(len(flow.known) for flow in self.flows.values())
        cccs = sum(1 for flow in self.flows.values() if flow.known)
        if pdcs >= self.c["TargetPdcs"]:
            return False
        return bool(self.flows[s].known) or cccs < self.c["TargetPdcs"] - 1

    def admit(self, s, n):
        flow = self.flows[s]
        if n in flow.known:
            raise Refused("it is known")
        if not self.has_room(s):
            raise Refused("no PDC or no CCC is free")
        if not flow.known:
            flow.granted = self.c["InitialCredit"]
        flow.known.add(n)
        flow.arrived += 1
        return message("ACK_CC", n, flow.granted)

    def receive_syn(self, s, n):
        if n not in self.flows[s].known:
            raise Refused("it is not known")
        return message("ACK_CC", n, self.flows[s].granted)

    def refuse(self, s, n):
        if n in self.flows[s].known or self.has_room(s):
            raise Refused("there is room")

    def answer(self, s, n):
        flow = self.flows[s]
        if n not in flow.known:
            return []
        if flow.granted - flow.arrived < self.c["Window"]:
            flow.granted += 1
        return message("ACK_CC", n, flow.granted)

    def receive_close(self, s, n):
        flow = self.flows[s]
        flow.known.discard(n)
        if not flow.known:
            flow.granted = 0
            flow.arrived = 0
        return message("CLOSE_ACK", n)


class Implementation:
    def __init__(self, c):
        self.sources = {s: Source(c, jobs) for s, jobs in c["Jobs"].items()}
        self.target = Target(c)

    def own(self):
        sources = self.sources.items()
        flows = self.target.flows.items()
        return {
            "phase": {s: x.phase for s, x in sources},
            "sent": {s: frozenset(x.sent) for s, x in sources},
            "credit": {s: x.credit for s, x in sources},
            "spent": {s: x.spent for s, x in sources},
            "known": {s: frozenset(x.known) for s, x in flows},
            "granted": {s: x.granted for s, x in flows},
            "arrived": {s: x.arrived for s, x in flows},
        }

    def Open(self, takes, before, s, n):
        self.sources[s].open(n)

    def Transmit(self, takes, before, s, n):
        return self.sources[s].transmit(n)

    def Retransmit(self, takes, before, s, n):
        return self.sources[s].retransmit(n)

    def Ask(self, takes, before, s, n):
        return self.sources[s].ask(n)

    def Learn(self, takes, before, s, n):
        self.sources[s].learn(n, takes["total"])

    def Close(self, takes, before, s, n):
        return self.sources[s].close(n)

    def RepeatClose(self, takes, before, s, n):
        return self.sources[s].repeat_close(n)

    def End(self, takes, before, s, n):
        self.sources[s].end(n)

    def Admit(self, takes, before, s, n):
        return self.target.admit(s, n)

    def ReceiveSyn(self, takes, before, s, n):
        return self.target.receive_syn(s, n)

    def Refuse(self, takes, before, s, n):
        self.target.refuse(s, n)

    def Answer(self, takes, before, s, n):
        return self.target.answer(s, n)

    def ReceiveClose(self, takes, before, s, n):
        return self.target.receive_close(s, n)

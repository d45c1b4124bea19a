"""Loss told by what comes after it, both ends, from the public material on UE 1.0.

The target says with each packet how far it has received all, which others it has, and how many they
are. Too many of them tell the source of a loss: it gives up what is missing, a window's worth at a
time, until all that had been sent by then has come.
"""

MODULE = "LossRecovery"
UNCOUNTED = 0xFFFF


class Source:
    def __init__(self, c):
        self.c = c
        self.state = ["NEW"] * c["Packets"]
        self.tries = [0] * c["Packets"]
        self.next = 0
        self.acked = 0
        self.recovering = False
        self.point = 0
        self.again = set()

    def leave(self, p):
        self.state[p] = "FLYING"
        self.tries[p] += 1
        return [{"number": p}]

    def transmit(self, p):
        if p != self.next:
            raise Refused("packets leave in order")
        self.next += 1
        return self.leave(p)

    def retransmit(self, p):
        if self.state[p] != "WAITING":
            raise Refused("it was not given up")
        if p < self.point:
            self.again.add(p)
        return self.leave(p)

    def receive_ack(self, cack, shown, count):
        for p in range(cack):
            self.state[p] = "DONE"
        for p in shown:
            self.state[p] = "DONE"
        stale = cack < self.acked
        self.acked = max(self.acked, cack)
        if self.recovering and self.acked >= self.point:
            self.end()
        if not self.recovering and self.tells_of_loss(stale, count):
            self.recovering = True
            self.point = self.next
        if self.recovering and not stale:
            end = min(self.point, self.acked + self.c["Window"])
            for p in range(self.acked, end):
                if self.state[p] == "FLYING" and p not in self.again:
                    self.state[p] = "WAITING"

    def tells_of_loss(self, stale, count):
        if stale or count == UNCOUNTED:
            return False
        if "WAITING" in self.state:
            return False
        return count >= self.c["Threshold"]

    def end(self):
        self.recovering = False
        self.point = 0
        self.again = set()

    def timeout(self, p):
        if self.state[p] != "FLYING":
            raise Refused("it is not out")
        self.state[p] = "WAITING"


class Target:
    def __init__(self, c):
        self.c = c
        self.got = set()

    def receive(self, number):
        self.got.add(number)
        cack = 0
        while cack in self.got:
            cack += 1
        early = {p for p in self.got if p > cack}
        shown = frozenset(p for p in early if p < cack + self.c["SackBits"])
        count = len(early) if self.c["Counting"] else UNCOUNTED
        return [{"cack": cack, "shown": shown, "count": count}]


class Implementation:
    def __init__(self, c):
        self.source = Source(c)
        self.target = Target(c)

    def own(self):
        source = self.source
        return {
            "packet": dict(enumerate(source.state)),
            "tries": dict(enumerate(source.tries)),
            "acked": source.acked,
            "recovering": source.recovering,
            "point": source.point,
            "again": frozenset(source.again),
            "got": frozenset(self.target.got),
        }

    def Transmit(self, takes, before, p):
        return self.source.transmit(p)

    def Retransmit(self, takes, before, p):
        return self.source.retransmit(p)

    def ReceiveAck(self, takes, before, i, stays):
        self.source.receive_ack(takes["cack"], takes["shown"], takes["count"])

    def Timeout(self, takes, before, p):
        self.source.timeout(p)

    def Receive(self, takes, before, i, stays):
        return self.target.receive(takes["number"])

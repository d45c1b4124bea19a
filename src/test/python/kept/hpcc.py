"""The window of HPCC++: a sender and a receiver, one of which runs the algorithm.

U is counted in parts, windows in parts of a byte, times in ticks. What a packet or an ACK measured
comes with it; -1 stands for no telemetry, no window, and no number.
"""

MODULE = "HpccWindow"
NONE = -1


class Implementation:
    def __init__(self, c):
        self.c = c
        self.u = c["One"]
        self.wc = c["WInit"]
        self.stage = 0
        self.n = NONE
        self.w = c["WInit"]
        self.una = 0
        self.nxt = 0
        self.last = 0
        self.longest = -(-c["Size"] * c["T"] // c["MinW"])
        self.age = self.longest
        self.expected = 0
        self.since = 0
        self.flows = NONE
        self.done = 0

    def own(self):
        return {
            "c": {"u": self.u, "wc": self.wc, "incStage": self.stage, "n": self.n},
            "s": {
                "w": self.w,
                "sndUna": self.una,
                "sndNxt": self.nxt,
                "lastUpdateSeq": self.last,
                "sinceSent": self.age,
            },
            "r": {"expected": self.expected, "sinceUpdate": self.since, "n": self.flows},
            "done": self.done,
        }

    def progress(self, seen, own):
        ahead = (seen - own) % self.c["Modulus"]
        return ahead if 2 * ahead < self.c["Modulus"] else 0

    def in_flight(self):
        return (self.nxt - self.una) % self.c["Modulus"]

    def step(self):
        c = self.c
        if self.n == NONE:
            return c["Wai"]
        return max(1, c["WInit"] * (c["One"] - c["Eta"]) // c["One"] // self.n)

    def measure(self, u, tau, n):
        c = self.c
        self.n = n
        share = min(tau, c["T"])
        seen = min(u, c["MaxU"])
        self.u += share * (seen - self.u) // c["T"]

    def within(self, w):
        if not self.c["Bounded"]:
            return w
        return min(self.c["WInit"], max(self.c["MinW"], w))

    def compute(self, sync):
        c = self.c
        multiplies = self.u >= c["Eta"] or self.stage >= c["MaxStage"]
        if self.wc == NONE:
            w = NONE
        elif not multiplies:
            w = self.within(self.wc + self.step())
        elif self.u > 0:
            w = self.within(self.wc * c["Eta"] // self.u + self.step())
        elif c["Bounded"]:
            w = c["WInit"]
        else:
            w = NONE
        if sync:
            self.stage = 0 if multiplies else self.stage + 1
            self.wc = w
        return w

    def Transmit(self, takes, before):
        c = self.c
        if self.done + self.in_flight() >= c["Packets"] or len(before["data"]) >= c["MaxData"]:
            raise Refused("there is nothing to send")
        if self.w <= 0:
            raise Refused("there is no window")
        alone = c["Bounded"] and self.in_flight() == 0
        over = (self.in_flight() + 1) * c["Size"] > self.w
        if c["LeavesIf"] == "BELOW":
            over = self.in_flight() * c["Size"] >= self.w
        if not alone and over:
            raise Refused("the window is full")
        if self.age < -(-c["Size"] * c["T"] // self.w):
            raise Refused("the pace says later")
        seq = self.nxt
        self.nxt = (self.nxt + 1) % c["Modulus"]
        self.age = 0
        return [seq]

    def ReceiveAck(self, takes, before, u, tau):
        if takes is None:
            raise Refused("no ACK has come")
        c = self.c
        seq = takes["seq"]
        closes = self.progress(seq, self.last) > 0
        new = self.progress(seq, self.una)
        self.una = (self.una + new) % c["Modulus"]
        self.done += new
        if self.progress(seq, self.nxt) > 0:
            self.nxt = seq
        if tau > 0:
            self.measure(u, tau, takes["n"])
            if closes or c["Reacts"] != "ROUND":
                self.w = self.compute(closes or c["Reacts"] == "ACK")
        elif takes["w"] != NONE:
            self.w = self.within(takes["w"])
        if closes:
            self.last = self.nxt if tau > 0 else (seq - 1) % c["Modulus"]

    def GoBack(self, takes, before):
        if before["data"] or before["acks"] or self.in_flight() == 0:
            raise Refused("something may still come")
        self.nxt = self.una

    def Receive(self, takes, before, u, tau):
        if takes is None:
            raise Refused("no packet has come")
        c = self.c
        if takes == self.expected:
            self.expected = (self.expected + 1) % c["Modulus"]
        w = NONE
        if tau > 0:
            self.measure(u, tau, self.flows)
            if self.since > c["T"]:
                w = self.compute(True)
                self.since = 0
        n = self.flows if c["Form"] == "SENDER" else NONE
        return [{"seq": self.expected, "w": w, "n": n}]

    def Count(self, takes, before, n):
        if n == self.flows:
            raise Refused("it is counted already")
        self.flows = n

    def Tick(self, takes, before, time):
        self.age = min(self.age + time, self.longest)
        self.since = min(self.since + time, self.c["T"] + 1)

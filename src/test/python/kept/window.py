"""NSCC: the sender's window, from the rules of CCC and CCC Base RTT and the public material on UE 1.0.

Amounts and times are whole numbers; a product is formed whole and rounded once, toward zero.
"""

MODULE = "NsccWindow"
NO_SAMPLE = 0
NOT_BEGUN = -1


class Window:
    def __init__(self, c, published, heeds_marks):
        self.c = c
        self.published = published
        self.heeds_marks = heeds_marks
        self.cwnd = c["initialWnd"]
        self.inflight = 0
        self.maxWnd = c["maxWnd"]
        self.baseRtt = c["baseRtt"]
        self.savedCwnd = 0
        self.avgDelay = 0
        self.incBytes = 0
        self.receivedBytes = 0
        self.achievedBytes = 0
        self.fiCount = 0
        self.increaseMode = False
        self.bytesToIgnore = 0
        self.bytesIgnored = 0
        self.triggerQa = False
        self.sinceAdjust = 0
        self.sinceDecrease = 0
        self.sinceDelay = 0
        self.untilQa = NOT_BEGUN

    def ceiling(self):
        return max(self.c["maxWnd"], self.limit(self.c["baseRtt"]))

    def limit(self, base):
        c = self.c
        if c["perRttNum"] == 0:
            return c["maxWnd"]
        return max(c["mtu"], base * c["perRttNum"] // c["perRttDen"])

    def send(self, size):
        need = size if self.c["ownSize"] else self.c["mtu"]
        if self.inflight + need > self.cwnd:
            raise Refused("the window is full")
        self.inflight += size

    # what happens

    def ack(self, n, late, marked, rtt, penalty, restore):
        self.inflight -= n - late
        if self.published:
            self.ack_published(marked, rtt)
            return
        self.ignore(n)
        self.receivedBytes = min(self.receivedBytes + n, self.c["threshold"] + 1)
        self.achievedBytes = min(self.achievedBytes + n, self.ceiling() // 2 ** self.c["gate"] + 1)
        self.flow_control(n, penalty, restore)
        if rtt == NO_SAMPLE:
            return
        self.lower_base(rtt)
        delay = rtt - self.baseRtt
        self.average(delay)
        if self.quick_adapt(False, marked, delay):
            return
        if marked:
            if delay >= self.c["target"]:
                self.decrease()
        elif penalty > 0:
            pass
        elif delay >= self.c["target"]:
            self.increment(self.c["fair"] * n // self.c["grain"])
        else:
            self.proportional_increase(n, delay)
        if marked and delay >= self.c["target"]:
            return
        if self.sinceAdjust >= self.c["period"] or self.receivedBytes > self.c["threshold"]:
            self.adjust()

    def nack(self, size, late, reason, rtt):
        if not late:
            self.inflight -= size
        if self.published:
            return
        if rtt != NO_SAMPLE:
            self.lower_base(rtt)
        if reason != "other":
            self.average(self.c["baseRtt"])
            self.ignore(size)
        last_hop = reason == "trimmed at the last hop"
        if reason == "other" or (last_hop and self.c["rccc"]):
            return
        self.triggerQa = True
        if self.quick_adapt(True, True, 0):
            return
        self.cwnd = max(self.cwnd - size, self.c["mtu"])

    def lost(self, size):
        self.inflight -= size
        if not self.published:
            self.ignore(size)
            self.cwnd = max(self.cwnd - size, self.c["mtu"])

    def tick(self, time):
        self.sinceAdjust = min(self.sinceAdjust + time, self.c["period"])
        self.sinceDecrease = min(self.sinceDecrease + time, self.c["baseRtt"] + 1)
        if self.c["avgNum"] == 0:
            self.sinceDelay = min(self.sinceDelay + time, self.c["baseRtt"])
        if self.untilQa != NOT_BEGUN:
            self.untilQa = max(self.untilQa - time, 0)

    # what becomes of it

    def ack_published(self, marked, rtt):
        delay = 0
        if rtt != NO_SAMPLE:
            delay = max(0, rtt - self.baseRtt)
            self.average(delay)
        if delay > self.c["target"]:
            self.decrease()
        elif marked and self.heeds_marks:
            if self.may_decrease():
                self.cwnd = max(self.cwnd - self.c["mtu"], self.c["mtu"])
                self.sinceDecrease = 0
        elif rtt != NO_SAMPLE and self.sinceAdjust >= self.c["period"]:
            self.cwnd = min(self.cwnd + self.c["step"], self.maxWnd)
            self.sinceAdjust = 0

    def ignore(self, amount):
        self.bytesIgnored = min(self.bytesIgnored + amount, self.bytesToIgnore)

    def average(self, delay):
        num, den = self.c["avgNum"], self.c["avgDen"]
        if num == 0:
            num, den = min(self.sinceDelay, self.baseRtt), self.baseRtt
        self.sinceDelay = 0
        if delay >= self.avgDelay:
            self.avgDelay += (delay - self.avgDelay) * num // den
        else:
            self.avgDelay -= (self.avgDelay - delay) * num // den

    def may_decrease(self):
        return self.sinceDecrease > self.baseRtt

    def decrease(self):
        c = self.c
        self.increaseMode = False
        self.fiCount = 0
        if self.avgDelay <= c["target"] or not self.may_decrease():
            return
        gamma = (c["gammaDen"] - c["gammaNum"]) * self.avgDelay + c["gammaNum"] * c["target"]
        steered = self.cwnd * gamma // (c["gammaDen"] * self.avgDelay)
        jump = self.cwnd * c["jumpNum"] // c["jumpDen"]
        self.cwnd = max(steered, jump, c["mtu"])
        self.sinceDecrease = 0

    def increment(self, grains):
        most = -(-self.ceiling() * self.ceiling() // (self.c["grain"] * 4))
        self.incBytes = min(self.incBytes + grains, most)

    def proportional_increase(self, n, delay):
        c = self.c
        if delay >= c["aboutZero"]:
            self.fiCount = 0
            self.increaseMode = False
        else:
            self.fiCount = min(self.fiCount + n, self.ceiling() + 1)
            if self.fiCount > self.cwnd:
                self.increaseMode = True
            if self.increaseMode:
                self.cwnd = min(self.cwnd + n * c["fastNum"] // c["fastDen"], self.maxWnd)
                return
        gain = c["proportional"] * n * (c["target"] - delay)
        self.increment(gain // (c["target"] * c["grain"]))

    def adjust(self):
        owed = self.incBytes * self.c["grain"] // self.cwnd
        self.cwnd = min(self.cwnd + owed, self.maxWnd)
        if self.sinceAdjust >= self.c["period"]:
            self.cwnd = min(self.cwnd + self.c["eta"], self.maxWnd)
            self.sinceAdjust = 0
        self.incBytes = 0
        self.receivedBytes = 0

    def quick_adapt(self, loss, marked, delay):
        """Whether there is nothing more to do."""
        c = self.c
        if not c["quickAdapt"]:
            return False
        ignores = marked and self.bytesIgnored < self.bytesToIgnore
        adapts = False
        if self.untilQa <= 0 and not ignores:
            low = self.achievedBytes * 2 ** c["gate"] < self.maxWnd
            if self.untilQa != NOT_BEGUN and low and (self.triggerQa or loss or delay > c["qaThreshold"]):
                adapts = True
                self.cwnd = max(min(self.cwnd, self.achievedBytes), c["mtu"])
                self.bytesToIgnore = max(0, self.inflight)
                self.bytesIgnored = 0
                self.triggerQa = False
            self.achievedBytes = 0
            self.untilQa = self.baseRtt + c["target"]
        if ignores or adapts:
            self.incBytes = 0
            self.receivedBytes = 0
            return True
        return False

    def lower_base(self, rtt):
        if rtt < self.baseRtt:
            self.baseRtt = rtt
            self.maxWnd = self.limit(rtt)
            if self.c["clampsAtOnce"]:
                self.cwnd = min(self.cwnd, self.maxWnd)

    def flow_control(self, n, penalty, restore):
        if penalty > 0:
            if self.savedCwnd == 0:
                self.savedCwnd = self.cwnd
            self.cwnd = max(self.c["mtu"], min(self.cwnd, self.inflight) - penalty * n // 128)
        elif restore and self.savedCwnd != 0:
            self.cwnd = min(self.savedCwnd, self.maxWnd)
            self.savedCwnd = 0
        elif not self.c["keepsSaved"]:
            self.savedCwnd = 0


NAMES = (
    "cwnd inflight maxWnd baseRtt savedCwnd avgDelay incBytes receivedBytes achievedBytes fiCount"
    " increaseMode bytesToIgnore bytesIgnored triggerQa sinceAdjust sinceDecrease sinceDelay untilQa"
).split()


class Implementation:
    def __init__(self, c):
        self.published = c["Profile"] == "source-documents"
        heeds = c["Signals"] == "both"
        self.windows = {s: Window(c["Config"][s], self.published, heeds) for s in c["Sender"]}
        self.entropy = {s: 0 for s in c["Sender"]}

    def own(self):
        return {
            "window": {s: {f: getattr(w, f) for f in NAMES} for s, w in self.windows.items()},
            "ev": self.entropy,
        }

    def Send(self, takes, before, S, size):
        for s in S:
            self.windows[s].send(size)

    def Ack(self, takes, before, S, n, late, marked, rtt, penalty):
        for s in S:
            self.windows[s].ack(n, late, marked, rtt, *penalty)
            if marked and self.published:
                self.entropy[s] = 1 - self.entropy[s]

    def Nack(self, takes, before, S, size, late, reason, rtt):
        for s in S:
            self.windows[s].nack(size, late, reason, rtt)

    def InferLoss(self, takes, before, S, size, stray):
        for s in S:
            self.windows[s].lost(size)

    def Tick(self, takes, before, time):
        for window in self.windows.values():
            window.tick(time)

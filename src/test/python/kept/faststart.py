"""The first round trip of LDCP: a burst that a switch may drop early, but for its tail.

A sender has fast start behind it after the first loss, or when all of its initial window is
acknowledged; then it has a window of so many packets. The switch drops at K what is not
ECN-capable. A receiver takes packets in order, and tells of a gap once.
"""

MODULE = "FastStart"


class Sender:
    def __init__(self, c, stable):
        self.c = c
        self.stage = "STABLE" if stable else "FAST"
        self.cw = c["Iw"] if stable else 0
        self.una = 0
        self.next = 0
        self.first_age = 0
        self.age = 0

    def shown(self):
        return {
            "stage": self.stage,
            "cw": self.cw,
            "una": self.una,
            "next": self.next,
            "sinceFirst": self.first_age,
            "sinceHeard": self.age,
        }

    def capable(self, last, more):
        c = self.c
        tail = last and not (more and c["TailOf"] == "POSTED")
        if self.stage == "STABLE" or tail or self.next + 1 >= c["Iw"]:
            return True
        if c["RoundEnd"] == "FIRST_ACK" and self.una > 0:
            return True
        return c["RoundEnd"] == "BASE_RTT" and self.first_age >= c["BaseRtt"]

    def send(self, last, more):
        bound = self.c["Iw"] if self.stage == "FAST" else self.cw
        if self.next - self.una >= bound:
            raise Refused("the window is full")
        ecn = "ECT_0" if self.capable(last, more) else "NOT_ECT"
        if self.next == self.una:
            self.age = 0
        self.next += 1
        return self.next - 1, ecn

    def settle(self, window):
        self.stage = "STABLE"
        self.cw = window
        self.first_age = 0

    def after_loss(self):
        return max(1, min(self.c["Iw"], self.una))

    def hear(self, nak, psn):
        if psn > self.una:
            self.una = psn
            self.next = max(self.next, psn)
            self.age = 0
            if self.stage == "FAST" and psn >= self.c["Iw"]:
                self.settle(self.c["Iw"])
        if nak and psn == self.una:
            self.next = psn
            self.age = 0
            if self.stage == "FAST":
                self.settle(self.after_loss())

    def timer_runs(self):
        return self.c["Rto"] > 0 and self.next > self.una

    def time_out(self):
        if not self.timer_runs() or self.age < self.c["Rto"]:
            raise Refused("the timer runs, or none does")
        self.next = self.una
        self.age = 0
        self.settle(self.after_loss() if self.stage == "FAST" else 1)

    def pass_time(self, time):
        c = self.c
        if c["RoundEnd"] == "BASE_RTT" and self.stage == "FAST" and self.next > 0:
            self.first_age = min(self.first_age + time, c["BaseRtt"])
        if self.timer_runs():
            self.age = min(self.age + time, c["Rto"])


class Implementation:
    def __init__(self, c):
        self.c = c
        flows = range(1, len(c["Messages"]) + 1)
        self.senders = {f: Sender(c, f in c["Stable"]) for f in flows}
        self.expected = {f: 0 for f in flows}
        self.nakked = {f: False for f in flows}
        self.queue = []

    def own(self):
        return {
            "s": [one.shown() for one in self.senders.values()],
            "expected": list(self.expected.values()),
            "nakked": list(self.nakked.values()),
            "queue": self.queue,
        }

    def ends(self, f):
        ends = [0]
        for length in self.c["Messages"][f - 1]:
            ends.append(ends[-1] + length)
        return ends

    def Transmit(self, takes, before, f):
        sender = self.senders[f]
        ends = self.ends(f)
        left = ends[before["posted"][f - 1]] - sender.next
        if left <= 0:
            raise Refused("there is nothing to send")
        psn, ecn = sender.send(sender.next + 1 in ends, left > 1)
        packet = {"flow": f, "psn": psn, "ecn": ecn}
        full = len(self.queue) >= self.c["BufMax"]
        if not full and (ecn == "ECT_0" or len(self.queue) < self.c["K"]):
            self.queue.append(packet)
        return [packet]

    def ReceiveAck(self, takes, before, i):
        if takes is None:
            raise Refused("nothing has come")
        self.senders[takes["flow"]].hear(takes["nak"], takes["psn"])

    def Timeout(self, takes, before, f):
        self.senders[f].time_out()

    def Deliver(self, takes, before):
        if not self.queue:
            raise Refused("nothing waits")
        f = self.queue[0]["flow"]
        psn = self.queue[0]["psn"]
        gap = psn > self.expected[f]
        answers = not gap or not self.nakked[f]
        if answers and len(before["acks"]) == self.c["MaxAcks"]:
            raise Refused("there is no room for an answer")
        self.queue.pop(0)
        if psn >= self.expected[f]:
            self.nakked[f] = gap
        if psn == self.expected[f]:
            self.expected[f] += 1
        return [{"flow": f, "nak": gap, "psn": self.expected[f]}] if answers else []

    def Tick(self, takes, before, time):
        for sender in self.senders.values():
            sender.pass_time(time)

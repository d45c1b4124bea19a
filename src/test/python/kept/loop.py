"""Congestion management of RoCEv2: a switch that marks, hosts that notify and that slow down.

A host has a rate for each of its queue pairs, which falls with each notification and rises when
they stay away. A receiver notifies the other end of a mark, so often and no more often.
"""

MODULE = "RcmLoop"


class Rate:
    def __init__(self, c):
        self.c = c
        self.release()

    def release(self):
        c = self.c
        self.limited = False
        self.rate = self.target = c["Line"]
        self.alpha = c["AlphaStart"]
        self.by_time = self.by_bytes = 0
        self.rise_age = self.decay_age = self.sent_age = 0
        self.cut_age = c["CutGap"]
        self.sent = self.last = 0

    def gap(self, rate):
        return -(-self.last * self.c["PerByte"] // rate)

    def may_send(self):
        return not self.limited or self.sent_age >= self.gap(self.rate)

    def send(self, size):
        c = self.c
        if not self.limited:
            return
        self.last = size
        self.sent_age = 0
        if c["RiseBytes"] == 0:
            return
        self.sent += size
        if self.sent >= c["RiseBytes"]:
            if c["Both"]:
                self.sent = c["RiseBytes"]
            else:
                self.sent = 0
                self.rise(self.by_time, self.by_bytes + 1)

    def notify(self):
        c = self.c
        if self.cut_age >= c["CutGap"]:
            follows = c["Clamp"] == "ALWAYS" or not self.limited or self.by_time > 0
            if c["Rise"] == "DCQCN" and follows:
                self.target = self.rate
            cut = self.rate * (2 * c["Scale"] - self.alpha) // (2 * c["Scale"])
            self.rate = max(c["MinRate"], cut)
            self.alpha = self.alpha * (c["Scale"] - c["Gain"]) // c["Scale"] + c["Gain"]
            self.cut_age = 0
        self.limited = True
        self.by_time = 0
        self.by_bytes = 0
        self.rise_age = 0
        self.decay_age = 0
        self.sent = 0

    def decay(self):
        c = self.c
        if not self.limited or c["DecayTime"] == 0 or self.decay_age < c["DecayTime"]:
            raise Refused("alpha's timer runs")
        self.alpha = max(1, self.alpha * (c["Scale"] - c["Gain"]) // c["Scale"])
        self.decay_age = 0

    def timer(self):
        c = self.c
        if not self.limited or c["RiseTime"] == 0 or self.rise_age < c["RiseTime"]:
            raise Refused("the timer runs")
        if c["Both"]:
            if self.sent < c["RiseBytes"]:
                raise Refused("too few bytes")
            self.sent = 0
        self.rise_age = 0
        self.rise(self.by_time + 1, self.by_bytes)

    def rise(self, by_time, by_bytes):
        c = self.c
        t, b = self.by_time, self.by_bytes
        if c["CountsFirst"]:
            t, b = by_time, by_bytes
        add = 0
        if max(t, b) >= c["FastSteps"]:
            add = c["StepAdd"]
            if c["StepHyper"] > 0 and min(t, b) > c["FastSteps"]:
                add = (min(t, b) - c["FastSteps"]) * c["StepHyper"]
        self.target = min(c["Line"], self.target + add)
        if c["Rise"] == "STEP":
            self.rate = min(c["Line"], self.rate + c["StepAdd"])
        else:
            self.rate = (self.rate + self.target + 1) // 2
        self.by_time = by_time
        self.by_bytes = by_bytes
        if self.rate == c["Line"]:
            self.release()

    def pass_time(self, time):
        if self.limited:
            c = self.c
            self.rise_age = min(self.rise_age + time, c["RiseTime"])
            self.decay_age = min(self.decay_age + time, c["DecayTime"])
            self.cut_age = min(self.cut_age + time, c["CutGap"])
            self.sent_age = min(self.sent_age + time, self.gap(c["MinRate"]))

    def shown(self):
        return {
            "limited": self.limited,
            "rate": self.rate,
            "target": self.target,
            "alpha": self.alpha,
            "timeStage": self.by_time,
            "byteStage": self.by_bytes,
            "sinceRise": self.rise_age,
            "sinceDecay": self.decay_age,
            "sinceCut": self.cut_age,
            "sentBytes": self.sent,
            "lastBytes": self.last,
            "sinceSent": self.sent_age,
        }


class Notifier:
    def __init__(self, c, peer):
        self.c = c
        self.peer = peer
        self.age = c["Interval"]
        self.owed = False

    def notify(self):
        self.age = 0
        self.owed = False
        return [{"qp": self.peer, "ecn": self.c["CnpEcn"]}]

    def receive(self, ecn, valid):
        if ecn != "CE" or not valid:
            return []
        if self.age >= self.c["Interval"]:
            return self.notify()
        self.owed = self.c["Answers"] == "INTERVAL_END"
        return []

    def end(self):
        if not self.owed or self.age < self.c["Interval"]:
            raise Refused("there is nothing to notify of")
        return self.notify()


class Implementation:
    def __init__(self, c):
        self.c = c
        qps = range(1, len(c["Peer"]) + 1)
        self.rates = {q: Rate(c) for q in qps}
        self.notifiers = {q: Notifier(c, c["Peer"][q - 1]) for q in qps}
        self.waiting = 0
        self.queue = []
        self.delivered = {q: 0 for q in qps}

    def own(self):
        return {
            "rp": [rate.shown() for rate in self.rates.values()],
            "np": [
                {"sinceCnp": one.age, "owed": one.owed} for one in self.notifiers.values()
            ],
            "waiting": self.waiting,
            "queue": self.queue,
            "delivered": list(self.delivered.values()),
        }

    def Transmit(self, takes, before, q):
        if not self.rates[q].may_send():
            raise Refused("the gap is not over")
        if before["sent"][q - 1] == self.c["Packets"][q - 1]:
            raise Refused("there is nothing to send")
        if len(before["link"]) == self.c["MaxLink"]:
            raise Refused("the link is busy")
        self.rates[q].send(self.c["Size"])
        capable = q in self.c["Selected"]
        return [{"qp": self.c["Peer"][q - 1], "ecn": "ECT_0" if capable else "NOT_ECT"}]

    def Enqueue(self, takes, before, draw):
        c = self.c
        if takes is None:
            raise Refused("nothing has come")
        if self.waiting + c["Size"] > c["Room"]:
            return
        ecn = takes["ecn"]
        over = self.waiting - c["KMin"]
        if ecn != "NOT_ECT" and over >= 0:
            if self.waiting >= c["KMax"] or draw * (c["KMax"] - c["KMin"]) < over * c["PMax"]:
                ecn = "CE"
        self.queue.append({"qp": takes["qp"], "ecn": ecn})
        self.waiting += c["Size"]

    def Receive(self, takes, before, valid):
        if takes is None:
            raise Refused("nothing has come")
        self.queue.pop(0)
        self.waiting -= self.c["Size"]
        q = takes["qp"]
        if valid:
            self.delivered[q] += 1
        if q not in self.c["Notifies"]:
            return []
        return self.notifiers[q].receive(takes["ecn"], valid)

    def CnpTimer(self, takes, before, q):
        if len(before["cnps"]) == self.c["MaxCnps"]:
            raise Refused("there is no room for one more")
        return self.notifiers[q].end()

    def ReceiveCnp(self, takes, before, i, stays):
        if takes is None:
            raise Refused("none has come")
        if takes["qp"] in self.c["Reacts"]:
            self.rates[takes["qp"]].notify()

    def RiseTimer(self, takes, before, q):
        self.rates[q].timer()

    def AlphaTimer(self, takes, before, q):
        self.rates[q].decay()

    def Tick(self, takes, before, time):
        if any(one.owed and one.age + time > self.c["Interval"] for one in self.notifiers.values()):
            raise Refused("a notification is due")
        for rate in self.rates.values():
            rate.pass_time(time)
        for one in self.notifiers.values():
            one.age = min(one.age + time, self.c["Interval"])

"""The stable stage of LDCP: a sender whose window moves with each ACK, and its receiver.

Windows are counted in parts of a packet. Below one packet a timer clocks the packets.
"""

MODULE = "PawaWindow"


class Implementation:
    def __init__(self, c):
        self.c = c
        self.cw = c["StartCw"]
        self.rest = 0
        self.flying = c["StartInFlight"]
        self.rtt = c["BaseRtt"]
        self.longest = -(-c["MaxRtt"] * c["One"] // c["Gamma"])
        self.age = 0 if self.flying else self.longest
        self.held = 0
        self.sent = self.flying
        self.acked = 0

    def own(self):
        return {
            "w": {
                "cw": self.cw,
                "rest": self.rest,
                "inFlight": self.flying,
                "rtt": self.rtt,
                "sinceSent": self.age,
            },
            "held": self.held,
            "sent": self.sent,
            "acked": self.acked,
        }

    def may_send(self):
        one = self.c["One"]
        if self.cw >= one:
            return (self.flying + 1) * one <= self.cw
        if self.cw <= 0:
            return False
        return self.age >= -(-self.rtt * one // self.cw)

    def Transmit(self, takes, before):
        if before["sent"] == self.c["Packets"] or before["data"] == self.c["MaxData"]:
            raise Refused("there is nothing to send")
        if not self.may_send():
            raise Refused("the window is full, or the timer runs")
        self.flying += 1
        self.age = 0
        self.sent += 1

    def grow(self, n):
        c = self.c
        if self.cw < c["One"]:
            self.cw += c["Gamma"]
            return
        step, rest = divmod(n * c["Alpha"] * c["One"] + self.rest, self.cw)
        self.cw += step
        self.rest = rest
        if self.cw >= c["MaxCw"]:
            self.cw = c["MaxCw"]
            self.rest = 0

    def cut(self, n):
        c = self.c
        self.rest = 0
        if self.cw < c["One"]:
            self.cw = max(c["Gamma"], self.cw // 2)
            return
        self.cw -= n * c["Beta"]
        if c["Floor"]:
            self.cw = max(c["Gamma"], self.cw)

    def ReceiveAck(self, takes, before, rtt):
        if takes is None:
            raise Refused("no ACK has come")
        c = self.c
        self.flying -= takes["n"]
        self.acked += takes["n"]
        if c["TimerRtt"] == "MEASURED":
            self.rtt = min(c["MaxRtt"], max(c["BaseRtt"], rtt))
        if takes["ece"]:
            self.cut(takes["n"])
        else:
            self.grow(takes["n"])

    def again(self):
        self.flying = 0
        self.sent = self.acked

    def GoBack(self, takes, before):
        if before["naks"] == self.c["Naks"] or self.held > 0 or before["acks"] or self.flying == 0:
            raise Refused("no NAK comes")
        self.again()

    def Timeout(self, takes, before):
        if before["timeouts"] == self.c["Timeouts"] or self.held > 0 or self.flying == 0:
            raise Refused("there is no timeout")
        self.again()
        self.cw = min(self.cw, self.c["One"])
        self.rest = 0

    def Receive(self, takes, before, ce, busy):
        if before["data"] == 0:
            raise Refused("nothing has come")
        c = self.c
        if not ce and busy and self.held + 1 < c["DelayUpTo"]:
            self.held += 1
            return []
        answers = [{"n": self.held + 1, "ece": ce}]
        if ce and self.held > 0 and c["CleanFirst"]:
            answers = [{"n": self.held, "ece": False}, {"n": 1, "ece": True}]
        if len(before["acks"]) + len(answers) > c["MaxAcks"]:
            raise Refused("there is no room for an ACK")
        self.held = 0
        return answers

    def Flush(self, takes, before):
        if self.held == 0:
            raise Refused("nothing waits")
        if len(before["acks"]) == self.c["MaxAcks"]:
            raise Refused("there is no room for an ACK")
        n = self.held
        self.held = 0
        return [{"n": n, "ece": False}]

    def Tick(self, takes, before, time):
        self.age = min(self.age + time, self.longest)

"""LDCP on a NIC that sends at a rate: round-trip requests, their responses, and CNPs.

Each response to the request that is out adds alpha to a window, each CNP takes beta, and the window
over the last round trip is the rate. What comes late or twice changes nothing.
"""

MODULE = "EventRate"


class Implementation:
    def __init__(self, c):
        self.c = c
        self.window = c["StartWindow"]
        self.rtt = c["BaseRtt"]
        self.number = 0
        self.out = False
        self.age = 0
        self.pace()

    def own(self):
        return {
            "w": {
                "window": self.window,
                "rtt": self.rtt,
                "rate": self.rate,
                "number": self.number,
                "out": self.out,
                "age": self.age,
            },
        }

    def pace(self):
        self.rate = self.window * self.c["RatePer"] // self.rtt

    def over(self):
        self.out = False
        self.number = (self.number + 1) % self.c["Numbers"]
        self.age = 0

    def Request(self, takes, before):
        if self.out:
            raise Refused("a request is out")
        self.out = True
        return [{"kind": "REQUEST", "number": self.number}]

    def ReceiveResponse(self, takes, before, number):
        if takes is None:
            raise Refused("nothing has come")
        if self.out and takes["number"] == self.number:
            self.rtt = max(self.c["BaseRtt"], self.age)
            self.window = min(self.c["MaxWindow"], self.window + self.c["Alpha"])
            self.pace()
            self.over()

    def Timeout(self, takes, before):
        if not self.out or self.age < self.c["ResponseTime"]:
            raise Refused("the wait goes on, or nothing is waited for")
        self.over()

    def ReceiveCnp(self, takes, before):
        if takes is None:
            raise Refused("nothing has come")
        self.window = max(self.c["MinWindow"], self.window - self.c["Beta"])
        self.pace()

    def OtherEvent(self, takes, before, event):
        if event not in self.c["Others"]:
            raise Refused("there is no such event")

    def Respond(self, takes, before, number):
        if takes is None:
            raise Refused("nothing has come")
        return [{"kind": "RESPONSE", "number": takes["number"]}]

    def Notify(self, takes, before, k):
        return [{"kind": "CNP"}]

    def Tick(self, takes, before, time):
        if not self.out:
            return
        c = self.c
        on_way = before["requests"][self.number] + before["responses"][self.number]
        due = self.age < c["ResponseTime"] <= self.age + time
        if due and on_way > 0 and before["faults"] == c["Faults"]:
            raise Refused("what is under way comes in time")
        self.age = min(self.age + time, c["ResponseTime"])

"""A shim around the Python implementation of LDCP's window. See mistaken.py."""

import mistaken
import paced
import ssp

pawa = mistaken.load("pawa")

GIVEN = "One Alpha Beta Gamma MaxCw StartCw StartInFlight Floor BaseRtt MaxRtt TimerRtt".split()
MANY = 1 << 62


class Sender(paced.Paced):
    observe = "cw rest inFlight rtt sinceSent".split()
    events = ["ReceiveAck", "GoBack", "Timeout"]
    before = {"sent": 0, "data": 0, "acks": [], "naks": 0, "timeouts": 0}

    def __init__(self, given):
        c = dict(paced.known(given, GIVEN))
        self.c = c
        bounds = dict.fromkeys(["Packets", "MaxData", "Naks", "Timeouts"], MANY)
        self.sender = pawa.Implementation(dict(c, **bounds))

    def longest(self):
        return self.sender.longest

    def hint(self):
        s = self.sender
        return -(-s.rtt * self.c["One"] // s.cw) - s.age if s.cw > 0 else 0

    def message(self, sent):
        return {"ecn": "ECT_0"}

    def ReceiveAck(self, arguments, message):
        self.sender.ReceiveAck(message, self.before, arguments["rtt"])

    def GoBack(self, arguments, message):
        self.sender.GoBack(None, self.before)

    def Timeout(self, arguments, message):
        self.sender.Timeout(None, self.before)

    def shown(self, now):
        return {"st": self.sender.own()["w"]}


ssp.serve("python-pawa", {"ldcp-pawa": Sender})

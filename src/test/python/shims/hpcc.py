"""A shim around the Python implementation of HPCC++'s sender. See mistaken.py."""

from fractions import Fraction

import mistaken
import paced
import ssp

hpcc = mistaken.load("hpcc")
records = mistaken.load("records")

WINDOW = (
    "Form One Eta MaxU MaxStage Reacts LeavesIf T WInit Wai MinW Bounded Size Modulus"
).split()
TELEMETRY = "Term Speeds TimeUnit TxUnit QueueUnit WaitUnit Silence".split()

# A byte has so many of the parts that a link of 1 Mb/s sends in a picosecond.
BYTE = 8_000_000


class Sender(paced.Paced):
    observe = "w sndUna sndNxt lastUpdateSeq sinceSent u wc incStage n".split()
    events = ["ReceiveAck", "GoBack"]
    before = {"data": [], "acks": []}

    def __init__(self, given):
        c = dict(paced.known(given, WINDOW + TELEMETRY))
        self.c = c
        self.sender = hpcc.Implementation(dict(c, Packets=1 << 62, MaxData=1 << 62))
        tick = c["TimeUnit"]
        self.links = records.Records(
            {
                "Term": c["Term"],
                "One": c["One"],
                "T": c["T"] // tick,
                "TsModulus": 1 << 24,
                "TxModulus": c["TxUnit"] * BYTE << 20,
                "Fastest": max(c["Speeds"]) * tick,
                "Life": 0,
                "Factor": 1,
                "Speeds": [speed * tick for speed in c["Speeds"]],
            }
        )
        self.links.longest = c["Silence"]

    def longest(self):
        return self.sender.longest

    def hint(self):
        s = self.sender
        return -(-self.c["Size"] * self.c["T"] // s.w) - s.age if s.w > 0 else 0

    def message(self, sent):
        return {"seq": sent[0]}

    def record(self, hop):
        c = self.c
        queue = hop["queue"] * c["QueueUnit"] * BYTE
        if c["Term"] == "SOJOURN":
            queue = Fraction(hop["queue"] * c["WaitUnit"], c["TimeUnit"])
        return {
            "speed": hop["speed"] * c["TimeUnit"],
            "ts": hop["ts"],
            "tx": hop["tx"] * c["TxUnit"] * BYTE,
            "queue": queue,
        }

    def ReceiveAck(self, arguments, message):
        takes = dict(message)
        u, tau = hpcc.NONE, 0
        if "hops" in message:
            told = dict(message, hops=[self.record(hop) for hop in message["hops"]])
            self.links.hear(self.now, told)
            u, tau = self.links.u, self.links.tau * self.c["TimeUnit"]
            takes["n"] = self.links.counted(message["n"])
        self.sender.ReceiveAck(takes, self.before, u, tau)

    def GoBack(self, arguments, message):
        self.sender.GoBack(None, self.before)

    def shown(self, now):
        own = self.sender.own()
        return {"st": {name: {**own["c"], **own["s"]}[name] for name in self.observe}}


ssp.serve("python-hpcc", {"hpcc-sender": Sender})

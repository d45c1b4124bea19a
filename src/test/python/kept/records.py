"""How records of links become rates in HPCC++: switches that stamp, and both ends' records.

Times are in ticks, amounts in units, utilisations in parts. A switch counts with real numbers; a
message has them as counters that wrap. Links, paths and hops count from 1; -1 stands for none.
"""

MODULE = "TelemetryRecords"
NONE = -1


class Records:
    def __init__(self, c):
        self.c = c
        self.path = 0
        self.hops = 0
        self.kept = []
        self.u = NONE
        self.tau = 0
        self.fullest = NONE
        by_time = (c["TsModulus"] - 1) // 2
        by_bytes = (c["TxModulus"] - 1) // c["Fastest"]
        self.longest = min(by_time, by_bytes) - c["Life"]

    def value(self):
        return {
            "path": self.path,
            "nHop": self.hops,
            "kept": [dict(each) for each in self.kept],
            "u": self.u,
            "tau": self.tau,
            "fullest": self.fullest,
        }

    def gap(self, old, new):
        ahead = (new["ts"] - old["ts"]) % self.c["TsModulus"]
        return ahead if 2 * ahead < self.c["TsModulus"] else 0

    def load(self, old, new):
        c = self.c
        grown = (new["tx"] - old["tx"]) % c["TxModulus"]
        waits = min(old["queue"], new["queue"])
        if c["Term"] == "SOJOURN":
            waits *= new["speed"]
        return c["Factor"] * (waits * self.gap(old, new) + grown * c["T"])

    def carries(self, old, new):
        return self.c["Factor"] * new["speed"] * self.gap(old, new)

    def hear(self, now, told):
        c = self.c
        if (self.path, self.hops) != (told["path"], told["nHop"]):
            self.path = told["path"]
            self.hops = told["nHop"]
            self.kept = [
                {"speed": 0, "ts": 0, "tx": 0, "queue": 0, "heardAt": NONE} for _ in range(self.hops)
            ]
        best = None
        after = list(self.kept)
        for number, record in enumerate(told["hops"]):
            hop = told["first"] + number
            if hop > self.hops or record["speed"] not in c["Speeds"]:
                continue
            new = {
                "speed": record["speed"],
                "ts": record["ts"],
                "tx": record["tx"],
                "queue": record["queue"],
                "heardAt": now,
            }
            old = self.kept[hop - 1]
            holds = (
                old["heardAt"] != NONE
                and now - old["heardAt"] <= self.longest
                and old["speed"] == new["speed"]
            )
            if not holds:
                after[hop - 1] = new
            elif self.gap(old, new) > 0:
                after[hop - 1] = new
                if best is None or self.load(old, new) * self.carries(*best[1:]) > self.load(*best[1:]) * self.carries(old, new):
                    best = (hop, old, new)
        self.kept = after
        self.u = NONE if best is None else self.load(*best[1:]) * c["One"] // (self.carries(*best[1:]) * c["T"])
        self.tau = 0 if best is None else self.gap(*best[1:])
        self.fullest = NONE if best is None else best[0]

    def counted(self, flows):
        """A count of flows on the receiver's own link, which says nothing of another one."""
        return flows if self.fullest == self.hops else NONE


class Implementation:
    def __init__(self, c):
        self.c = c
        self.sender = Records(c)
        self.receiver = Records(c)
        self.probe = self.nothing()

    def nothing(self):
        return {"n": NONE, "route": 0, "since": 0, "path": 0, "nHop": 0, "hops": []}

    def own(self):
        return {"s": self.sender.value(), "r": self.receiver.value(), "probe": self.probe}

    def on_wire(self):
        """The telemetry of the packet, with counters that wrap."""
        return {
            "path": self.probe["path"],
            "nHop": self.probe["nHop"],
            "first": 1,
            "hops": [
                {
                    "speed": real["speed"],
                    "ts": real["at"] % self.c["TsModulus"],
                    "tx": real["sent"] % self.c["TxModulus"],
                    "queue": real["queue"],
                }
                for real in self.probe["hops"]
            ],
        }

    def Send(self, takes, before):
        if before["next"] > self.c["Packets"] or self.probe["n"] != NONE:
            raise Refused("nothing leaves now")
        self.probe = self.nothing()
        self.probe["n"] = before["next"]
        self.probe["route"] = before["path"]
        self.probe["since"] = before["now"]

    def Emit(self, takes, before):
        c = self.c
        if self.probe["n"] == NONE:
            raise Refused("no packet is there")
        route = c["Paths"][self.probe["route"] - 1]
        if self.probe["nHop"] == len(route):
            raise Refused("there is no switch more")
        link = route[self.probe["nHop"]]
        probe = dict(self.probe)
        probe["nHop"] += 1
        probe["path"] ^= c["Ids"][link - 1]
        if len(probe["hops"]) < c["Room"]:
            port = before["links"][link - 1]
            record = {
                "link": link,
                "speed": c["Speeds"][link - 1],
                "at": c["Starts"][link - 1][0] + before["now"],
                "sent": c["Starts"][link - 1][1] + port["sent"],
                "queue": port["queue"],
            }
            probe["hops"] = probe["hops"] + [record]
        self.probe = probe

    def Receive(self, takes, before):
        c = self.c
        if self.probe["n"] == NONE or self.probe["nHop"] < len(c["Paths"][self.probe["route"] - 1]):
            raise Refused("no packet has come")
        if c["Form"] != "RECEIVER" and len(before["net"]) >= c["Capacity"]:
            raise Refused("the network is full")
        whole = self.on_wire()
        self.probe = self.nothing()
        if c["Form"] != "SENDER":
            self.receiver.hear(before["now"], whole)
        if c["Form"] != "RECEIVER":
            self.back = dict(whole)
            if c["Form"] == "RESPONSE":
                hop = self.receiver.fullest
                self.back["first"] = 1 if hop == NONE else hop
                self.back["hops"] = [] if hop == NONE else [whole["hops"][hop - 1]]
            return [self.back]

    def Hear(self, takes, before, n):
        if takes is None:
            raise Refused("nothing has come back")
        self.sender.hear(before["now"], takes)

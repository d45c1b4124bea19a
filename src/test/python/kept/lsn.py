"""Two spaces of byte sequence numbers (LSNs): one of requests, one of responses to READs.

The requester sends requests and keeps them until they are acknowledged; the responder answers READs
in order. Each space has a sender with a window of bytes, and a receiver that takes packets in order
and acknowledges each, alone or with later ones. A gap among requests draws a NAK; one among
responses has the requester repeat the READ, by a request like any other, which names the response
that is expected.
"""

MODULE = "LsnSpace"


class Window:
    def __init__(self, c, first):
        self.modulus = c["Modulus"]
        self.acked = first
        self.next = first
        self.sent = first

    def shown(self):
        return {"acked": self.acked, "next": self.next, "sent": self.sent}

    def in_flight(self):
        return (self.next - self.acked) % self.modulus

    def kept(self):
        return (self.sent - self.acked) % self.modulus

    def send(self, size, window):
        if self.in_flight() + size > window:
            raise Refused("the window has no room")
        lsn = self.next
        again = self.next != self.sent
        self.next = (self.next + size) % self.modulus
        if not again:
            self.sent = self.next
        return lsn, again

    def hear(self, nak, lsn):
        gain = (lsn - self.acked) % self.modulus
        if gain > self.kept():
            return 0
        if nak or gain > self.in_flight():
            self.next = lsn
        self.acked = lsn
        return gain

    def time_out(self):
        if self.kept() == 0:
            raise Refused("all is acknowledged")
        self.next = self.acked


class Receiver:
    def __init__(self, c, first):
        self.modulus = c["Modulus"]
        self.expected = first
        self.told = False
        self.owes = False

    def shown(self):
        return {"expected": self.expected, "told": self.told, "owes": self.owes}

    def take(self, lsn, size, busy):
        """What becomes of a packet, and whether it is taken."""
        ahead = (lsn - self.expected) % self.modulus
        if ahead == 0:
            self.expected = (self.expected + size) % self.modulus
            self.told = False
            self.owes = busy
            return "wait" if busy else "ack", True
        if 2 * ahead < self.modulus:
            shows = not self.told
            self.told = True
            return "gap" if shows else "wait", False
        self.owes = False
        return "ack", False


class Implementation:
    def __init__(self, c):
        self.c = c
        first = {"REQUEST": c["FirstRequest"], "RESPONSE": c["FirstResponse"]}
        self.w = {space: Window(c, lsn) for space, lsn in first.items()}
        self.r = {space: Receiver(c, lsn) for space, lsn in first.items()}
        self.packets = []
        for one in c["Work"]:
            self.cut(one["op"], one["bytes"])
        self.buffer = []
        self.fresh = 0
        self.again = False
        self.done = 0
        self.freed = {"REQUEST": 0, "RESPONSE": 0}
        self.came = {"REQUEST": 0, "RESPONSE": 0}

    def cut(self, op, size):
        c = self.c
        if op == "READ":
            self.packets.append((c["Empty"], size))
            return
        while size > c["Mtu"]:
            self.packets.append((c["Mtu"], 0))
            size -= c["Mtu"]
        self.packets.append((size if size > 0 else c["Empty"], 0))

    def own(self):
        return {
            "w": {space: one.shown() for space, one in self.w.items()},
            "r": {space: one.shown() for space, one in self.r.items()},
            "buffer": self.buffer,
            "fresh": self.fresh,
            "again": self.again,
            "done": self.done,
            "freed": self.freed,
            "came": self.came,
        }

    def reads(self, count):
        return sum(read for _, read in self.packets[:count])

    def is_read(self, packet):
        return packet["again"] or (packet["work"] > 0 and self.packets[packet["work"] - 1][1] > 0)

    def request(self):
        """The request to be sent next; None: there is none."""
        sender = self.w["REQUEST"]
        if sender.next != sender.sent:
            offset = sender.in_flight()
            for packet in self.buffer:
                if offset == 0:
                    return packet
                offset -= packet["bytes"]
        as_of = self.came["RESPONSE"]
        if self.again:
            return {"work": 0, "bytes": self.c["Empty"], "again": True, "asOf": as_of}
        if self.fresh == len(self.packets):
            return None
        size, read = self.packets[self.fresh]
        return {"work": self.fresh + 1, "bytes": size, "again": False, "asOf": as_of if read else 0}

    def response(self):
        """The response to be sent next; None: there is none."""
        place = self.freed["RESPONSE"] + self.w["RESPONSE"].in_flight()
        for count in range(1, self.done + 1):
            end = self.reads(count)
            if place < end:
                size = min(self.c["Mtu"], end - place)
                return {"work": 0, "bytes": size, "again": False, "asOf": 0}
        return None

    def upcoming(self, space):
        return self.request() if space == "REQUEST" else self.response()

    def on_way(self, before):
        return len(before["net"]["REQUEST"]) + len(before["net"]["RESPONSE"])

    def Transmit(self, takes, before, space, window):
        packet = self.upcoming(space)
        if packet is None or self.on_way(before) >= self.c["MaxNet"]:
            raise Refused("there is nothing to send, or no room")
        lsn, resent = self.w[space].send(packet["bytes"], window)
        tells = space == "REQUEST" and self.is_read(packet)
        if space == "REQUEST" and not resent:
            self.buffer = self.buffer + [packet]
            if packet["again"]:
                self.again = False
            else:
                self.fresh += 1
        return [
            {
                "kind": "DATA",
                "lsn": lsn,
                "bytes": packet["bytes"],
                "work": packet["work"],
                "again": packet["again"],
                "from": self.r["RESPONSE"].expected if tells else 0,
            }
        ]

    def hear(self, space, nak, lsn):
        gain = self.w[space].hear(nak, lsn)
        self.freed[space] += gain
        while space == "REQUEST" and gain > 0:
            gain -= self.buffer[0]["bytes"]
            self.buffer = self.buffer[1:]

    def answer(self, kind, lsn):
        return [{"kind": kind, "lsn": lsn, "bytes": 0, "work": 0, "again": False, "from": 0}]

    def ReceiveAck(self, takes, before, space, i, stays):
        if takes is None:
            raise Refused("nothing has come")
        self.hear(space, takes["kind"] == "NAK", takes["lsn"])

    def Receive(self, takes, before, space, i, stays, busy):
        if takes is None or (busy and not self.c["Merges"]):
            raise Refused("nothing has come, or nobody is busy")
        what, taken = self.r[space].take(takes["lsn"], takes["bytes"], busy)
        if taken:
            self.came[space] += takes["bytes"]
        if taken and space == "RESPONSE":
            if self.came["RESPONSE"] == self.reads(self.fresh):
                self.again = False
        if taken and space == "REQUEST":
            if not takes["again"]:
                self.done += 1
            if self.is_read(takes):
                self.hear("RESPONSE", takes["again"], takes["from"])
        if what == "gap" and space == "RESPONSE":
            self.again = True
            return []
        if what == "wait":
            return []
        return self.answer("NAK" if what == "gap" else "ACK", self.r[space].expected)

    def Flush(self, takes, before, space):
        if not self.r[space].owes:
            raise Refused("nothing waits")
        self.r[space].owes = False
        return self.answer("ACK", self.r[space].expected)

    def ring(self, before):
        quiet = self.on_way(before) == 0
        for space in ("REQUEST", "RESPONSE"):
            packet = self.upcoming(space)
            free = self.c["Window"] - self.w[space].in_flight()
            if self.r[space].owes or (packet is not None and packet["bytes"] <= free):
                quiet = False
        if not quiet and before["early"] >= self.c["Early"]:
            raise Refused("it is early")

    def Timeout(self, takes, before):
        self.ring(before)
        self.w["REQUEST"].time_out()

    def AskAgain(self, takes, before):
        self.ring(before)
        if self.w["REQUEST"].kept() > 0:
            raise Refused("requests are not acknowledged")
        if self.again or self.came["RESPONSE"] == self.reads(self.fresh):
            raise Refused("no response is missing")
        self.again = True

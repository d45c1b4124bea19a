"""A reliable connection between two queue pairs, both ends, from public material on RoCEv2.

The requester numbers its packets, sends within a window, and goes back to what is missing. The
responder executes what it expects and nothing else, and answers duplicates again.
"""

MODULE = "RcTransport"
ENDLESS = 7


class Requester:
    def __init__(self, c):
        self.c = c
        self.ops = []
        self.begin = []
        self.last = []
        for asked in c["Work"]:
            self.begin.append(len(self.ops))
            self.ops += [asked["op"]] * asked["packets"]
            self.last.append(len(self.ops) - 1)
        self.state = "READY"
        self.next = self.sent = self.acked = 0
        self.tries = self.rnrs = 0
        self.waits = self.asked = False
        self.told = ["OPEN"] * len(c["Work"])
        self.returned = set()

    def request(self, n):
        return next(k for k, last in enumerate(self.last) if n <= last)

    def psn(self, n):
        return (self.c["FirstPsn"] + n) % self.c["Modulus"]

    def answered(self, n):
        return self.ops[n] in ("READ", "ATOMIC")

    def span(self, n):
        return self.last[self.request(n)] - n + 1 if self.ops[n] == "READ" else 1

    def transmit(self):
        n = self.next
        if self.state != "READY" or self.waits:
            raise Refused("it must not send")
        if n == len(self.ops) or n + self.span(n) > self.acked + self.c["Window"]:
            raise Refused("there is nothing, or no room")
        if self.answered(n):
            out = {self.request(m) for m in range(self.acked, n) if self.answered(m)}
            if len(out - {self.request(n)}) >= self.c["Depth"]:
                raise Refused("enough READs and ATOMICs are out")
        k = self.request(n)
        span = self.span(n)
        every = self.c["AckEvery"]
        ack = n == self.last[k] or n + 1 == self.acked + self.c["Window"]
        ack = ack or (every > 0 and (n + 1 - self.begin[k]) % every == 0)
        self.next = n + span
        self.sent = max(self.sent, self.next)
        return [
            {
                "number": n,
                "op": self.ops[n],
                "psn": self.psn(n),
                "span": span,
                "first": n == self.begin[k],
                "last": n + span - 1 == self.last[k],
                "ack": ack,
            }
        ]

    def unanswered(self):
        open_ones = [n for n in range(self.acked, len(self.ops)) if self.answered(n)]
        return open_ones[0] if open_ones else len(self.ops)

    def response(self, kind, psn, place, value):
        n = self.acked + (psn - self.psn(self.acked)) % self.c["Modulus"]
        missing = self.unanswered()
        if self.state != "READY" or n >= self.sent:
            return
        brings = n == missing and kind == ("DATA" if self.ops[n] == "READ" else "ATOMIC")
        if kind in ("DATA", "ATOMIC") and n <= missing and not brings:
            return
        up_to = n + 1 if kind == "ACK" else n
        loss = not brings and up_to > missing
        first = n + 1 if brings else min(up_to, missing)
        progress = first > self.acked
        back = kind == "NAK" or (loss and (progress or not self.asked))
        rnr = kind == "RNR" and not loss
        if progress:
            self.tries = self.rnrs = 0
            self.waits = self.asked = False
        if back:
            self.tries += 1
            self.asked = self.asked or loss
        if rnr:
            self.waits = True
            if self.c["RnrRetries"] != ENDLESS:
                self.rnrs += 1
        self.acked = first
        self.next = first if back or rnr else max(self.next, first)
        if brings:
            self.returned.add(frozen({"number": n, "place": place, "value": value}))
        self.tell(kind == "REFUSED" and not loss)

    def tell(self, final):
        for k, last in enumerate(self.last):
            if last < self.acked:
                self.told[k] = "DONE"
        if final or self.tries > self.c["Retries"] or self.rnrs > self.c["RnrRetries"]:
            self.state = "ERROR"
            failed = True
            for k, told in enumerate(self.told):
                if told == "OPEN":
                    self.told[k] = "FAILED" if failed else "FLUSHED"
                    failed = False

    def timeout(self):
        if self.state != "READY" or self.waits or self.acked == self.sent:
            raise Refused("no timer runs")
        self.next = self.acked
        self.tries += 1
        self.asked = False
        self.tell(False)

    def rnr_timer(self):
        if self.state != "READY" or not self.waits:
            raise Refused("it does not wait")
        self.waits = False


class Responder:
    def __init__(self, c):
        self.c = c
        self.epsn = c["FirstPsn"]
        self.msn = 0
        self.silent = self.refused = False
        self.receives = c["Receives"]
        self.saved = []
        self.executed = []
        self.memory = 0

    def answer(self, kind, psn, place=0, value=0):
        return {"kind": kind, "psn": psn, "msn": self.msn, "place": place, "value": value}

    def read(self, p):
        return [
            self.answer("DATA", (p["psn"] + i) % self.c["Modulus"], p["number"] + i, self.memory)
            for i in range(p["span"])
        ]

    def allowed(self, p):
        begin = 0
        for k, asked in enumerate(self.c["Work"]):
            if p["number"] == begin and k + 1 in self.c["Refused"]:
                return False
            begin += asked["packets"]
        return True

    def receive(self, p):
        if self.refused:
            return []
        ahead = (p["psn"] - self.epsn) % self.c["Modulus"]
        if ahead == 0:
            return self.expected(p)
        if 2 * ahead < self.c["Modulus"]:
            tells = not self.silent
            self.silent = True
            return [self.answer("NAK", self.epsn)] if tells else []
        return self.duplicate(p)

    def expected(self, p):
        if not self.allowed(p):
            self.refused = True
            return [self.answer("REFUSED", self.epsn)]
        needs = p["first"] if p["op"] == "SEND" else p["op"] == "WRITE_IMM" and p["last"]
        if needs and self.receives == 0:
            self.silent = True
            return [self.answer("RNR", self.epsn)]
        if needs:
            self.receives -= 1
        self.silent = False
        self.epsn = (self.epsn + p["span"]) % self.c["Modulus"]
        if p["last"]:
            self.msn = (self.msn + 1) % self.c["Modulus"]
        self.executed.append(p["number"])
        if p["op"] == "READ":
            return self.read(p)
        before = self.memory
        if p["op"] != "SEND":
            self.memory += 1
        if p["op"] == "ATOMIC":
            self.saved.insert(0, {"psn": p["psn"], "value": before})
            del self.saved[self.c["Saved"] :]
            return [self.answer("ATOMIC", p["psn"], p["number"], before)]
        return [self.answer("ACK", p["psn"])] if p["ack"] else []

    def duplicate(self, p):
        if p["op"] == "READ":
            return self.read(p)
        if p["op"] == "ATOMIC":
            for one in self.saved:
                if one["psn"] == p["psn"]:
                    return [self.answer("ATOMIC", p["psn"], p["number"], one["value"])]
            return []
        return [self.answer("ACK", (self.epsn - 1) % self.c["Modulus"])]


class Implementation:
    def __init__(self, c):
        self.requester = Requester(c)
        self.responder = Responder(c)

    def own(self):
        requester, responder = self.requester, self.responder
        return {
            "state": requester.state,
            "next": requester.next,
            "sent": requester.sent,
            "acked": requester.acked,
            "tries": requester.tries,
            "rnrs": requester.rnrs,
            "waits": requester.waits,
            "askedAgain": requester.asked,
            "told": requester.told,
            "returned": frozenset(requester.returned),
            "epsn": responder.epsn,
            "msn": responder.msn,
            "silent": responder.silent,
            "receives": responder.receives,
            "refused": responder.refused,
            "saved": responder.saved,
            "executed": responder.executed,
            "memory": responder.memory,
        }

    def Transmit(self, takes, before):
        return self.requester.transmit()

    def ReceiveResponse(self, takes, before, i, stays):
        self.requester.response(takes["kind"], takes["psn"], takes["place"], takes["value"])

    def Timeout(self, takes, before):
        self.requester.timeout()

    def RnrTimer(self, takes, before):
        self.requester.rnr_timer()

    def PostReceive(self, takes, before):
        self.responder.receives += 1

    def Receive(self, takes, before, i, stays):
        return self.responder.receive(takes)

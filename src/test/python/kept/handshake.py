"""The life of a PDC at both ends, from the rules of RCCC and the public material on UE 1.0.

An initiator opens a PDC for a job and sends packets with SYN until it has heard the target's id. The
target allocates a PDC, and a CCC where the flow has none in that class. PSNs wrap.
"""

MODULE = "PdcHandshake"


class Source:
    """A PDC at its initiator."""

    def __init__(self, f, p, job, start, work):
        self.f, self.p, self.job, self.start = f, p, job, start
        self.packets, self.cls = work["packets"], work["class"]
        self.state = "CREATING"
        self.dpdcid = 0
        self.sent = 0
        self.acked = 0


class Initiators:
    def __init__(self, c):
        self.c = c
        self.modulus = c["Modulus"]
        self.horizon = max(c["SynSafety"], c["IdSafety"])
        keys = [(f, p) for f in sorted(c["Fa"]) for p in range(1, c["SourcePdcs"] + 1)]
        self.turn = {key: 0 for key in keys}
        self.pdcs = {}
        self.resting = set()
        self.clock = {key: self.horizon for key in keys}
        classes = {work["class"] for f in c["Fa"] for jobs in c["Work"][f] for work in jobs}
        self.inflight = {f: {cls: 0 for cls in classes} for f in c["Fa"]}

    def get(self, f, p):
        if (f, p) not in self.pdcs:
            raise Refused("there is no such PDC")
        return self.pdcs[f, p]

    def open(self, f, p):
        if (f, p) in self.pdcs or (f, p) in self.resting:
            raise Refused("the id is not free")
        self.turn[f, p] += 1
        job = self.turn[f, p]
        start = job * self.c["Stride"] % self.modulus
        self.pdcs[f, p] = Source(f, p, job, start, self.c["Work"][f][p - 1][job - 1])

    def request(self, pdc, n):
        message = {
            "type": "RUD_CC_REQ",
            "fa": pdc.f,
            "syn": pdc.state == "CREATING",
            "spdcid": pdc.p,
            "dpdcid": pdc.dpdcid,
            "psn": (pdc.start + n) % self.modulus,
            "job": pdc.job,
        }
        if message["syn"]:
            message["offset"] = n
            self.clock[pdc.f, pdc.p] = 0
        return [message]

    def transmit(self, f, p):
        pdc = self.get(f, p)
        if pdc.state == "CLOSE_ACK_WAIT" or pdc.sent >= pdc.packets:
            raise Refused("all is sent")
        if pdc.sent >= pdc.acked + self.c["MpRange"]:
            raise Refused("beyond the range")
        if pdc.state == "CREATING" and pdc.sent >= self.c["SynWindow"]:
            raise Refused("beyond what an offset can say")
        pdc.sent += 1
        self.inflight[f][pdc.cls] += 1
        return self.request(pdc, pdc.sent - 1)

    def retransmit(self, f, p, n):
        pdc = self.get(f, p)
        if not pdc.acked <= n < pdc.sent:
            raise Refused("it is not in flight")
        if self.c["FirstAgain"] and pdc.state == "CREATING" and n != 0:
            raise Refused("nobody has answered yet")
        return self.request(pdc, n)

    def receive_ack(self, m):
        pdc = self.pdcs.get((m["fa"], m["dpdcid"]))
        if pdc is None:
            return
        n = (m["cack"] - pdc.start) % self.modulus
        if pdc.state == "CLOSE_ACK_WAIT":
            if m["spdcid"] == pdc.dpdcid and n == pdc.packets + 1:
                self.end(pdc)
            return
        if n > pdc.sent:
            return
        if pdc.state == "CREATING":
            pdc.dpdcid = m["spdcid"]
            pdc.state = "ESTABLISHED"
        elif m["spdcid"] != pdc.dpdcid or n <= pdc.acked:
            return
        self.inflight[pdc.f][pdc.cls] -= n - pdc.acked
        pdc.acked = n

    def close_command(self, pdc):
        psn = (pdc.start + pdc.packets) % self.modulus
        return [{"type": "CLOSE", "fa": pdc.f, "spdcid": pdc.p, "dpdcid": pdc.dpdcid, "psn": psn}]

    def close(self, f, p):
        pdc = self.get(f, p)
        if pdc.state != "ESTABLISHED":
            raise Refused("it is not established")
        if pdc.acked != pdc.packets:
            raise Refused("something is not acknowledged")
        if self.clock[f, p] < self.c["SynSafety"]:
            raise Refused("a SYN may be under way")
        pdc.state = "CLOSE_ACK_WAIT"
        return self.close_command(pdc)

    def repeat_close(self, f, p):
        pdc = self.get(f, p)
        if pdc.state != "CLOSE_ACK_WAIT":
            raise Refused("it does not close")
        return self.close_command(pdc)

    def receive_nack(self, m):
        pdc = self.pdcs.get((m["fa"], m["dpdcid"]))
        if pdc is None or pdc.state != "CLOSE_ACK_WAIT":
            return
        of_close = (m["psn"] - pdc.start) % self.modulus == pdc.packets
        if m["code"] in ("UNKNOWN", "MISMATCH") and of_close:
            self.end(pdc)

    def end(self, pdc):
        del self.pdcs[pdc.f, pdc.p]
        self.resting.add((pdc.f, pdc.p))
        self.clock[pdc.f, pdc.p] = 0

    def release(self, f, p):
        if (f, p) not in self.resting:
            raise Refused("the id does not rest")
        if self.clock[f, p] < self.c["IdSafety"]:
            raise Refused("not yet")
        self.resting.discard((f, p))


class Received:
    """Which packets have come: all before the next one, and some early ones."""

    def __init__(self):
        self.next = 0
        self.early = set()

    def has(self, n):
        return n < self.next or n in self.early

    def add(self, n):
        if not self.has(n):
            self.early.add(n)
            while self.next in self.early:
                self.early.remove(self.next)
                self.next += 1

    def shown(self):
        return {"next": self.next, "early": frozenset(self.early)}


class Pdc:
    """A PDC at its target."""

    def __init__(self, pdcid, f, p, cccid, start):
        self.pdcid, self.f, self.p, self.cccid, self.start = pdcid, f, p, cccid, start
        self.got = Received()


class Target:
    def __init__(self, c):
        self.c = c
        self.modulus = c["Modulus"]
        self.pdcs = {}
        self.cccs = {}
        self.memory = set()
        keys = [(f, p) for f in sorted(c["Fa"]) for p in range(1, c["SourcePdcs"] + 1)]
        self.clock = {key: c["Memory"] for key in keys}
        self.written = {
            (f, p): [[Received(), set()] for _ in c["Work"][f][p - 1]] for f, p in keys
        }

    def found(self, m):
        for pdc in self.pdcs.values():
            if (pdc.f, pdc.p) == (m["fa"], m["spdcid"]):
                return pdc
        return None

    def flow(self, m):
        work = self.c["Work"][m["fa"]][m["spdcid"] - 1][m["job"] - 1]
        return m["fa"], work["class"]

    def is_full(self):
        return len(self.pdcs) >= self.c["TargetPdcs"]

    def lacks_ccc(self, m):
        return self.flow(m) not in self.cccs and len(self.cccs) >= self.c["TargetCccs"]

    def write(self, m, n):
        once, again = self.written[m["fa"], m["spdcid"]][m["job"] - 1]
        if once.has(n):
            again.add(n)
        once.add(n)

    def acknowledge(self, pdc, n):
        cack = (pdc.start + n) % self.modulus
        return [{"type": "ACK_CC", "fa": pdc.f, "spdcid": pdc.pdcid, "dpdcid": pdc.p, "cack": cack}]

    def refusal(self, m, code):
        return [{"type": "NACK", "fa": m["fa"], "dpdcid": m["spdcid"], "code": code, "psn": m["psn"]}]

    def admit(self, m, t):
        if self.found(m) or (m["fa"], m["spdcid"]) in self.memory:
            raise Refused("its PDC is known")
        if t == 0 or t in self.pdcs:
            raise Refused("the id is not free")
        if self.lacks_ccc(m):
            raise Refused("no CCC is free")
        flow = self.flow(m)
        if flow not in self.cccs:
            ids = range(1, self.c["TargetCccs"] + 1)
            self.cccs[flow] = min(i for i in ids if i not in self.cccs.values())
        start = (m["psn"] - m["offset"]) % self.modulus
        pdc = Pdc(t, m["fa"], m["spdcid"], self.cccs[flow], start)
        self.pdcs[t] = pdc
        pdc.got.add(m["offset"])
        self.write(m, m["offset"])
        return self.acknowledge(pdc, pdc.got.next)

    def refuse(self, m):
        if self.found(m) or (m["fa"], m["spdcid"]) in self.memory:
            raise Refused("its PDC is known")
        if self.is_full():
            return self.refusal(m, "NO_PDC")
        if self.lacks_ccc(m):
            return self.refusal(m, "NO_CCC")
        raise Refused("there is room")

    def receive(self, pdc, m, n):
        if n >= pdc.got.next + self.c["MpRange"]:
            return []
        if not pdc.got.has(n):
            pdc.got.add(n)
            self.write(m, n)
        return self.acknowledge(pdc, pdc.got.next)

    def receive_syn(self, m):
        pdc = self.found(m)
        if pdc is None:
            if (m["fa"], m["spdcid"]) not in self.memory:
                raise Refused("nobody knows it")
            return []
        if pdc.start != (m["psn"] - m["offset"]) % self.modulus:
            return []
        return self.receive(pdc, m, m["offset"])

    def owner(self, m):
        """The PDC of a packet without SYN, or why there is none."""
        pdc = self.pdcs.get(m["dpdcid"])
        if pdc is None:
            return None, "UNKNOWN"
        if (pdc.f, pdc.p) != (m["fa"], m["spdcid"]):
            return None, "MISMATCH"
        return pdc, None

    def receive_request(self, m):
        pdc, code = self.owner(m)
        if pdc is None:
            return self.refusal(m, code)
        return self.receive(pdc, m, (m["psn"] - pdc.start) % self.modulus)

    def receive_close(self, m):
        pdc, code = self.owner(m)
        if pdc is None:
            return self.refusal(m, code)
        n = (m["psn"] - pdc.start) % self.modulus
        if n != pdc.got.next or pdc.got.early:
            return []
        del self.pdcs[pdc.pdcid]
        used = {other.cccid for other in self.pdcs.values()}
        self.cccs = {flow: cccid for flow, cccid in self.cccs.items() if cccid in used}
        if self.c["Memory"] > 0:
            self.memory.add((pdc.f, pdc.p))
            self.clock[pdc.f, pdc.p] = 0
        return self.acknowledge(pdc, n + 1)

    def forget(self, f, p):
        if (f, p) not in self.memory:
            raise Refused("nothing is remembered")
        if self.clock[f, p] < self.c["Memory"]:
            raise Refused("not yet")
        self.memory.discard((f, p))


class Implementation:
    def __init__(self, c):
        self.c = c
        self.source = Initiators(c)
        self.target = Target(c)

    def by_id(self, values):
        ids = range(1, self.c["SourcePdcs"] + 1)
        return {f: [values[f, p] for p in ids] for f in self.c["Fa"]}

    def own(self):
        written = {
            key: [{"once": once.shown(), "again": frozenset(again)} for once, again in jobs]
            for key, jobs in self.target.written.items()
        }
        return {
            "turn": self.by_id(self.source.turn),
            "source": frozenset(
                frozen({
                    "fa": s.f, "spdcid": s.p, "dpdcid": s.dpdcid, "job": s.job, "state": s.state,
                    "start": s.start, "sent": s.sent, "acked": s.acked,
                })
                for s in self.source.pdcs.values()
            ),
            "resting": frozenset(self.source.resting),
            "inflight": self.source.inflight,
            "sourceClock": self.by_id(self.source.clock),
            "target": frozenset(
                frozen({
                    "pdcid": t.pdcid, "fa": t.f, "spdcid": t.p, "cccid": t.cccid,
                    "start": t.start, "got": t.got.shown(),
                })
                for t in self.target.pdcs.values()
            ),
            "context": frozenset(
                frozen({"fa": f, "class": cls, "cccid": cccid})
                for (f, cls), cccid in self.target.cccs.items()
            ),
            "memory": frozenset(self.target.memory),
            "targetClock": self.by_id(self.target.clock),
            "written": self.by_id(written),
        }

    def Open(self, takes, before, f, p):
        self.source.open(f, p)

    def Transmit(self, takes, before, f, p):
        return self.source.transmit(f, p)

    def Retransmit(self, takes, before, f, p, n):
        return self.source.retransmit(f, p, n)

    def ReceiveAck(self, takes, before, m):
        self.source.receive_ack(m)

    def Close(self, takes, before, f, p):
        return self.source.close(f, p)

    def RepeatClose(self, takes, before, f, p):
        return self.source.repeat_close(f, p)

    def ReceiveNack(self, takes, before, m):
        self.source.receive_nack(m)

    def Release(self, takes, before, f, p):
        self.source.release(f, p)

    def Admit(self, takes, before, m, t):
        return self.target.admit(m, t)

    def Refuse(self, takes, before, m):
        return self.target.refuse(m)

    def ReceiveSyn(self, takes, before, m):
        return self.target.receive_syn(m)

    def ReceiveRequest(self, takes, before, m):
        return self.target.receive_request(m)

    def ReceiveClose(self, takes, before, m):
        return self.target.receive_close(m)

    def Forget(self, takes, before, f, p):
        self.target.forget(f, p)

    def Tick(self, takes, before, time):
        for clock, last in (
            (self.source.clock, self.source.horizon),
            (self.target.clock, self.c["Memory"]),
        ):
            for key in clock:
                clock[key] = min(clock[key] + time, last)

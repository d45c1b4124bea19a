"""The target of PDCs, from the rules in docs/roles/pdc-target.md.

It answers with packets as dicts. Which free id a PDC or a CCC has, and how long a key is remembered
beyond the time that it has to be, is up to policies, which are all allowed.
"""

import itertools
import random


def highest(ids, used):
    return next(each for each in reversed(ids) if each not in used)


def lowest(ids, used):
    return next(each for each in ids if each not in used)


class RoundRobin:
    def __init__(self):
        self.last = 0

    def __call__(self, ids, used):
        later = range(self.last + 1, ids.stop)
        self.last = next(each for each in itertools.chain(later, ids) if each not in used)
        return self.last


class Seeded:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def __call__(self, ids, used):
        while True:
            each = self.random.choice(ids)
            if each not in used:
                return each


def policy(name):
    if name.startswith("seed"):
        return Seeded(int(name[4:]))
    return {"highest": highest, "lowest": lowest, "round-robin": RoundRobin()}[name]


class Received:
    """The packets that have come, as runs: first and last of each."""

    def __init__(self):
        self.runs = []

    def awaited(self):
        if self.runs and self.runs[0][0] == 0:
            return self.runs[0][1] + 1
        return 0

    def has_gap(self):
        return len(self.runs) > (1 if self.awaited() else 0)

    def add(self, n):
        if any(first <= n <= last for first, last in self.runs):
            return
        runs = []
        for first, last in sorted(self.runs + [[n, n]]):
            if runs and runs[-1][1] + 1 == first:
                runs[-1][1] = last
            else:
                runs.append([first, last])
        self.runs = runs


class Pdc:
    def __init__(self, pdcid, key, flow, start):
        self.pdcid = pdcid
        self.key = key
        self.flow = flow
        self.start = start
        self.got = Received()


class Target:
    def __init__(self, given, pdcids, cccids):
        self.modulus = given["Modulus"]
        self.range = given["MpRange"]
        self.most_pdcs = given["TargetPdcs"]
        self.most_cccs = given["TargetCccs"]
        self.keep = given["Memory"]
        self.next_pdcid = pdcids
        self.next_cccid = cccids
        self.pdcs = {}  # by id
        self.ids = {}  # by key
        self.cccs = {}  # ids by flow
        self.closed = {}  # times by key

    # Answers.

    def ack(self, action, pdc, n):
        psn = (pdc.start + n) % self.modulus
        fa, spdcid = pdc.key
        message = {"type": "ACK_CC", "fa": fa, "spdcid": pdc.pdcid, "dpdcid": spdcid, "cack": psn}
        return [(action, message)]

    def nack(self, action, m, code):
        message = {
            "type": "NACK",
            "fa": m["fa"],
            "dpdcid": m["spdcid"],
            "code": code,
            "psn": m["psn"],
        }
        return [(action, message)]

    # Memory of closed PDCs.

    def is_due(self, key, now):
        return now - self.closed[key] >= self.keep

    def remembers(self, key, now):
        if key in self.closed and self.is_due(key, now):
            del self.closed[key]
        return key in self.closed

    def sweep(self, now):
        for key in list(self.closed):
            if self.is_due(key, now):
                del self.closed[key]

    # Packets.

    def distance(self, psn, start):
        return (psn - start) % self.modulus

    def syn(self, now, m):
        key = (m["fa"], m["spdcid"])
        start = self.distance(m["psn"], m["offset"])
        if key in self.ids:
            pdc = self.pdcs[self.ids[key]]
            if pdc.start != start:
                return []
            return self.take("ReceiveSyn", pdc, m["offset"])
        if self.remembers(key, now):
            return []
        flow = (m["fa"], m["class"])
        if len(self.pdcs) == self.most_pdcs:
            return self.nack("Refuse", m, "NO_PDC")
        if flow not in self.cccs and len(self.cccs) == self.most_cccs:
            return self.nack("Refuse", m, "NO_CCC")
        if m["offset"] >= self.range:
            return []
        if flow not in self.cccs:
            used = set(self.cccs.values())
            self.cccs[flow] = self.next_cccid(range(1, self.most_cccs + 1), used)
        pdcid = self.next_pdcid(range(1, self.most_pdcs + 1), self.pdcs)
        pdc = Pdc(pdcid, key, flow, start)
        self.pdcs[pdc.pdcid] = pdc
        self.ids[key] = pdc.pdcid
        return self.take("Admit", pdc, m["offset"])

    def take(self, action, pdc, n):
        if n >= pdc.got.awaited() + self.range:
            return []
        pdc.got.add(n)
        return self.ack(action, pdc, pdc.got.awaited())

    def why_not(self, m):
        pdc = self.pdcs.get(m["dpdcid"])
        if pdc is None:
            return "UNKNOWN"
        if pdc.key != (m["fa"], m["spdcid"]):
            return "MISMATCH"
        return None

    def request(self, now, m):
        code = self.why_not(m)
        if code:
            return self.nack("ReceiveRequest", m, code)
        pdc = self.pdcs[m["dpdcid"]]
        return self.take("ReceiveRequest", pdc, self.distance(m["psn"], pdc.start))

    def close(self, now, m):
        code = self.why_not(m)
        if code:
            return self.nack("ReceiveClose", m, code)
        pdc = self.pdcs[m["dpdcid"]]
        n = self.distance(m["psn"], pdc.start)
        if n != pdc.got.awaited() or pdc.got.has_gap():
            return []
        del self.pdcs[pdc.pdcid]
        del self.ids[pdc.key]
        if all(other.flow != pdc.flow for other in self.pdcs.values()):
            del self.cccs[pdc.flow]
        if self.keep > 0:
            self.closed[pdc.key] = now
        return self.ack("ReceiveClose", pdc, n + 1)

    # Variables.

    def shown(self):
        target = []
        for pdc in self.pdcs.values():
            fa, spdcid = pdc.key
            target.append(
                {
                    "pdcid": pdc.pdcid,
                    "fa": fa,
                    "spdcid": spdcid,
                    "cccid": self.cccs[pdc.flow],
                    "start": pdc.start,
                    "got": pdc.got.runs,
                }
            )
        context = [{"fa": fa, "class": c, "cccid": self.cccs[fa, c]} for fa, c in self.cccs]
        return {"target": target, "context": context, "memory": [list(key) for key in self.closed]}

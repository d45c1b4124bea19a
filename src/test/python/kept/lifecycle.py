"""The life of a CCC at both ends of a flow, from the Congestion Control Context document.

At each endpoint a PDS manager finds or allocates a PDC for each request, a CCC manager creates,
configures and closes the CCCs, and a CCC's window is checked at each new packet of its PDCs.
"""

MODULE = "CccLifecycle"
NO_FLOW = ["", "", ""]


class Entry:
    """A PDC in a manager's table."""

    def __init__(self, flow, job=0, mode="", remote=0):
        self.flow, self.job, self.mode, self.remote = flow, job, mode, remote
        self.state = "OPEN"
        self.ccc = 0


class Context:
    """A CCC."""

    def __init__(self, flow):
        self.flow = flow
        self.state = "IDLE"
        self.max_wnd = 0
        self.cwnd = 0
        self.inflight = 0
        self.pdcs = 0


class Endpoint:
    def __init__(self, c, name):
        self.c = c
        self.name = name
        self.pdcs = {}
        self.cccs = {}
        self.asked = []
        self.todo = {p: 0 for p in range(1, c["PdcPool"] + 1)}
        self.flight = {p: 0 for p in range(1, c["PdcPool"] + 1)}
        self.lost = {p: 0 for p in range(1, c["PdcPool"] + 1)}

    # PDS manager

    def free(self):
        return [p for p in range(1, self.c["PdcPool"] + 1) if p not in self.pdcs]

    def match(self, work, flow):
        for p in sorted(self.pdcs):
            e = self.pdcs[p]
            if e.state == "OPEN" and (e.flow, e.job, e.mode) == (flow, work["job"], work["mode"]):
                return p
        return None

    def assign(self, work, flow):
        p = self.match(work, flow)
        if p is None:
            raise Refused("no PDC matches")
        self.todo[p] += work["size"]

    def allocate(self, work, flow):
        if self.match(work, flow) is not None:
            raise Refused("one matches")
        if len(self.free()) <= self.c["PdcKept"]:
            raise Refused("no id is left")
        p = self.free()[0]
        self.pdcs[p] = Entry(flow, work["job"], work["mode"])
        self.todo[p] = work["size"]

    def target_of(self, source, p):
        for q, e in self.pdcs.items():
            if e.flow[0] == source and e.remote == p:
                return q
        return None

    def accept(self, flow, p):
        if self.target_of(flow[0], p) is not None:
            raise Refused("it is known")
        if not self.free():
            raise Refused("no id is left")
        self.pdcs[self.free()[0]] = Entry(flow, remote=p)

    def ask(self, p):
        e = self.pdcs.get(p)
        if e is None or e.state != "OPEN" or e.ccc != 0:
            raise Refused("it needs no CCC")
        if self.ccc_of(e.flow) or e.flow in self.asked:
            raise Refused("its flow has one, or will have")
        self.asked.append(e.flow)

    # CCC manager

    def ccc_of(self, flow):
        for i in sorted(self.cccs):
            if self.cccs[i].flow == flow:
                return i
        return None

    def create(self, flow):
        if flow not in self.asked:
            raise Refused("nobody asked")
        free = [i for i in range(1, self.c["CccPool"] + 1) if i not in self.cccs]
        kept = self.c["CccKept"] if flow[0] == self.name else 0
        if len(free) <= kept:
            raise Refused("no id is left")
        self.asked.remove(flow)
        self.cccs[free[0]] = Context(flow)

    def context(self, i):
        if i not in self.cccs:
            raise Refused("there is no such CCC")
        return self.cccs[i]

    def configure(self, i):
        x = self.context(i)
        if x.state != "IDLE" or x.max_wnd > 0:
            raise Refused("it is configured")
        speed = min(self.c["LinkSpeed"][x.flow[0]], self.c["LinkSpeed"][x.flow[1]])
        num, den = self.c["MaxWndFactor"]
        x.max_wnd = speed * self.c["BaseRtt"] * num // (8 * den)
        x.cwnd = self.c["InitialCwnd"]

    def bind(self, p):
        e = self.pdcs.get(p)
        if e is None or e.state != "OPEN" or e.ccc != 0:
            raise Refused("it needs no CCC")
        i = self.ccc_of(e.flow)
        if i is None:
            raise Refused("its flow has none")
        if not self.c["BindFirst"] and self.cccs[i].max_wnd == 0:
            raise Refused("the CCC is not configured")
        e.ccc = i
        self.cccs[i].pdcs += 1

    def make_ready(self, i):
        x = self.context(i)
        if x.state != "IDLE":
            raise Refused("it is ready")
        if x.max_wnd == 0 or x.pdcs == 0:
            raise Refused("not configured, or nobody bound")
        x.state = "READY"

    def close_ccc(self, i):
        x = self.context(i)
        if x.state != "READY":
            raise Refused("it is not ready")
        if x.pdcs > 0:
            raise Refused("a PDC is bound")
        del self.cccs[i]

    def signal(self, i, window):
        x = self.context(i)
        if x.flow[0] != self.name:
            raise Refused("the source has the algorithm")
        if x.state == "READY":
            x.cwnd = min(window, x.max_wnd)

    # data

    def ready(self, p):
        e = self.pdcs.get(p)
        return e is not None and e.ccc != 0 and self.cccs[e.ccc].state == "READY"

    def send(self, p, size):
        if not self.ready(p):
            raise Refused("it may not send yet")
        if size > self.todo[p]:
            raise Refused("there is not so much to send")
        x = self.cccs[self.pdcs[p].ccc]
        if x.inflight + size > x.cwnd:
            raise Refused("the window is full")
        x.inflight += size
        self.todo[p] -= size
        self.flight[p] += size

    def give_up(self, p, size):
        if size > self.flight[p] - self.lost[p]:
            raise Refused("there is not so much in flight")
        self.lost[p] += size
        self.cccs[self.pdcs[p].ccc].inflight -= size

    def resend(self, p, size):
        if size > self.lost[p]:
            raise Refused("there is not so much given up")
        x = self.cccs[self.pdcs[p].ccc]
        if x.inflight + size > x.cwnd:
            raise Refused("there is no room for it")
        x.inflight += size
        self.lost[p] -= size

    def acknowledge(self, p, size, late):
        if late > size or late > self.lost[p] or size - late > self.flight[p] - self.lost[p]:
            raise Refused("that was not sent so")
        self.flight[p] -= size
        self.lost[p] -= late
        self.cccs[self.pdcs[p].ccc].inflight -= size - late

    def begin_close(self, p):
        e = self.pdcs.get(p)
        if e is None or e.state != "OPEN" or e.flow[0] != self.name:
            raise Refused("it cannot close")
        if self.todo[p] or self.flight[p]:
            raise Refused("it has work")
        e.state = "CLOSING"

    def leave(self, p):
        e = self.pdcs.pop(p)
        self.cccs[e.ccc].pdcs -= 1


class Implementation:
    def __init__(self, c):
        self.c = c
        self.ends = {n: Endpoint(c, n) for n in c["Node"]}
        self.work = c["Work"]
        self.request = {r: "NEW" for r in self.work}

    def own(self):
        pdc, ccc, todo, flight, lost, asked = {}, {}, {}, {}, {}, {}
        for n, end in self.ends.items():
            pdc[n] = [self.shown_pdc(end.pdcs.get(p)) for p in end.todo]
            ids = range(1, self.c["CccPool"] + 1)
            ccc[n] = [self.shown_ccc(end.cccs.get(i)) for i in ids]
            todo[n] = list(end.todo.values())
            flight[n] = list(end.flight.values())
            lost[n] = list(end.lost.values())
            asked[n] = frozenset(frozen(flow) for flow in end.asked)
        return {
            "request": self.request, "pdc": pdc, "ccc": ccc, "todo": todo, "flight": flight,
            "lost": lost, "asked": asked,
        }

    def shown_pdc(self, e):
        if e is None:
            return {"state": "FREE", "flow": NO_FLOW, "job": 0, "mode": "", "remote": 0, "ccc": 0}
        return {name: getattr(e, name) for name in "state flow job mode remote ccc".split()}

    def shown_ccc(self, x):
        if x is None:
            x = Context(NO_FLOW)
            x.state = "NONE"
        return {
            "state": x.state, "flow": x.flow, "maxWnd": x.max_wnd, "cwnd": x.cwnd,
            "inflight": x.inflight, "pdcs": x.pdcs,
        }

    def flow(self, r):
        work = self.work[r]
        return [work["src"], work["dst"], work["class"]]

    def Post(self, takes, before, r):
        self.request[r] = "WAITING"

    def waits(self, r):
        if self.request[r] != "WAITING":
            raise Refused("it does not wait")
        return self.ends[self.work[r]["src"]]

    def Assign(self, takes, before, r):
        self.waits(r).assign(self.work[r], self.flow(r))
        self.request[r] = "TAKEN"

    def Allocate(self, takes, before, r):
        self.waits(r).allocate(self.work[r], self.flow(r))
        self.request[r] = "TAKEN"

    def Accept(self, takes, before, n, p):
        flow = before["pdc"][n][p - 1]["flow"]
        self.ends[flow[1]].accept(flow, p)

    def AskCcc(self, takes, before, n, p):
        self.ends[n].ask(p)

    def Create(self, takes, before, n, f):
        self.ends[n].create(f)

    def Configure(self, takes, before, n, c):
        self.ends[n].configure(c)

    def Bind(self, takes, before, n, p):
        self.ends[n].bind(p)

    def MakeReady(self, takes, before, n, c):
        self.ends[n].make_ready(c)

    def CloseCcc(self, takes, before, n, c):
        self.ends[n].close_ccc(c)

    def Signal(self, takes, before, n, c, window):
        self.ends[n].signal(c, window)

    def Send(self, takes, before, n, p, size):
        self.ends[n].send(p, size)

    def Receive(self, takes, before, n, p, size):
        target = self.ends[before["pdc"][n][p - 1]["flow"][1]]
        q = target.target_of(n, p)
        if q is None or not target.ready(q):
            raise Refused("its CCC is not ready")

    def GiveUp(self, takes, before, n, p, size):
        self.ends[n].give_up(p, size)

    def Resend(self, takes, before, n, p, size):
        self.ends[n].resend(p, size)

    def Acknowledge(self, takes, before, n, p, size, late):
        self.ends[n].acknowledge(p, size, late)

    def BeginClose(self, takes, before, n, p):
        self.ends[n].begin_close(p)

    def FollowClose(self, takes, before, n, p):
        target = self.ends[before["pdc"][n][p - 1]["flow"][1]]
        target.leave(target.target_of(n, p))

    def EndClose(self, takes, before, n, p):
        self.ends[n].leave(p)

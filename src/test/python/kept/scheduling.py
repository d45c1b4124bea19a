"""Whether a context is on its scheduler's ready list, from the public material on UE 1.0.

A context is IDLE, PENDING (only waiting for acknowledgments), ACTIVE (it has work and may not send) or
READY. Events change counters first, hear both algorithms, and settle the state at their end.
"""

MODULE = "CccScheduling"


class Ccc:
    def __init__(self, c):
        self.c = c
        self.mtu = c["Mtu"]
        self.state = "IDLE"
        self.backlog = 0
        self.waiting = 0
        self.waiting_bytes = 0
        self.inflight = 0
        self.steps = []
        self.marked = None
        self.leaving = 0
        self.leaving_bytes = 0
        self.asked = {"size": self.mtu, "cost": self.mtu}
        self.queue = {x: [] for x in c["Pdc"]}
        self.sent = {x: 0 for x in c["Pdc"]}
        self.packets = {}
        self.window = c["InitialWindow"]
        self.nscc_inflight = 0
        self.credit = c["InitialCredit"]

    def may_send(self):
        size = self.asked["size"] if self.c["OwnSize"] else self.mtu
        room = self.nscc_inflight + size <= self.window
        credit = self.credit > 0 if self.c["Overdraft"] else self.asked["cost"] <= self.credit
        return room and credit

    def update(self):
        if self.backlog == 0 and self.waiting == 0:
            self.state = "PENDING" if self.inflight else "IDLE"
        elif self.state in ("IDLE", "PENDING"):
            self.state = "ACTIVE"
        if self.state == "ACTIVE" and self.may_send():
            self.state = "READY"
        elif self.state == "READY" and not self.may_send():
            self.state = "ACTIVE"

    def standing(self, standing):
        return {p: packet["size"] for p, packet in self.packets.items() if packet["stands"] == standing} or []

    def event(self, *steps):
        self.steps = list(steps)
        self.marked = None
        self.leaving = 0
        self.leaving_bytes = 0

    def between(self):
        if self.steps:
            raise Refused("an event is under way")

    def due(self, step):
        if self.steps[:1] != [step]:
            raise Refused("not its turn")
        self.steps.pop(0)

    def new_data(self, x, size):
        self.between()
        if size <= 0:
            raise Refused("nothing to send")
        self.queue[x].append(size)
        self.backlog += size
        self.event("Rccc", "Settle")

    def send(self, p):
        self.between()
        x, number = p
        if self.state != "READY":
            raise Refused("not on the ready list")
        if p in self.packets:
            if self.packets[p]["stands"] != "WAITING":
                raise Refused("it is under way")
            size = self.packets[p]["size"]
            self.check_asked(size, True)
            self.waiting -= 1
            self.waiting_bytes -= size
        else:
            if not self.queue[x] or number != self.sent[x]:
                raise Refused("not the next one")
            size = min(self.mtu, self.queue[x][0])
            self.check_asked(size, False)
            self.queue[x][0] -= size
            if self.queue[x][0] == 0:
                self.queue[x].pop(0)
            self.sent[x] += 1
            self.backlog -= size
        self.packets[p] = {"size": size, "stands": "FLYING"}
        self.nscc_inflight += size
        self.credit -= size if self.c["Overdraft"] else self.asked["cost"]
        self.inflight += 1
        self.event("Settle")

    def check_asked(self, size, waits):
        if not self.c["OwnSize"] and self.c["Overdraft"]:
            return
        has_credit = waits and not self.c["Overdraft"]
        if size != self.asked["size"] or self.asked["cost"] not in ([size, 0] if has_credit else [size]):
            raise Refused("another one was asked for")

    def ack(self, packets):
        self.between()
        self.event("Nscc", "Rccc", "Settle")
        for p in packets:
            packet = self.packets.pop(p, None)
            if packet is None:
                continue
            if packet["stands"] == "WAITING":
                self.waiting -= 1
                self.waiting_bytes -= packet["size"]
            else:
                self.leaving += 1
                self.leaving_bytes += packet["size"]

    def lost(self, p):
        self.event("Nscc", "Mark", "Rccc", "Settle")
        self.marked = p
        self.leaving = 1
        self.leaving_bytes = self.packets[p]["size"]

    def nack(self, p):
        self.between()
        if p in self.packets and self.packets[p]["stands"] == "FLYING":
            self.lost(p)

    def infer_loss(self, p):
        self.between()
        if p not in self.packets or self.packets[p]["stands"] != "FLYING":
            raise Refused("it is not in flight")
        self.lost(p)

    def credit_update(self):
        self.between()
        self.event("Rccc", "Settle")

    def nscc(self, window):
        self.due("Nscc")
        self.window = window
        self.nscc_inflight -= self.leaving_bytes

    def rccc(self, credit):
        self.due("Rccc")
        self.credit = credit

    def mark(self, size, cost):
        self.due("Mark")
        packet = self.packets[self.marked]
        packet["stands"] = "WAITING"
        self.waiting += 1
        self.waiting_bytes += packet["size"]
        self.asked = {"size": size, "cost": cost}
        self.update()

    def settle(self, size, cost):
        self.due("Settle")
        self.inflight -= self.leaving
        self.event()
        self.asked = {"size": size, "cost": cost}
        self.update()


class Implementation:
    def __init__(self, c):
        self.ccc = Ccc(c)

    def own(self):
        ccc = self.ccc
        return {
            "state": ccc.state,
            "backlog": ccc.backlog,
            "waitingRtx": ccc.waiting,
            "rtxBacklog": ccc.waiting_bytes,
            "inflightPkts": ccc.inflight,
            "event": {
                "steps": ccc.steps,
                "marked": frozenset([ccc.marked] if ccc.marked else []),
                "packets": ccc.leaving,
                "bytes": ccc.leaving_bytes,
            },
            "next": ccc.asked,
            "queue": ccc.queue,
            "sent": ccc.sent,
            "packet": {standing: ccc.standing(standing) for standing in ("FLYING", "WAITING")},
            "window": ccc.window,
            "nsccInflight": ccc.nscc_inflight,
            "credit": ccc.credit,
        }

    def NewData(self, takes, before, x, size):
        self.ccc.new_data(x, size)

    def Send(self, takes, before, p):
        self.ccc.send(tuple(p))

    def Ack(self, takes, before, S):
        self.ccc.ack(S)

    def Nack(self, takes, before, p):
        self.ccc.nack(tuple(p))

    def InferLoss(self, takes, before, p):
        self.ccc.infer_loss(tuple(p))

    def CreditUpdate(self, takes, before):
        self.ccc.credit_update()

    def Nscc(self, takes, before, w):
        self.ccc.nscc(w)

    def Rccc(self, takes, before, c):
        self.ccc.rccc(c)

    def Mark(self, takes, before, size, cost):
        self.ccc.mark(size, cost)

    def Settle(self, takes, before, size, cost):
        self.ccc.settle(size, cost)

"""Receiver credit, both ends, written from the rules of RCCC and of the public material on UE 1.0.

A sender has a context for each target: a backlog that asks for credit, and PDCs that take turns on
it. The receiver keeps a table of active senders and divides what its link carries in a slice among
them. Totals travel in quanta, modulo a power of the counter's width.
"""

MODULE = "CreditConservation"


class Sender:
    def __init__(self, c):
        self.c = c
        self.published = c["Profile"] == "source-documents"
        self.queue = {p: 0 for p in c["PdcOrder"]}
        self.messages = {p: [] for p in c["PdcOrder"]}
        self.again = {p: [] for p in c["PdcOrder"]}
        self.open = False
        self.last = 0
        self.backlog = 0
        self.credit = 0
        self.authorised = 0
        self.spent = 0
        self.acked = 0

    def sent(self):
        return self.spent if self.published else self.authorised

    def allowed(self):
        if self.published:
            return self.authorised - self.spent
        return self.credit + self.c["Overshoot"] - self.spent

    def authorise(self):
        """Credit at hand lets backlog out; only the published rules have this tier."""
        if self.published:
            freed = min(self.credit - self.authorised, self.backlog)
            self.authorised += freed
            self.backlog -= freed

    def in_turn(self):
        order = self.c["PdcOrder"]
        for k in range(1, len(order) + 1):
            place = (self.last + k - 1) % len(order)
            if self.queue[order[place]] > 0:
                return place + 1
        return 0

    def first_size(self, p):
        size = min(self.c["Mtu"], self.messages[p][0])
        if self.c["Packets"] == "cut":
            size = min(size, max(self.allowed(), self.c["Header"] + 1))
        return size

    def target(self, backlog):
        """What req_cc_state says."""
        c = self.c
        if c["TargetSays"] == "backlog":
            return min(backlog, c["Modulus"] - 1)
        if self.published:
            total = self.authorised + min(backlog, (c["Modulus"] - 1) // 2)
        else:
            window = c["Window"]
            lacks = max(0, min(window, backlog) - (self.credit - self.spent))
            total = self.credit + -(-min(window, lacks) // c["Quantum"]) * c["Quantum"]
        return total // c["Quantum"] % c["Modulus"]

    def want(self, p, size):
        if not self.open:
            self.open = True
            self.credit = self.c["InitialCredit"]
        self.queue[p] += size
        self.messages[p].append(size)
        self.backlog += size
        self.authorise()

    def check_turn(self, p, size):
        place = self.in_turn()
        if place == 0 or self.c["PdcOrder"][place - 1] != p:
            raise Refused("another PDC's turn")
        if size > self.allowed():
            raise Refused("no credit")

    def transmit(self, p):
        if not self.messages[p]:
            raise Refused("no message")
        size = self.first_size(p)
        self.check_turn(p, size)
        head = self.messages[p][0]
        mtu, header = self.c["Mtu"], self.c["Header"]
        data = head - -(-head // mtu) * header - (size - header)
        rest = data + -(-data // (mtu - header)) * header
        more = rest - (head - size)  # a packet that is cut costs a header more
        if rest > 0:
            self.messages[p][0] = rest
        else:
            self.messages[p].pop(0)
        self.queue[p] += more
        self.backlog += more
        return self.leave(p, size)

    def transmit_again(self, p, k):
        if k > len(self.again[p]):
            raise Refused("nothing to send again")
        size = self.again[p][k - 1]
        self.check_turn(p, size)
        self.again[p].pop(k - 1)
        return self.leave(p, size)

    def leave(self, p, size):
        self.last = self.c["PdcOrder"].index(p) + 1
        self.queue[p] -= size
        self.spent += size
        told = self.backlog if self.published else self.backlog - size
        message = {"pdc": p, "size": size, "target": self.target(told)}
        if not self.published:
            self.backlog -= size
            self.authorised += size
        return [message]

    def ask(self):
        place = self.in_turn()
        if place:
            p = self.c["PdcOrder"][place - 1]
            sizes = self.again[p] + ([self.first_size(p)] if self.messages[p] else [])
            if all(size <= self.allowed() for size in sizes):
                raise Refused("a packet can go")
        if sum(self.queue.values()) + self.sent() - self.acked <= 0:
            raise Refused("nothing is awaited")
        return [{"pdc": "none", "size": 0, "target": self.target(self.backlog)}]

    def give_up(self, p, size):
        if size > self.sent() - self.acked:
            raise Refused("all that was sent has come")
        self.queue[p] += size
        self.again[p].append(size)
        if self.published:
            self.spent -= size
        else:
            self.backlog += size
            self.authorised -= size

    def recover(self, p, k):
        if self.published or k > len(self.again[p]):
            raise Refused("nothing was given up")
        size = self.again[p].pop(k - 1)
        self.queue[p] -= size
        self.backlog -= size
        self.authorised += size

    def resend(self, p):
        if self.sent() <= self.acked:
            raise Refused("nothing is under way")
        return [{"pdc": p, "size": 0, "target": self.target(self.backlog)}]

    def learn(self, total, acked):
        c = self.c
        if total is not None:
            ahead = (total - self.credit // c["Quantum"]) % c["Modulus"]
            if 2 * ahead < c["Modulus"]:
                self.credit += ahead * c["Quantum"]
            self.authorise()
        self.acked = max(self.acked, min(acked, self.sent()))

    def close(self):
        if not self.open:
            raise Refused("no context")
        if any(self.queue.values()):
            raise Refused("something is to be sent")
        if self.acked != self.sent():
            raise Refused("something is not acknowledged")
        self.open = False
        self.last = self.credit = self.authorised = self.spent = self.acked = 0


class Entry:
    def __init__(self, credit):
        self.wanted = 0
        self.granted = credit
        self.accrued = 0
        self.arrived = 0
        self.committed = 0


class Receiver:
    def __init__(self, c):
        self.c = c
        self.quantum = c["Quantum"]
        self.enough = -(-c["GrantUnits"] // self.quantum) * self.quantum
        self.table = {}
        self.remainder = 0
        self.budget = c["SliceBudget"]
        self.last = 0

    def active(self):
        return [s for s in self.c["SenderOrder"] if s in self.table and self.table[s].wanted > 0]

    def capped(self, units):
        if self.c["Cap"] == 0:
            return units
        outstanding = sum(max(0, e.granted - e.arrived) for e in self.table.values())
        return min(units, self.c["Cap"] - outstanding)

    def least(self, s):
        return min(self.enough, self.table[s].wanted)

    def in_turn(self):
        order = self.c["SenderOrder"]
        if self.budget <= 0:
            return 0
        for k in range(1, len(order) + 1):
            place = (self.last + k - 1) % len(order)
            s = order[place]
            if s in self.active() and self.table[s].accrued >= self.least(s):
                return place + 1 if self.capped(self.least(s)) == self.least(s) else 0
        return 0

    def is_in_turn(self, s):
        place = self.in_turn()
        return place != 0 and self.c["SenderOrder"][place - 1] == s

    def issue(self, s):
        e = self.table[s]
        size = self.capped(min(e.accrued, e.wanted, max(self.budget, self.least(s))))
        size = size // self.quantum * self.quantum
        if size > 0:
            self.last = self.in_turn()
        e.granted += size
        e.wanted -= size
        e.accrued -= size
        self.budget -= size

    def answer(self, s):
        e = self.table[s]
        if self.c["Separate"]:
            return [{"acked": e.committed}, {"total": self.wire(e.granted), "acked": 0}]
        return [{"total": self.wire(e.granted), "acked": e.committed}]

    def wire(self, total):
        """What the credit field shows of a total."""
        return total // self.quantum % self.c["Modulus"]

    def receive(self, s, size, target):
        c = self.c
        if s not in self.table:
            self.table[s] = Entry(c["InitialCredit"])
        e = self.table[s]
        e.arrived += size
        room = c["Window"] - (e.granted - e.arrived)
        if c["TargetSays"] == "backlog":
            e.wanted = min(target, room)
        else:
            ahead = (target - e.granted // self.quantum) % c["Modulus"]
            asked = ahead * self.quantum if 2 * ahead < c["Modulus"] else 0
            if c["Profile"] == "source-documents":
                asked = min(asked, room)
            e.wanted = max(e.wanted, asked)
        e.accrued = min(e.accrued, e.wanted)
        return self.answer(s) if size == 0 else []

    def receive_trimmed(self, s, target):
        """The data are gone; where they go again on new credit, a packet more is wanted."""
        if s not in self.table:
            return
        self.receive(s, 0, target)
        e = self.table[s]
        if self.c["Profile"] != "source-documents":
            e.wanted += -(-self.c["Mtu"] // self.quantum) * self.quantum

    def commit(self, s, later):
        if s not in self.table or self.table[s].committed >= self.table[s].arrived - later:
            raise Refused("nothing came in")
        self.table[s].committed = self.table[s].arrived - later
        if self.is_in_turn(s):
            self.issue(s)
        return self.answer(s)

    def slice(self):
        active = self.active()
        if not active:
            raise Refused("nobody wants anything")
        if self.in_turn():
            raise Refused("a grant is due")
        share, self.remainder = divmod(self.c["SliceBudget"] + self.remainder, len(active))
        for s in active:
            e = self.table[s]
            e.accrued = min(e.accrued + share, e.wanted)
        self.budget = min(self.budget, self.quantum - 1) + self.c["SliceBudget"]

    def grant(self, s):
        if not self.is_in_turn(s):
            raise Refused("another sender's turn")
        self.issue(s)
        return self.answer(s)

    def forget(self, s):
        if s not in self.table:
            raise Refused("nobody known")
        del self.table[s]


class Implementation:
    def __init__(self, c):
        self.c = c
        self.senders = {s: Sender(c) for s in c["SenderOrder"]}
        self.receiver = Receiver(c)
        self.job = {s: {p: 0 for p in c["PdcOrder"]} for s in c["SenderOrder"]}

    def own(self):
        all_senders = self.senders.items()
        table = self.receiver.table
        known = lambda field: {s: getattr(table[s], field) if s in table else 0 for s in self.senders}
        return {
            "job": self.job,
            "open": {s: x.open for s, x in all_senders},
            "queue": {s: x.queue for s, x in all_senders},
            "messages": {s: x.messages for s, x in all_senders},
            "again": {s: x.again for s, x in all_senders},
            "lastPdc": {s: x.last for s, x in all_senders},
            "backlog": {s: x.backlog for s, x in all_senders},
            "credit": {s: x.credit for s, x in all_senders},
            "authorised": {s: x.authorised for s, x in all_senders},
            "spent": {s: x.spent for s, x in all_senders},
            "acked": {s: x.acked for s, x in all_senders},
            "known": frozenset(table),
            "wanted": known("wanted"),
            "granted": known("granted"),
            "accrued": known("accrued"),
            "arrived": known("arrived"),
            "committed": known("committed"),
            "remainder": self.receiver.remainder,
            "budget": self.receiver.budget,
            "lastSender": self.receiver.last,
        }

    def seen(self, state):
        """What was given up, without whether it is lost: that only the network knows."""
        sizes = lambda pdcs: {p: [one["size"] for one in pieces] for p, pieces in pdcs.items()}
        return {"again": {s: sizes(pdcs) for s, pdcs in state["again"].items()}}

    def Want(self, takes, before, s, p):
        self.senders[s].want(p, self.c["Jobs"][s][p][self.job[s][p]])
        self.job[s][p] += 1

    def Transmit(self, takes, before, s, p, k):
        if k == 0:
            return self.senders[s].transmit(p)
        return self.senders[s].transmit_again(p, k)

    def Ask(self, takes, before, s):
        return self.senders[s].ask()

    def InferLoss(self, takes, before, s, i):
        lost = before["requests"][s][i - 1]
        self.senders[s].give_up(lost["pdc"], lost["size"])

    def Doubt(self, takes, before, s, p, size):
        self.senders[s].give_up(p, size)

    def Recover(self, takes, before, s, p, k):
        self.senders[s].recover(p, k)

    def Resend(self, takes, before, s, p):
        return self.senders[s].resend(p)

    def Learn(self, takes, before, s, i, twice, later):
        self.senders[s].learn(takes.get("total"), takes["acked"] - later)

    def Close(self, takes, before, s):
        self.senders[s].close()

    def Receive(self, takes, before, s, i, d, twice):
        return self.receiver.receive(s, takes["size"], takes["target"])

    def ReceiveTrimmed(self, takes, before, s, i):
        self.receiver.receive_trimmed(s, takes["target"])

    def Commit(self, takes, before, s, later):
        return self.receiver.commit(s, later)

    def Slice(self, takes, before):
        self.receiver.slice()

    def Grant(self, takes, before, s):
        return self.receiver.grant(s)

    def Forget(self, takes, before, s):
        self.receiver.forget(s)

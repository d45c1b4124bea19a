"""A shim around the Python implementation of receiver credit's source. See mistaken.py."""

import mistaken
import paced
import ssp

credit = mistaken.load("credit")

GIVEN = (
    "Profile TargetSays Packets Quantum Mtu Header InitialCredit Window Overshoot Modulus Pdcs StartSpent"
).split()

# Constants of the receiver, which is elsewhere.
RECEIVER = {"SliceBudget": 1, "GrantUnits": 1, "Cap": 0, "Separate": False}
S = "s"


class Sender:
    observe = "open queue lastPdc backlog credit authorised spent acked".split()
    events = "Want Learn InferLoss Recover Resend Ask Close".split()
    now = 0

    def __init__(self, given):
        c = dict(paced.known(given, GIVEN), **RECEIVER)
        self.order = list(range(1, c["Pdcs"] + 1))
        self.jobs = {p: [] for p in self.order}
        self.all = credit.Implementation(
            dict(c, SenderOrder=[S], PdcOrder=self.order, Jobs={S: self.jobs})
        )
        self.sender = self.all.senders[S]
        if c["StartSpent"]:
            s = self.sender
            s.open = True
            s.credit = s.authorised = s.spent = s.acked = c["StartSpent"]

    def packets(self):
        """The packets that leave by one pass over the PDCs."""
        for p in self.order:
            for k in [*range(1, len(self.sender.again[p]) + 1), 0]:
                try:
                    sent = self.all.Transmit(None, None, S, p, k)
                except AssertionError:
                    continue
                return self.told("Transmit", sent, k > 0)
        return []

    def told(self, action, sent, again):
        sends = []
        for one in sent:
            message = {"credit_target": one["target"]}
            if one["pdc"] != "none":
                message["pdc"] = one["pdc"]
            if action != "Resend":
                message["size"] = one["size"]
            if again:
                message["retx"] = True
            sends.append({"t": self.now, "do": action, "msg": message})
        return sends

    def advance(self, to, backlog):
        sends = []
        while backlog and len(sends) < paced.MOST_SENDS:
            left = self.packets()
            if not left:
                break
            sends += left
        self.now = to
        return sends

    def event(self, t, action, arguments, message):
        if action not in self.events:
            raise ssp.Refused(10, "unknown action")
        self.now = t
        try:
            return self.told(action, getattr(self, action)(arguments, message), action == "Resend")
        except AssertionError as why:
            raise ssp.Refused(13, str(why))

    def Want(self, arguments, message):
        self.jobs[arguments["p"]].append(message["size"])
        self.all.Want(None, None, S, arguments["p"])
        return []

    def Learn(self, arguments, message):
        takes = {"acked": message["acked"]}
        if "credit" in message:
            takes["total"] = message["credit"]
        if self.sender.open:  # nobody hears of it else
            self.all.Learn(takes, None, S, 1, False, 0)
        return []

    def InferLoss(self, arguments, message):
        self.all.InferLoss(None, {"requests": {S: [message]}}, S, 1)
        return []

    def Recover(self, arguments, message):
        sizes = self.sender.again[arguments["p"]]
        size = message["size"]
        k = sizes.index(size) + 1 if size in sizes else len(sizes) + 1
        self.all.Recover(None, None, S, arguments["p"], k)
        return []

    def Resend(self, arguments, message):
        return self.all.Resend(None, None, S, arguments["p"])

    def Ask(self, arguments, message):
        return self.all.Ask(None, None, S)

    def Close(self, arguments, message):
        self.all.Close(None, None, S)
        return []

    def shown(self, now):
        own = self.all.own()
        st = {name: own[name][S] for name in self.observe}
        st["queue"] = [st["queue"][p] for p in self.order]
        return {"st": st}


ssp.serve("python-credit", {"credit-spender": Sender})

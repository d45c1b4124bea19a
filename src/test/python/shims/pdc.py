"""A shim around the Python implementation of the target of PDCs. See mistaken.py.

Variables of the environment choose among behaviours that are all allowed:
SHIM_IDS     the free id that a PDC or a CCC has: highest, lowest, round-robin or seed7
SHIM_FORGET  when a key is forgotten: lazily, at-once, or after a multiple of so many ps
SHIM_LATE    how many ps later an answer leaves
"""

import os

import mistaken
import paced
import ssp

target = mistaken.load("target", mistaken.HERE)

GIVEN = "TargetPdcs TargetCccs MpRange Modulus Memory".split()
EVENTS = {"ReceiveSyn": "syn", "ReceiveRequest": "request", "ReceiveClose": "close"}


class Endpoint:
    observe = "target context memory".split()
    latency = int(os.environ.get("SHIM_LATE", "0"))

    def __init__(self, given):
        ids = os.environ.get("SHIM_IDS", "highest")
        self.forget = os.environ.get("SHIM_FORGET", "lazily")
        given = paced.known(given, GIVEN)
        self.target = target.Target(given, target.policy(ids), target.policy(ids))
        self.answers = []
        self.swept = 0

    def sweep(self, to):
        if self.forget == "at-once":
            self.target.sweep(to)
        elif self.forget != "lazily":
            last = to - to % int(self.forget)
            if last > self.swept:
                self.swept = last
                self.target.sweep(last)

    def leaving(self, to):
        sends = [each for each in self.answers if each["t"] <= to]
        self.answers = self.answers[len(sends) :]
        return sends

    def advance(self, to, backlog):
        self.sweep(to)
        return self.leaving(to)

    def event(self, t, action, arguments, message):
        if action not in EVENTS:
            raise ssp.Refused(10, "unknown action")
        self.sweep(t)
        for of, answer in getattr(self.target, EVENTS[action])(t, message):
            self.answers.append({"t": t + self.latency, "do": of, "msg": answer})
        return self.leaving(t)

    def sweeps(self, now):
        """The times at which keys are forgotten."""
        if self.forget == "lazily":
            return []
        due = [at + self.target.keep for at in self.target.closed.values()]
        if self.forget != "at-once":
            every = int(self.forget)
            due = [-(-at // every) * every for at in due]
        return [max(now, at) for at in due]

    def shown(self, now):
        shown = {"st": self.target.shown()}
        due = [each["t"] for each in self.answers] + self.sweeps(now)
        if due:
            shown["next"] = min(due)
        return shown


ssp.serve("python-pdc", {"pdc-target": Endpoint})

"""A role whose packets leave by a guard of the implementation, which the clock opens."""

import copy

import ssp

# Some mistakes let any number of packets leave at once.
MOST_SENDS = 1000


def known(given, names):
    if sorted(given) != sorted(names):
        raise ssp.Refused(11, "the parameters are " + ", ".join(names))
    return given


class Paced:
    """A subclass sets sender, and has before, longest(), hint() and message(sent)."""

    now = 0

    def pass_to(self, t):
        if t > self.now:
            self.sender.Tick(None, None, t - self.now)
            self.now = t

    def may_leave(self, wait):
        probe = copy.copy(self.sender)
        if wait > 0:
            probe.Tick(None, None, wait)
        try:
            probe.Transmit(None, self.before)
        except AssertionError:
            return False
        return True

    def wait(self, most):
        """The time until the next packet may leave; None if that is longer than most."""
        if self.may_leave(0):
            return 0
        hint = self.hint()
        if 0 < hint <= most and self.may_leave(hint) and not self.may_leave(hint - 1):
            return hint
        low, high = 0, min(most, self.longest())
        if not self.may_leave(high):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.may_leave(middle) else (middle, high)
        return high

    def advance(self, to, backlog):
        sends = []
        while backlog and len(sends) < MOST_SENDS:
            wait = self.wait(to - self.now)
            if wait is None:
                break
            self.pass_to(self.now + wait)
            sent = self.sender.Transmit(None, self.before)
            sends.append({"t": self.now, "do": "Transmit", "msg": self.message(sent)})
        self.pass_to(to)
        return sends

    def event(self, t, action, arguments, message):
        if action not in self.events:
            raise ssp.Refused(10, "unknown action")
        sends = self.advance(t, False)
        getattr(self, action)(arguments, message)
        return sends

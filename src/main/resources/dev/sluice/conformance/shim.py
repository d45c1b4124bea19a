#!/usr/bin/env python3
"""A shim for the role @ROLE@: connects an implementation to `sluice conform`.

Fill in the four functions marked TODO. Times are picoseconds of virtual time.

    sluice conform list @ROLE@              the parameters, events and variables
    sluice conform check -- python3 @FILE@
    sluice conform run -- python3 @FILE@
"""

import json
import sys

ROLE = "@ROLE@"
EVENTS = @EVENTS@
PARAMETERS = @PARAMETERS@
OBSERVE = []  # the variables that shown() returns; all of them are:
# OBSERVE = @VARIABLES@
LATENCY = 0  # longest time in ps from the moment a packet may leave until it leaves


class Refused(Exception):
    """An error that changes nothing; 13 is for an action that this state does not allow."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def start(given):
    """TODO Forget everything, and take over the parameters."""


def event(t, do, arguments, msg):
    """TODO Carry out an event at the time t; do is its name.

    Returns the departures that it causes at once: dictionaries with "t", "do" and "msg".
    To refuse it, change nothing and raise Refused(13, "the reason").
    """
    return []


def advance(t, backlog):
    """TODO Let time pass up to t: run timers, send packets if there is a backlog.

    Returns the departures in order of time.
    """
    return []


def shown():
    """TODO Return the variables that OBSERVE names, as they are now."""
    return {}


def answer(request, now, started):
    """Returns the reply to a request, and the time after it."""
    if "hello" in request:
        role = {"observe": OBSERVE, "latency": LATENCY}
        reply = {
            "protocol": 1,
            "nonce": request["hello"]["nonce"],
            "shim": {"name": "shim", "version": "1"},
            "implementation": {"name": "mine", "version": "1", "kind": "software"},
            "determinism": "full",
            "roles": {ROLE: role},
        }
        return reply, now
    if "start" in request:
        if request["start"]["role"] != ROLE:
            raise Refused(10, "unknown role")
        given = request["start"]["given"]
        if set(given) != set(PARAMETERS):
            raise Refused(11, "unknown or missing parameters")
        start(given)
        return {"given": given, "st": shown()}, 0
    if "do" in request or "advance" in request:
        if not started:
            raise Refused(12, "no case has begun")
        t = request["t"] if "do" in request else request["advance"]
        if t < now:
            raise Refused(12, "the time is past")
        if "do" in request:
            if request["do"] not in EVENTS:
                raise Refused(10, "unknown action")
            sends = event(t, request["do"], request["in"], request["msg"])
        else:
            sends = advance(t, request["backlog"])
        return {"st": shown(), "sends": sends}, t
    if "bye" in request:
        return {}, now
    raise Refused(10, "unknown verb")


def main():
    now, started = 0, False
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            reply, now = answer(request, now, started)
            started = started or "start" in request
        except Refused as e:
            reply = {"error": {"code": e.code, "text": str(e), "definite": True}}
        reply["id"] = request["id"]
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
        if "bye" in request:
            return


main()

"""The shim's side of SSP/1. See docs/conformance.md.

SHIM_LENIENT names one rule of the protocol that the shim breaks, for the tests of conform check.
SHIM_LATENCY is the latency that it declares, whichever it has. SHIM_HIDDEN declares the hidden
parameters of roles, and SHIM_HAS has the values of these by the speed of the line. SHIM_VERBS=play
declares that whole cases can be played, and SHIM_VERBS=may that questions are answered. SHIM_MAY
has a mistake of the answers.
"""

import copy
import json
import os
import random
import socket
import sys


class Refused(Exception):
    """A definite error."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def channel():
    path = os.environ.get("SLUICE_SOCKET")
    if path:
        s = socket.socket(socket.AF_UNIX)
        s.connect(path)
        return s.makefile("rb"), s.makefile("wb")
    return sys.stdin.buffer, sys.stdout.buffer


def observed(names):
    """SHIM_OBSERVE names the variables that are declared, which may be others than are shown."""
    told = os.environ.get("SHIM_OBSERVE")
    return told.split(",") if told else names


def narrowed(given):
    """SHIM_WIDTH=StepHyper:15 keeps a parameter in so many bits."""
    name, _, bits = os.environ.get("SHIM_WIDTH", "").partition(":")
    return {**given, name: given[name] & (1 << int(bits)) - 1} if name in given else given


def complete(given):
    """The parameters with those that cannot be set."""
    has = json.loads(os.environ.get("SHIM_HAS", "{}"))
    return {**given, **has.get(str(given.get("Line")), has.get("", {}))}


def shown(role, now):
    """SHIM_NEXT=N announces the next action N ps too late, and SHIM_NEXT=never one far away.

    SHIM_SHOWS names another variable.
    """
    reply = role.shown(now)
    if os.environ.get("SHIM_SHOWS"):
        reply["st"][os.environ["SHIM_SHOWS"]] = 0
    lie = os.environ.get("SHIM_NEXT")
    if lie == "never":
        reply["next"] = now + (1 << 50)
    elif lie and "next" in reply:
        reply["next"] += int(lie)
    return reply


def may(role, now, question):
    """Whether a packet that waits would leave now.

    SHIM_MAY=early answers for 1 ps later, always and never answer at once, sends lets the packet
    leave, and words answers with a text.
    """
    mistake = os.environ.get("SHIM_MAY")
    if mistake in ("always", "never"):
        return mistake == "always"
    asked = role if mistake == "sends" else copy.deepcopy(role)
    sends = asked.advance(now + (mistake == "early"), True)
    answer = any(each["do"] == question["do"] for each in sends)
    return ("no", "yes")[answer] if mistake == "words" else answer


def serve(name, roles):
    """Answers requests until bye. roles: name -> class with observe, start, event, advance."""
    lines, out = channel()
    lenient = os.environ.get("SHIM_LENIENT", "")
    current = None
    now = 0
    for line in lines:
        asked = json.loads(line)
        replies = []
        for request in asked.get("play", [asked]):
            request = {"id": asked["id"], **request}
            reply = {"id": request["id"]}
            if lenient == "short-lines" and len(line) > 1 << 16:
                sys.exit(1)
            try:
                if "hello" in request:
                    hello = request["hello"]
                    if 1 not in hello["protocols"]:
                        raise Refused(2, "no common version")
                    reply["protocol"] = 1
                    reply["nonce"] = hello["nonce"]
                    reply["shim"] = {"name": name, "version": "1"}
                    reply["implementation"] = {"name": name, "version": "1", "kind": "software"}
                    reply["determinism"] = os.environ.get("SHIM_DETERMINISM", "full")
                    if os.environ.get("SHIM_VERBS"):
                        reply["verbs"] = os.environ["SHIM_VERBS"].split(",")
                    reply["roles"] = {
                        each: {
                            "observe": observed(roles[each].observe),
                            "latency": int(
                                os.environ.get("SHIM_LATENCY", getattr(roles[each], "latency", 0))
                            ),
                            "grain": getattr(roles[each], "grain", {}),
                            "ranges": json.loads(os.environ.get("SHIM_RANGES", "{}")),
                            "hidden": json.loads(os.environ.get("SHIM_HIDDEN", "{}")).get(each, {}),
                        }
                        for each in roles
                    }
                elif "start" in request:
                    start = request["start"]
                    role = start["role"]
                    if role not in roles:
                        if lenient != "unknown-role":
                            raise Refused(10, "unknown role")
                        role = sorted(roles)[0]
                    given = dict(start["given"])
                    if lenient == "unknown-parameter":
                        given = {name: given[name] for name in given if not name.startswith("X")}
                    if not (lenient == "no-restart" and current):
                        current = roles[role](narrowed(complete(given))) if given else None
                        now = 0
                    reply["given"] = dict(start["given"])
                    if lenient == "other-parameters":
                        reply["given"].popitem()
                    if current:
                        reply.update(shown(current, now))
                elif "may" in request:
                    if current is None or request["may"]["t"] != now:
                        raise Refused(12, "the question is not about now")
                    reply["may"] = may(current, now, request["may"])
                elif "do" in request or "advance" in request:
                    to = request["t"] if "do" in request else request["advance"]
                    if current is None:
                        if lenient != "early-event":
                            raise Refused(12, "no case has begun")
                        sends = []
                    elif to < now:
                        if lenient != "past":
                            raise Refused(12, "the time falls")
                        to, sends = now, []
                    elif "do" in request and request["do"].startswith("X") and lenient:
                        if lenient == "unknown-action-acts":
                            current.advance(now + 1, True)
                            now += 1
                        if lenient != "unknown-action":
                            raise Refused(10, "unknown action")
                        sends = []
                    elif "do" in request and lenient == "busy":
                        raise Refused(20, "the hardware is busy")
                    elif "do" in request:
                        sends = current.event(to, request["do"], request["in"], request["msg"])
                    else:
                        sends = current.advance(to, request["backlog"])
                    now = max(now, to)
                    if current:
                        reply.update(shown(current, now))
                        if lenient == "other-variables":
                            reply["st"].popitem()
                    reply["sends"] = sends
                    if lenient == "random":
                        latest = reply.get("next", now + (1 << 40))
                        reply["next"] = random.randrange(now, latest + 1)
                elif "bye" in request or lenient == "unknown-verb":
                    pass
                else:
                    raise Refused(10, "unknown verb")
            except Refused as e:
                reply = {"id": request["id"]}
                code = 30 if lenient == "wrong-code" else e.code
                definite = lenient != "indefinite"
                reply["error"] = {"code": code, "text": str(e), "definite": definite}
            replies.append(reply)
        if "play" in asked:
            for each in replies:
                del each["id"]
            reply = {"id": asked["id"], "replies": replies}
            if lenient == "forgets-a-reply":
                replies.pop()
        out.write(json.dumps(reply).encode() + b"\n")
        out.flush()
        if "bye" in asked:
            sys.exit(1 if lenient == "exit-code" else 0)

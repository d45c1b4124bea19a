"""The shim's side of SSP/1, for the shims of the tests. See docs/conformance.md."""

import json
import os
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


def serve(name, roles, determinism="full"):
    """Answers requests until bye. roles: name -> class with observe, start, event, advance."""
    lines, out = channel()
    current = None
    now = 0
    for line in lines:
        request = json.loads(line)
        reply = {"id": request["id"]}
        try:
            if "hello" in request:
                hello = request["hello"]
                if 1 not in hello["protocols"]:
                    raise Refused(2, "no common version")
                reply["protocol"] = 1
                reply["nonce"] = hello["nonce"]
                reply["shim"] = {"name": name, "version": "1"}
                reply["implementation"] = {"name": name, "version": "1", "kind": "software"}
                reply["determinism"] = determinism
                reply["roles"] = {each: {"observe": roles[each].observe} for each in roles}
            elif "start" in request:
                start = request["start"]
                if start["role"] not in roles:
                    raise Refused(10, "unknown role")
                current = roles[start["role"]](dict(start["given"]))
                now = 0
                reply["given"] = start["given"]
                reply.update(current.shown(now))
            elif "do" in request or "advance" in request:
                if current is None:
                    raise Refused(12, "no case has begun")
                to = request["t"] if "do" in request else request["advance"]
                if to < now:
                    raise Refused(12, "the time falls")
                if "do" in request:
                    sends = current.event(to, request["do"], request["in"], request["msg"])
                else:
                    sends = current.advance(to, request["backlog"])
                now = to
                reply.update(current.shown(now))
                reply["sends"] = sends
            elif "bye" in request:
                pass
            else:
                raise Refused(10, "unknown verb")
        except Refused as e:
            reply = {"id": request["id"]}
            reply["error"] = {"code": e.code, "text": str(e), "definite": True}
        out.write(json.dumps(reply).encode() + b"\n")
        out.flush()
        if "bye" in request:
            return

"""Shims that misbehave, by the name in SHIM_HOSTILE; at the request that SHIM_AT names.

SHIM_AT is hello, start, event, may or bye. Before it, the shim behaves. HostileShimsTest has what must
become of each.
"""

import json
import os
import signal
import subprocess
import sys
import time

NAME = os.environ["SHIM_HOSTILE"]
AT = os.environ.get("SHIM_AT", "event")
OUT = sys.stdout.buffer


def put(data):
    OUT.write(data)
    OUT.flush()


def line(value):
    put(json.dumps(value).encode() + b"\n")


def good(request):
    """The reply of a shim that behaves."""
    reply = {"id": request["id"]}
    if "hello" in request:
        reply.update(
            protocol=1,
            nonce=request["hello"]["nonce"],
            shim={"name": "hostile", "version": "1"},
            implementation={"name": "none", "version": "1", "kind": "software"},
            determinism="full",
            roles={"rcm-np": {"observe": []}},
        )
    elif "start" in request:
        reply["given"] = request["start"]["given"]
    elif "may" in request:
        reply["may"] = False
    elif "bye" not in request:
        reply["sends"] = []
    return reply


def stage(request):
    for each in ("hello", "start", "may", "bye"):
        if each in request:
            return each
    return "event"


def forever():
    while True:
        time.sleep(1)


def detached():
    """A grandchild that leaves its parent and its session, and keeps the channel open."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            forever()
        os._exit(0)
    os.wait()


def hostile(request):
    """Misbehaves; returns whether the shim goes on."""
    i = request["id"]
    fine = good(request)
    if NAME == "silent":
        forever()
    elif NAME == "half-a-line":
        put(b'{"id":')
        forever()
    elif NAME == "no-line-feed":
        put(json.dumps(fine).encode())
        forever()
    elif NAME == "endless-line":
        while True:
            put(b"x" * 65536)
    elif NAME == "endless-lines":
        while True:
            put(b"{}\n" * 4096)
    elif NAME == "one-byte-a-while":
        for each in json.dumps(fine).encode():
            put(bytes([each]))
            time.sleep(0.2)
    elif NAME == "long-line":
        put(b'{"id":%d,"x_p":"' % i + b"p" * (1 << 21) + b'"}\n')
    elif NAME == "bad-utf8":
        put(b'{"id":%d,"x_p":"\xff\xfe"}\n' % i)
    elif NAME == "byte-order-mark":
        put(b"\xef\xbb\xbf" + json.dumps(fine).encode() + b"\n")
    elif NAME == "nul":
        put(b"\0" + json.dumps(fine).encode() + b"\n")
    elif NAME == "blank-line":
        put(b"\n" + json.dumps(fine).encode() + b"\n")
    elif NAME == "banner":
        put(b"Welcome to the simulator\n" + json.dumps(fine).encode() + b"\n")
    elif NAME == "escape-sequences":
        put(b"\x1b]0;owned\x07\x1b[2J\n")
    elif NAME == "two-replies":
        line(fine)
        line(fine)
        return True
    elif NAME == "wrong-id":
        line(dict(fine, id=i + 1))
    elif NAME == "no-id":
        del fine["id"]
        line(fine)
    elif NAME == "text-id":
        line(dict(fine, id=str(i)))
    elif NAME == "old-id":
        line(dict(fine, id=i - 1))
    elif NAME == "float":
        put(b'{"id":%d,"next":1.5}\n' % i)
    elif NAME == "exponent":
        put(b'{"id":%d,"next":1e9}\n' % i)
    elif NAME == "large":
        put(b'{"id":%d,"next":9007199254740993}\n' % i)
    elif NAME == "huge":
        put(b'{"id":%d,"next":%s}\n' % (i, b"9" * 60))
    elif NAME == "nan":
        put(b'{"id":%d,"next":NaN}\n' % i)
    elif NAME == "null":
        put(b'{"id":%d,"next":null}\n' % i)
    elif NAME == "duplicate-keys":
        put(b'{"id":%d,"id":%d}\n' % (i, i))
    elif NAME == "duplicate-variables":
        put(b'{"id":%d,"st":{"owed":true,"owed":false}}\n' % i)
    elif NAME == "deep":
        put(b'{"id":%d,"x_p":' % i + b"[" * 200000 + b"]" * 200000 + b"}\n")
    elif NAME == "deep-state":
        put(b'{"id":%d,"st":{"a":' % i + b"[" * 14 + b"]" * 14 + b"}}\n")
    elif NAME == "many-members":
        line(dict(fine, st={"v%d" % each: 1 for each in range(5000)}))
    elif NAME == "long-text":
        line(dict(fine, st={"owed": "p" * 70000}))
    elif NAME == "array":
        put(b"[%d]\n" % i)
    elif NAME == "number":
        put(b"%d\n" % i)
    elif NAME == "two-objects":
        put(b'{"id":%d} {"id":%d}\n' % (i, i))
    elif NAME == "cut-object":
        put(b'{"id":%d,"sends":[\n' % i)
    elif NAME == "single-quotes":
        put(b"{'id':%d}\n" % i)
    elif NAME == "comment":
        put(b'{"id":%d /* fine */}\n' % i)
    elif NAME == "unknown-key":
        line(dict(fine, verdict="PASS"))
    elif NAME == "state-is-a-list":
        line(dict(fine, st=[1]))
    elif NAME == "sends-is-an-object":
        line(dict(fine, sends={}))
    elif NAME == "departure-without-time":
        line(dict(fine, sends=[{"do": "CnpTimer", "msg": {}}]))
    elif NAME == "departure-with-more":
        line(dict(fine, sends=[{"t": 0, "do": "CnpTimer", "msg": {}, "ok": True}]))
    elif NAME == "departure-in-the-future":
        line(dict(fine, sends=[{"t": 1 << 50, "do": "CnpTimer", "msg": {}}]))
    elif NAME == "departure-before-time":
        line(dict(fine, sends=[{"t": -1, "do": "CnpTimer", "msg": {}}]))
    elif NAME == "departures-out-of-order":
        at = request.get("advance", request.get("t", 0))
        both = [{"t": t, "do": "CnpTimer", "msg": {}} for t in (at, at - 1)]
        line(dict(fine, sends=both))
    elif NAME == "next-is-past":
        line(dict(fine, next=-1))
    elif NAME == "next-is-a-text":
        line(dict(fine, next="soon"))
    elif NAME == "answer-is-a-text":
        line(dict(fine, may="no"))
    elif NAME == "answer-is-missing":
        line({"id": i})
    elif NAME == "answer-and-departures":
        line(dict(fine, sends=[]))
    elif NAME == "error-without-code":
        line({"id": i, "error": {"text": "no", "definite": True}})
    elif NAME == "error-without-definite":
        line({"id": i, "error": {"code": 10, "text": "no"}})
    elif NAME == "error-and-reply":
        line(dict(fine, error={"code": 10, "text": "no", "definite": True}, sends=[]))
    elif NAME == "error-is-a-text":
        line({"id": i, "error": "no"})
    elif NAME == "error-with-bad-text":
        line({"id": i, "error": {"code": 10, "text": "\u0007", "definite": True}})
    elif NAME == "exit-0":
        sys.exit(0)
    elif NAME == "exit-3":
        sys.exit(3)
    elif NAME == "exit-in-a-line":
        put(b'{"id":')
        sys.exit(1)
    elif NAME == "exception":
        raise ValueError("a fault of the shim")
    elif NAME == "abort":
        os.abort()
    elif NAME == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif NAME == "segmentation-fault":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif NAME == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif NAME == "close-the-channel":
        os.close(1)
        forever()
    elif NAME == "stderr-flood":
        while True:
            os.write(2, b"e" * 65535 + b"\n")
    elif NAME == "stderr-then-fine":
        os.write(2, (b"e" * 999 + b"\n") * 5000)
        line(fine)
        return True
    elif NAME == "stderr-endless-line-then-fine":
        os.write(2, b"e" * 5000000)
        line(fine)
        return True
    elif NAME == "ignores-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        forever()
    elif NAME == "child-keeps-the-channel":
        subprocess.Popen(["sleep", "1000"])
        forever()
    elif NAME == "detached-then-silent":
        detached()
        forever()
    elif NAME == "detached-then-exit":
        detached()
        sys.exit(0)
    elif NAME == "many-children":
        for _ in range(50):
            subprocess.Popen(["sleep", "1000"])
        forever()
    elif NAME == "never-reads":
        os.close(0)
        forever()
    elif NAME == "says-nothing-of-protocol":
        line({"id": i})
    elif NAME == "other-protocol":
        line(dict(fine, protocol=2))
    elif NAME == "other-nonce":
        line(dict(fine, nonce="0"))
    elif NAME == "no-roles":
        line(dict(fine, roles={}))
    elif NAME == "role-is-a-list":
        line(dict(fine, roles={"rcm-np": []}))
    elif NAME == "role-with-unknown-key":
        line(dict(fine, roles={"rcm-np": {"pass": True}}))
    elif NAME == "grain-of-0":
        line(dict(fine, roles={"rcm-np": {"grain": {"owed": 0}}}))
    elif NAME == "range-backwards":
        line(dict(fine, roles={"rcm-np": {"ranges": {"Peer": [9, 1]}}}))
    elif NAME == "latency-below-0":
        line(dict(fine, roles={"rcm-np": {"latency": -1}}))
    elif NAME == "observes-twice":
        line(dict(fine, roles={"rcm-np": {"observe": ["owed", "owed"]}}))
    elif NAME == "unknown-kind":
        line(dict(fine, implementation={"name": "a", "version": "1", "kind": "magic"}))
    elif NAME == "name-with-escapes":
        line(dict(fine, shim={"name": "\u202e\u200b", "version": "1"}))
        return True
    elif NAME == "stays-after-bye":
        line(fine)
        forever()
    elif NAME == "writes-after-bye":
        line(fine)
        while True:
            put(b"x" * 65536)
    elif NAME == "exit-1-after-bye":
        line(fine)
        sys.exit(1)
    else:
        raise ValueError("no shim misbehaves as " + NAME)
    return True


for text in sys.stdin.buffer:
    asked = json.loads(text)
    if stage(asked) == AT:
        hostile(asked)
    else:
        line(good(asked))
    if "bye" in asked:
        break

"""Loads an implementation, of the folder kept if no other is named, with a mistake in it if SHIM_MISTAKE names one.

SHIM_MISTAKE=loop:25 puts the mistake with index 25 of loop_mistakes.py into loop.py.
"""

import os
import pathlib
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
KEPT = HERE.parent / "kept"


def load(name, folder=KEPT):
    text = (folder / f"{name}.py").read_text("utf-8")
    of, _, index = os.environ.get("SHIM_MISTAKE", "").partition(":")
    if of == name:
        room = {}
        exec((folder / f"{name}_mistakes.py").read_text("utf-8"), room)
        _, *patches = room["MISTAKES"][int(index)]
        for old, new in zip(patches[::2], patches[1::2]):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
    module = types.ModuleType(name)
    module.Refused = AssertionError
    exec(compile(text, f"{name}.py", "exec"), module.__dict__)
    return module


def rest(file, mistakes):
    """With SHIM_MISTAKE=N, runs a shim with the Nth of its mistakes in place of its rest."""
    if "SHIM_MISTAKE" not in os.environ:
        return
    number = int(os.environ.pop("SHIM_MISTAKE"))
    head, mark, body = pathlib.Path(file).read_text("utf-8").partition("# --- the implementation\n")
    _, old, new = mistakes[number]
    assert body.count(old) == 1, old
    exec(compile(head + mark + body.replace(old, new), file, "exec"), {"__file__": file})
    sys.exit(0)

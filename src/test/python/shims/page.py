"""A shim that plays the role of a page: its Python blocks, in their order, are the program.

page.py docs/roles/rcm-np.md plays rcm-np. See docs/roles.
"""

import pathlib
import re
import sys
import types

import ssp

PAGE = pathlib.Path(sys.argv[1])
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PROGRAM = {}


def load():
    """Runs the blocks in one namespace. Lines in tracebacks are those of the page."""
    page = PAGE.read_text("utf-8")
    for block in BLOCK.finditer(page):
        before = page.count("\n", 0, block.start(1))
        exec(compile("\n" * before + block.group(1), str(PAGE), "exec"), PROGRAM)


class Role:
    def __init__(self, given):
        self.p = types.SimpleNamespace(**given)
        self.s = PROGRAM["start"](self.p)

    def event(self, t, action, arguments, message):
        if not callable(PROGRAM.get(action)):
            raise ssp.Refused(10, "unknown action")
        assert t == self.s.now, "Sluice advances the clock before an event"
        sends = PROGRAM[action](self.s, self.p, arguments, message)
        if sends is None:
            raise ssp.Refused(13, "the page refuses " + action)
        return sends

    def advance(self, to, backlog):
        return PROGRAM["advance"](self.s, self.p, to, backlog)

    def shown(self, now):
        shown = {"st": PROGRAM["shown"](self.s, self.p)}
        due = PROGRAM["due"](self.s, self.p)
        if due < PROGRAM["NEVER"]:
            shown["next"] = due
        return shown


load()
Role.observe = PROGRAM["VARIABLES"].split()
ssp.serve("page", {PAGE.stem: Role})

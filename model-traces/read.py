"""Walks every behaviour beside this file, or in the folder given, and counts the steps of each action."""
import collections, json, pathlib, sys

class Nothing:  # replace it by your implementation
    def start(self, constants): pass
    def step(self, action, arguments): pass
    def state(self): return None  # a dictionary of your variables; None: nothing to compare

def value(v):  # ITF to Python, in a form that has equality and can be a key
    if isinstance(v, list): return tuple(map(value, v))
    if not isinstance(v, dict): return v
    if "#set" in v: return frozenset(map(value, v["#set"]))
    pairs = v["#map"] if "#map" in v else v.items()
    return frozenset((value(k), value(w)) for k, w in pairs)

def walk(trace, implementation, counts):
    implementation.start({name: value(v) for name, v in trace["#meta"]["constants"].items()})
    for index, state in enumerate(trace["states"]):
        if index > 0:  # the first state is where the model starts
            meta = state["#meta"]
            implementation.step(meta["action"], {name: value(v) for name, v in meta["arguments"].items()})
            counts[meta["action"]] += 1
        expected = {name: value(state[name]) for name in trace["vars"]}
        assert implementation.state() in (None, expected), f"other state than state {index}"

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
for model in json.loads((folder / "index.json").read_text("utf-8"))["models"]:
    counts = collections.Counter()
    for number in range(1, model["behaviours"] + 1):
        file = folder / model["module"] / model["model"] / f"{number:04}.itf.json"
        walk(json.loads(file.read_text("utf-8")), Nothing(), counts)
    assert sum(counts.values()) == model["steps"], "not all that there is was walked"
    print(model["module"], model["model"], *(f"{action}={n}" for action, n in sorted(counts.items())))

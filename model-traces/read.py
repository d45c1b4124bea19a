"""Walks every behaviour beside this file, or in the folder given, and counts the steps of each action."""
import collections, json, pathlib, sys

class Nothing:  # replace it by your implementation
    def start(self, constants): pass
    def step(self, action, arguments): pass
    def state(self): return None  # a dictionary of your variables; None: nothing to compare

def value(v):  # to Python, in a form that has equality and can be a key
    if isinstance(v, list): return tuple(map(value, v))
    if not isinstance(v, dict): return v
    if "#set" in v: return frozenset(map(value, v["#set"]))
    pairs = v["#map"] if "#map" in v else v.items()
    return frozenset((value(k), value(w)) for k, w in pairs)

def named(values):
    return {name: value(v) for name, v in values.items()}

def walk(kept, behaviour, implementation, counts):
    def compare(number):
        state = kept["states"][number]
        assert implementation.state() in (None, {v: value(state[v]) for v in kept["vars"]}), f"not state {number}"
    implementation.start(named(kept["constants"]))
    compare(0)  # where the model starts
    for number in behaviour:
        step = kept["steps"][number]
        implementation.step(step["action"], named(step["arguments"]))
        counts[step["action"]] += 1
        compare(step["to"])

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
for model in json.loads((folder / "index.json").read_text("utf-8"))["models"]:
    counts = collections.Counter()
    kept = json.loads((folder / model["module"] / (model["model"] + ".json")).read_text("utf-8"))
    for behaviour in kept["behaviours"]:
        walk(kept, behaviour, Nothing(), counts)
    assert sum(counts.values()) == model["steps"], "not all that there is was walked"
    print(model["module"], model["model"], *(f"{action}={n}" for action, n in sorted(counts.items())))

"""Replays kept behaviours on an implementation written in Python, and on the same with a mistake.

    python3 harness.py MODULE FOLDER [EACH] [--messages-only]

MODULE is one of those beside this file: connection, credit, handshake, window, scheduling,
teardown, lifecycle, lossless, loop, pawa, faststart, eventrate, lsn, hpcc, records, recovery,
watchdog. FOLDER is model-traces/. First the implementation itself must follow every behaviour to
its end. Then each mistake of MODULE_mistakes.py is put into its text, one at a time, and is caught
as soon as a behaviour and it part. With EACH, a number N, every Nth mistake is tried. First no
variable is read: messages, refusals, and calls that must be possible are compared. A mistake that
is missed so is tried once more with the variables; not with --messages-only.

Prints a line for each mistake, and one with the counts. Exit code 1: the implementation itself
parts from a behaviour, or a mistake does not fit the text.

An implementation has a method for each action that is its own, named as the action is, and one
that does what the action says. Messages that the step takes are handed over, and those that it
sends are what the method answers. What it must refuse, it refuses by raising Refused. It gives the
variables that it has in own(), none of which may be an onlooker's. Of a variable of which it knows a
part alone, seen() takes that part out of the expected state. Actions that it has no method
for are the network's.
"""
import collections, json, pathlib, sys


class Refused(Exception):
    """The call must not be made now; nothing has changed."""


def frozen(value):
    """Something equal that can be in a set."""
    if isinstance(value, dict):
        return tuple(sorted((name, frozen(each)) for name, each in value.items()))
    if isinstance(value, (list, tuple)):
        return tuple(map(frozen, value))
    return value


def plain(value):
    """A value of ITF as Python has it: sets as frozen sets, functions as dictionaries."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        if "#set" in value:
            return frozenset(frozen(plain(each)) for each in value["#set"])
        if "#map" in value:
            return {frozen(plain(key)): plain(each) for key, each in value["#map"]}
        return {name: plain(each) for name, each in value.items()}
    return value


class Parted(Exception):
    """Where a behaviour and an implementation part."""


Step = collections.namedtuple("Step", "action arguments takes sends before state refused")


def behaviours(folder, module):
    """All behaviours of a module: constants, first state, refused calls there, steps."""
    index = json.loads((folder / "index.json").read_text("utf-8"))
    found = []
    for model in index["models"]:
        if model["module"] != module:
            continue
        name = f"{module}/{model['model']}"
        kept = json.loads((folder / f"{name}.json").read_text("utf-8"))
        states = [{v: plain(state[v]) for v in kept["vars"]} for state in kept["states"]]
        calls = [
            [(call["action"], plain(call["arguments"])) for call in state.get("#refused", [])]
            for state in kept["states"]
        ]
        steps = [
            Step(
                step["action"],
                plain(step["arguments"]),
                plain(step["takes"]) if "takes" in step else None,
                [plain(message) for message in step.get("sends", [])],
                states[step["from"]],
                states[step["to"]],
                calls[step["to"]],
            )
            for step in kept["steps"]
        ]
        walks = [[steps[number] for number in behaviour] for behaviour in kept["behaviours"]]
        assert sum(map(len, walks)) == model["steps"], f"{name} is not whole"
        for number, walk in enumerate(walks):
            behaviour = f"{name} behaviour {number}"
            found.append((behaviour, plain(kept["constants"]), states[0], calls[0], walk))
    assert found, f"there are no behaviours of {module}"
    return found


def witnesses(folder, module):
    """Variables of a module that an onlooker keeps, and no end."""
    index = json.loads((folder / "index.json").read_text("utf-8"))
    return {
        name
        for model in index["models"]
        if model["module"] == module
        for name, holder in model["variables"].items()
        if holder == "onlooker"
    }


def compare(implementation, state, where):
    seen = getattr(implementation, "seen", lambda state: {})(state)
    for name, value in implementation.own().items():
        expected = seen.get(name, state[name])
        if value != expected:
            raise Parted(f"{where}: {name} is {value}, and must be {expected}")


def refuse(implementation, calls, state, where):
    for action, arguments in calls:
        method = getattr(implementation, action, None)
        if method is None:
            continue
        try:
            method(None, state, **arguments)
        except Refused:
            continue
        raise Parted(f"{where}: {action}{tuple(arguments.values())} must be refused")


def follow(make, behaviour, reads_state=True):
    """Goes through one behaviour; raises Parted at the first difference."""
    name, constants, first, calls, walk = behaviour
    implementation = make(constants)
    if reads_state:
        compare(implementation, first, f"{name} state 0")
    refuse(implementation, calls, first, f"{name} state 0")
    for index, step in enumerate(walk):
        where = f"{name} state {index + 1}"
        method = getattr(implementation, step.action, None)
        if method is not None:
            try:
                sent = method(step.takes, step.before, **step.arguments) or []
            except Refused as why:
                raise Parted(f"{where}: {step.action} is refused: {why}")
            if sent != step.sends:
                raise Parted(f"{where}: {step.action} sends {sent}, and must send {step.sends}")
        if reads_state:
            compare(implementation, step.state, where)
        if step.refused:
            refuse(implementation, step.refused, step.state, where)
            if reads_state:
                compare(implementation, step.state, where + ", after what it refused")


def first_difference(make, all_behaviours, reads_state=True):
    """Where an implementation parts from the behaviours; None if it follows all of them."""
    for behaviour in all_behaviours:
        try:
            follow(make, behaviour, reads_state)
        except Parted as parted:
            return str(parted)
        except Exception as thrown:  # a mistake may well end in an error
            return f"{behaviour[0]}: {type(thrown).__name__}: {thrown}"
    return None


def load(text, name):
    """The implementation that a text describes."""
    room = {"__name__": name, "Refused": Refused, "frozen": frozen}
    exec(compile(text, name, "exec"), room)
    return room["MODULE"], room["Implementation"]


def interleaved(all_behaviours):
    """Behaviours of all models in turn: what one model shows at once, another never may."""
    models = collections.defaultdict(list)
    for behaviour in all_behaviours:
        models[behaviour[0].split(" ")[0]].append(behaviour)
    rows = list(models.values())
    return [row[at] for at in range(max(map(len, rows))) for row in rows if at < len(row)]


"""How a mistake is caught, and whether variables are read for it."""
VERDICTS = {"caught by messages": False, "caught by state": True}


def main(arguments):
    here = pathlib.Path(__file__).parent
    messages_only = "--messages-only" in arguments
    arguments = [each for each in arguments if each != "--messages-only"]
    name = arguments[0]
    each = int(arguments[2]) if len(arguments) > 2 else 1
    text = (here / f"{name}.py").read_text("utf-8")
    room = {}
    exec((here / f"{name}_mistakes.py").read_text("utf-8"), room)
    mistakes = room["MISTAKES"]
    module, make = load(text, name)
    kept = interleaved(behaviours(pathlib.Path(arguments[1]), module))
    shown = witnesses(pathlib.Path(arguments[1]), module) & set(make(kept[0][1]).own())
    if shown:
        print(f"WRONG {module}: {sorted(shown)} are an onlooker's, and shown by {name}.py")
        return 1
    difference = first_difference(make, kept)
    if difference is not None:
        print(f"WRONG {module}: {difference}")
        return 1
    tried = mistakes[::each]
    caught = collections.Counter()
    for says, *patches in tried:
        wrong = text
        for old, new in zip(patches[::2], patches[1::2]):
            if wrong.count(old) != 1:
                print(f"WRONG {module}: '{says}' fits {wrong.count(old)} places")
                return 1
            wrong = wrong.replace(old, new)
        for verdict, reads_state in VERDICTS.items():
            difference = first_difference(load(wrong, name)[1], kept, reads_state)
            if difference is not None or messages_only:
                break
        verdict = verdict if difference is not None else "missed"
        caught[verdict] += 1
        print(f"{verdict} {says}: {(difference or '-')[:160]}")
    by_messages, by_state = (caught[verdict] for verdict in VERDICTS)
    print(
        f"{module}: {by_messages + by_state} of {len(tried)} mistakes caught,"
        f" {by_messages} without reading state"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

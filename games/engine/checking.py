"""Faults of a game's rules, all at once, each with its place and the way to mend it. `manage.py check_game` prints
them. A fault is never raised: the check goes on with the next part.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from games.engine.choices import contains, count, edges
from games.engine.codec import from_json, read_options, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import PROMPT_CLOSED, IllegalMove
from games.engine.facilitation import facilitation_of
from games.engine.finding import place_in
from games.engine.playout import Played, playout
from games.engine.record import Record
from games.engine.registry import Game
from games.engine.rules import Rules
from games.engine.types import Outcome, Prompt

SEEDS: Final = 3
"""Playouts of each scenario by random bots."""
MOST_STATES: Final = 40
"""Positions of a playout that are examined, evenly spread."""
MOST_EDGES: Final = 30
"""Moves that are tried at each prompt."""
NO_TIME: Final = "2000-01-01T00:00:00Z"


class Finding(msgspec.Struct, frozen=True, order=True):
    """A fault: its file and line (0: the file as a whole), what is wrong, and how to mend it."""

    file: str
    line: int
    wrong: str
    mend: str


def place_of(thing: Any) -> tuple[str, int]:
    """File and line of a function or class; ("", 0) for anything else."""
    try:
        return inspect.getsourcefile(thing) or "", inspect.getsourcelines(thing)[1]
    except (TypeError, OSError):
        return "", 0


def broken(folder: Path, error: Exception, doing: str) -> Finding:
    """The finding for an exception."""
    file, line = place_in(folder, error)
    return Finding(
        file or str(folder), line, f"{doing}: {type(error).__name__}: {error}", "make it answer without an error"
    )


def rules_findings(game: Game, folder: Path) -> list[Finding]:
    """All faults of the rules, scenarios and bots of a game."""
    found = [*_methods(game.rules), *_declared(game, folder)]
    for name, text in {**game.scenarios, **game.micro}.items():
        found += _tried(game, folder, name, text, "{}")
    for name, options in game.variants.items():
        first = next(iter(game.scenarios.values()), None)
        found += [] if first is None else _tried(game, folder, f"variant {name}", first, options)
    return sorted(set(found))


def _methods(rules: Rules) -> Iterator[Finding]:
    kind = type(rules)
    file, line = place_of(kind)
    for name in Rules.__annotations__:
        if not hasattr(rules, name):
            yield Finding(file, line, f"{kind.__name__} has no `{name}`", "name it as an attribute of the class")
    for name, model in vars(Rules).items():
        if name.startswith("_") or not callable(model):
            continue
        wanted, own = inspect.signature(model), getattr(rules, name, None)
        if own is None:
            said = (inspect.getdoc(model) or "").partition(".")[0]
            yield Finding(file, line, f"{kind.__name__} has no `{name}`", f"write `{name}{wanted}`: {said}")
        elif callable(own) and len(inspect.signature(own).parameters) != len(wanted.parameters) - 1:
            names = ", ".join(list(wanted.parameters)[1:])
            wrong = f"`{name}` takes ({', '.join(inspect.signature(own).parameters)})"
            yield Finding(*place_of(own), wrong, f"it is called with ({names})")


def _declared(game: Game, folder: Path) -> Iterator[Finding]:
    home = str(folder / "game.py")
    if not game.scenarios and not game.left_out:
        yield Finding(home, 0, "no scenario", "put one into scenarios/ and name it in `scenarios` of GAME")
    if "random" not in game.bots:
        yield Finding(home, 0, f"no bot `random` among {sorted(game.bots)}", "add RandomBot: the checks play with it")
    if game.usual_bot not in game.bots:
        yield Finding(home, 0, f"the usual bot `{game.usual_bot}` is none of {sorted(game.bots)}", "name one of them")
    events = facilitation_of(game.rules)
    if events is not None and any(not hasattr(events, name) for name in ("offers", "apply", "turn", "without")):
        yield Finding(*place_of(type(events)), "`facilitation` lacks a method", "offers, apply, turn, without")


def _tried(game: Game, folder: Path, name: str, text: str, options: str) -> Iterator[Finding]:
    """The faults of one scenario: playouts by random bots, with their positions examined."""
    rules = game.rules
    try:
        scenario = rules.load_scenario(text)
        chosen = read_options(options, rules.options_type)
        seats = max(rules.seat_counts(scenario))
        for seed in range(SEEDS):
            yield from _played(game, folder, f"{name}, playout {seed}", scenario, chosen, seats, seed)
    except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
        yield broken(folder, error, f"playing {name}")


def _played(
    game: Game, folder: Path, name: str, scenario: Any, options: Any, seats: int, seed: int
) -> Iterator[Finding]:
    rules, draws, moves = game.rules, LabelledDraws(f"check {seed}".encode()), list[Played]()
    start = rules.setup(scenario, options, seats, draws)
    bots = [game.bot("random" if "random" in game.bots else game.usual_bot)] * seats
    try:
        end = playout(rules, start, bots, draws, bot_draws=FastDraws(seed), on_move=moves.append)
    except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding, and what was played is examined
        yield broken(folder, error, f"playing {name}")
    else:
        if len(end.result.scores) != seats:
            wrong = f"{name}: `result` has {len(end.result.scores)} scores for {seats} seats"
            yield Finding(*place_of(type(rules).result), wrong, "give one score and one place for each seat")
    states = [start.state, *(move.state for move in moves)]
    for state in states[:: -(-len(states) // MOST_STATES)]:
        try:
            for method, wrong, mend in _position(rules, state, seed):
                yield Finding(*place_of(getattr(type(rules), method)), wrong, mend)
        except Exception as error:  # noqa: BLE001 - as above
            yield broken(folder, error, f"examining a position of {name}")
    yield from _folded(game, folder, name, scenario, options, start, moves)


AtMethod = tuple[str, str, str]
"""The method at fault, what is wrong, and how to mend it."""


def _position(rules: Rules, state: Any, seed: int) -> Iterator[AtMethod]:
    if from_json(to_json(state), rules.state_type) != state:
        yield "setup", "a state differs after it was written and read", "use Values, tuples, numbers and texts only"
    try:
        hash(state)
    except TypeError as error:
        yield "setup", f"a state can be changed ({error})", "use tuples and frozen Values in place of lists and dicts"
    prompts = rules.prompts(state)
    places = [(prompt.seat, prompt.key) for prompt in prompts]
    if len(set(places)) < len(places):
        yield "prompts", f"two prompts of one seat have one key: {sorted(places)}", "give each open prompt its own key"
    if (rules.result(state) is None) != bool(prompts):
        yield "result", "prompts and result contradict each other", "None while a prompt is open, else the result"
    if prompts and all(prompt.optional for prompt in prompts):
        yield "prompts", "all open prompts are optional", "one must be required, or the match would never go on"
    for seat in (None, *sorted({prompt.seat for prompt in prompts})):
        view = rules.view(state, seat)
        if from_json(to_json(view), type(view)) != view:
            yield "view", "a view differs after it was written and read", "use Values, tuples, numbers and texts only"
    for prompt in prompts:
        yield from _answers(rules, state, prompt, seed)
    for ask in ("choices", "default"):
        if not _is_closed(getattr(rules, ask), state):
            yield ask, f"`{ask}` answers for a key that is not open", 'raise IllegalMove("prompt_closed")'


def _is_closed(ask: Callable[[Any, int, str], Any], state: Any) -> bool:
    try:
        ask(state, 0, "a key that no prompt has")
    except IllegalMove as refused:
        return refused.code == PROMPT_CLOSED
    return False


def _answers(rules: Rules, state: Any, prompt: Prompt, seed: int) -> Iterator[AtMethod]:
    """The legal answers to a prompt are those that `apply` takes; the same draws give the same outcome."""
    choices, before = rules.choices(state, prompt.seat, prompt.key), to_json(state)
    if not count(choices):
        yield "choices", f"{prompt.kind}: no legal answer", "list at least one, or do not ask"
        return
    listed = list(edges(choices))
    for move in listed[:: -(-len(listed) // MOST_EDGES)]:
        try:
            outcome = _applied(rules, state, prompt, move, seed)
        except IllegalMove as refused:
            yield "choices", f"{prompt.kind}: {move} is listed, but `apply` refuses it ({refused})", "make both agree"
            continue
        if outcome != _applied(rules, state, prompt, move, seed):
            yield "apply", f"{prompt.kind}: {move} has two outcomes with the same draws", "draw all chance from `draws`"
    for move in _beyond(choices):
        if not contains(choices, move) and _is_taken(rules, state, prompt, move, seed):
            yield "apply", f"{prompt.kind}: {move} is not listed, but `apply` takes it", "refuse it by IllegalMove"
    default = rules.default(state, prompt.seat, prompt.key)
    if not contains(choices, default):
        yield "default", f"{prompt.kind}: the default {default} is no legal answer", "choose one of `choices`"
    if to_json(state) != before:
        yield "apply", f"{prompt.kind}: a move changes the state that it is given", "build a new state"


def _applied(rules: Rules, state: Any, prompt: Prompt, move: Any, seed: int) -> Outcome:
    return rules.apply(state, prompt.seat, prompt.key, move, LabelledDraws(f"check {seed}".encode()))


def _is_taken(rules: Rules, state: Any, prompt: Prompt, move: Any, seed: int) -> bool:
    try:
        _applied(rules, state, prompt, move, seed)
    except IllegalMove:
        return False
    return True


def _beyond(choices: Sequence[Any]) -> Iterator[Any]:
    """Moves with a number just outside its range."""
    for choice in choices:
        for span in choice.spans:
            for number in (max(0, span.low - 1), span.high + 1):
                yield msgspec.structs.replace(choice.move, **{span.field: number})


def _folded(
    game: Game, folder: Path, name: str, scenario: Any, options: Any, start: Outcome, moves: Sequence[Played]
) -> Iterator[Finding]:
    """Events survive storing, and facts can be folded from them after any move."""
    events = (*start.events, *(event for move in moves for event in move.events))
    for event in events:
        if from_json(to_json(event), game.rules.event_type) != event:
            wrong = f"{name}: {type(event).__name__} differs after it was written and read"
            yield Finding(*place_of(type(event)), wrong, "name its class in `event_type`; use tuples and texts only")
            return
    if game.facts is None:
        return
    records = [Record(0, None, "", "rules", NO_TIME, start.events)]
    records += [Record(n, move.seat, move.key, "bot", NO_TIME, move.events) for n, move in enumerate(moves, start=1)]
    for last in sorted({1, len(records) // 2, len(records)}):
        try:
            to_json(game.facts(scenario, options, records[:last]))
        except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
            yield broken(folder, error, f"{name}: folding the facts after move {last - 1}")


def by_file(found: Sequence[Finding]) -> Mapping[str, list[Finding]]:
    """Findings by their file, in the order of lines."""
    files: dict[str, list[Finding]] = {}
    for each in sorted(found):
        files.setdefault(each.file, []).append(each)
    return files

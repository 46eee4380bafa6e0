"""The registry of playable games. Games are found by `games.engine.finding`; no other module names them."""

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from games.engine import finding
from games.engine.away import AwayRules
from games.engine.bots import Bot
from games.engine.errors import Fault, ScenarioError, fault
from games.engine.finding import BadGame
from games.engine.ledger import Accounts
from games.engine.lesson import FIRST_GAME, LESSON, Lesson, ScriptedBot
from games.engine.rules import Rules
from games.engine.types import Outcome, Prompt, Seat

KEY = re.compile(r"[a-z][a-z0-9_]{1,39}")


def hides_always(_options: Any) -> bool:
    """Yes: with any options, a seat may know secrets."""
    return True


def hides_nothing(_options: Any) -> bool:
    """No: all seats and observers know the same."""
    return False


class LeftOut(msgspec.Struct, frozen=True):
    """A scenario that does not load: its key, its file, and all its faults."""

    key: str
    file: str
    faults: tuple[Fault, ...]


class Game(msgspec.Struct, frozen=True):
    """The declaration of a game: its rules, its shipped scenarios (key -> JSON text) and its bots (strength ->
    maker). All of it is pure. Scenarios that do not load are moved to `left_out`. Modules that need Django are named by
    dotted names and imported at first use.

    `bots` is in order of strength and starts with the weakest; `usual_bot` is the one that fills an empty seat.
    `micro` scenarios are small ones that tests count through. `variants` are further options (name -> JSON text) for
    tests. `facts` folds stored moves into the game's debrief: (scenario, options, records) -> a Value. `accounts` are
    its quantities with their changes by events (`games.engine.ledger`). `analysis` is the game's part of
    `games.engine.analysis` (an Analyst); a game without one is not analysed. `away` are its plans for people who are
    away; in a game without any, a bot answers for them. `expected` is its part of `games.engine.expected` (an
    Expecting); without one no expected end is shown. `lesson` is the set-up of its first game; the lesson's bot is
    not among `bots`. `uncovers`: (state before, seat, move, outcome) -> may this move reveal to its seat something
    that others hide? Then undo is refused. It judges by the seat's earlier knowledge. A game without hidden things
    leaves it out. `folder` holds files: help, quiz. `face`, `debrief` and `analysis_words` are dotted names of the
    modules that hold FACE, DEBRIEF and WORDS. A game without a face is played by programs only. Without the others it
    gets plain ones. `settles`, by kind of prompt: (state, prompt) -> the only answer that its seat has or has
    ordered, None if there is a choice. The platform gives it for people after a human delay, so that a short wait
    does not reveal a hand. `hides`: (options) -> may a seat know secrets? If not, a person may hold or change several
    seats. By default a game hides. `low_is_good`: are few points better than many? `counts`, by name: (scenario) -> a
    number that help pages write as `{name}`, from the first shipped scenario. `trial` is its part of
    `games.engine.trial` (a TrialRules); without one its scenarios are tried by the general lints only.
    """

    key: str
    rules: Rules
    scenarios: Mapping[str, str]
    bots: Mapping[str, Callable[[Rules], Bot]]
    usual_bot: str
    micro: Mapping[str, str] = msgspec.field(default_factory=dict)
    variants: Mapping[str, str] = msgspec.field(default_factory=dict)
    facts: Callable[..., Any] | None = None
    accounts: Accounts | None = None
    analysis: Any | None = None
    away: AwayRules | None = None
    expected: Any | None = None
    lesson: Lesson | None = None
    uncovers: Callable[[Any, Seat, Any, Outcome], bool] | None = None
    settles: Mapping[str, Callable[[Any, Prompt], Any | None]] = msgspec.field(default_factory=dict)
    hides: Callable[[Any], bool] = hides_always
    low_is_good: bool = False
    counts: Mapping[str, Callable[[Any], int]] = msgspec.field(default_factory=dict)
    trial: Any | None = None
    folder: Path | None = None
    face: str | None = None
    debrief: str | None = None
    analysis_words: str | None = None
    left_out: tuple[LeftOut, ...] = ()

    def __post_init__(self) -> None:
        """Move scenarios that do not load to `left_out`. A lesson's script stays for the matches that run."""
        lesson = {} if self.lesson is None else {FIRST_GAME: self.lesson.scenario}
        found = tuple(_left_out(self, {**lesson, **self.scenarios}))
        if found:
            gone = {each.key for each in found}
            playable = {key: text for key, text in self.scenarios.items() if key not in gone}
            msgspec.structs.force_setattr(self, "scenarios", playable)
            msgspec.structs.force_setattr(self, "left_out", self.left_out + found)

    @property
    def has_first_game(self) -> bool:
        """Can a lesson be started?"""
        return self.lesson is not None and all(each.key != FIRST_GAME for each in self.left_out)

    def shipped(self, key: str) -> Any:
        """The shipped scenario with this key, else the first one. Raises LookupError if none can be played."""
        text = self.scenarios.get(key) or next(iter(self.scenarios.values()), None)
        if text is None:
            raise LookupError(f"{self.key} has no scenario")
        return self.rules.load_scenario(text)

    def bot(self, strength: str) -> Bot:
        """A bot by its strength. Raises KeyError for one that this game does not have."""
        if strength == LESSON and self.lesson is not None:
            return ScriptedBot(self.rules, self.lesson.script, self.bots[self.usual_bot](self.rules))
        return self.bots[strength](self.rules)

    def file(self, *path: str) -> Path | None:
        """The path of a file in the game's folder; None if there is none."""
        found = self.folder.joinpath(*path) if self.folder else None
        return found if found and found.is_file() else None


def _left_out(game: Game, scenarios: Mapping[str, str]) -> Iterator[LeftOut]:
    files = getattr(game.scenarios, "files", {})
    for key, text in scenarios.items():
        try:
            if key == FIRST_GAME and not text:
                raise ScenarioError.of(fault("$", "the scenario that the first game is made from does not load"))
            game.rules.load_scenario(text)
        except ScenarioError as error:
            faults = error.faults
        except Exception as error:  # noqa: BLE001 - one bad file or loader must not stop the other games
            faults = (Fault("$", "%(reason)s", {"reason": f"{type(error).__name__}: {error}"[:200]}),)
        else:
            continue
        yield LeftOut(key, str(files.get(key) or game.file(f"{key}.json") or f"{game.key}/{key}"), faults)


_games: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game playable. A second game under the same key is refused."""
    if not KEY.fullmatch(game.key):
        raise ValueError(f"a game's key is lower case letters, digits and _: {game.key!r}")
    if _games.get(game.key, game) is not game:
        raise ValueError(f"two games are called {game.key!r}")
    _games[game.key] = game


def get(key: str) -> Game:
    """The game with this key. Raises LookupError for one that is not registered."""
    try:
        return _games[key]
    except KeyError:
        raise LookupError(f"no game is called {key!r}") from None


def all_games() -> tuple[Game, ...]:
    """All registered games, by key."""
    return tuple(_games[key] for key in sorted(_games))


def load(key: str) -> Game:
    """A game without a Django set-up. Raises LookupError if no installed package has this key."""
    for package in finding.packages():
        if package.key == key:
            return load_game(package)
    raise LookupError(f"no game is called {key!r}")


def load_game(package: finding.Package) -> Game:
    """The game that a package declares. Raises BadGame for any fault, including an exception on import."""
    if not KEY.fullmatch(package.key):
        raise BadGame(f"{package.brought_by}: a game's key is lower case letters, digits and _: {package.key!r}")
    try:
        game: Game = import_module(f"{package.name}.game").GAME
    except Exception as error:
        file, line = finding.place_in(finding.folder_of(package), error)
        place = f" ({file}:{line})" if file else ""
        raise BadGame(f"{package.brought_by} brings the game {package.key!r}, which breaks: {error}{place}") from error
    if game.key != package.key:
        raise BadGame(f"{package.brought_by} brings the game {package.key!r}, which calls itself {game.key!r}")
    return game


def register_all() -> None:
    """Register every game that is found."""
    for package in finding.packages():
        register(load_game(package))


class Texts(dict[str, str]):
    """Texts by name, with the file of each."""

    files: Mapping[str, Path]


def texts(folder: Path, *names: str) -> Texts:
    """The JSON texts of a folder by name: first the given names, then the others by the alphabet. A file with `each`
    is a family: one text for each member, with the member's fields over those of the file. A file that cannot be read
    stays one text, which `Game` leaves out.
    """
    found: dict[str, tuple[str, Path]] = {}
    for path in folder.glob("*.json"):
        found |= {name: (text, path) for name, text in _members(path).items()}
    order = [name for name in (*names, *sorted(found.keys() - set(names))) if name in found]
    listed = Texts({name: found[name][0] for name in order})
    listed.files = {name: found[name][1] for name in order}
    return listed


def read_text(path: Path) -> str:
    """The text of a file, of any encoding: bytes that are not UTF-8 stay for the loader. Empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def _members(path: Path) -> dict[str, str]:
    text = read_text(path)
    try:
        shared = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return {path.stem: text}
    if not (isinstance(shared, dict) and isinstance(shared.get("each"), dict)):
        return {path.stem: text}
    members = shared.pop("each")
    return {
        name: msgspec.json.encode({**shared, **fields} if isinstance(fields, dict) else fields).decode()
        for name, fields in members.items()
    }


def made_from(folder: Path, name: str, change: Callable[[Any], Any] = lambda shipped: shipped) -> str:
    """The text of a scenario made from a shipped one; empty if that cannot be read or lacks a part."""
    try:
        return msgspec.json.encode(change(msgspec.json.decode(texts(folder)[name]))).decode()
    except (msgspec.DecodeError, UnicodeError, LookupError, TypeError, AttributeError):
        return ""

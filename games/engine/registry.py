"""The games that can be played. A game enters here by being found (`games.engine.finding`); nobody else names it."""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from games.engine import finding
from games.engine.away import AwayRules
from games.engine.bots import Bot
from games.engine.finding import BadGame
from games.engine.lesson import LESSON, Lesson, ScriptedBot
from games.engine.rules import Rules
from games.engine.types import Outcome, Prompt, Seat

KEY = re.compile(r"[a-z][a-z0-9_]{1,39}")


def hides_always(_options: Any) -> bool:
    """With any options a seat may know what others must not."""
    return True


def hides_nothing(_options: Any) -> bool:
    """With any options all seats, and those who look on, know the same."""
    return False


class Game(msgspec.Struct, frozen=True):
    """A game as it declares itself: its rules, its shipped scenarios (key -> JSON text) and its bots (strength ->
    maker). All of it is pure; what needs Django is named as a module and imported when it is first used.

    `bots` is in order of strength and starts with the weakest; `usual_bot` is the one that fills an empty seat. `micro`
    scenarios are small ones that tests count through, `variants` are options (name -> JSON text) that they play with
    besides the usual ones. `facts` folds stored moves into the game's debrief: (scenario, options, records) -> a Value.
    `analysis` is the game's part of `games.engine.analysis` (an Analyst); a game without one is not analysed.
    `away` are its plans for people who are away; in a game without any, a bot answers for them.
    `expected` is its part of `games.engine.expected` (an Expecting); without one no expected end is shown.
    `lesson` is what its first game is played with; its bot is none of `bots`.
    `uncovers`: (state before, seat, move, outcome) -> may this move tell the seat that makes it what others keep
    hidden, so that it cannot be taken back? It answers by what that seat knows before. A game without hidden things has
    none.
    `folder` holds what is read from files: help, quiz. `face`, `debrief` and `analysis_words` are dotted names of the
    modules that hold FACE, DEBRIEF and WORDS; without a face a game is played by programs only, without the others
    it gets the plain ones.
    `settles`, by kind of prompt: (state, prompt) -> the one answer that its seat has, None where there is a choice. It
    is given for people after a time such as people take, so that no wait tells what a seat holds.
    `hides`: (options) -> may a seat know what others must not? Where it says no, nobody minds who sits on several seats
    or changes them; a game that says nothing hides.
    """

    key: str
    rules: Rules
    scenarios: Mapping[str, str]
    bots: Mapping[str, Callable[[Rules], Bot]]
    usual_bot: str
    micro: Mapping[str, str] = msgspec.field(default_factory=dict)
    variants: Mapping[str, str] = msgspec.field(default_factory=dict)
    facts: Callable[..., Any] | None = None
    analysis: Any | None = None
    away: AwayRules | None = None
    expected: Any | None = None
    lesson: Lesson | None = None
    uncovers: Callable[[Any, Seat, Any, Outcome], bool] | None = None
    settles: Mapping[str, Callable[[Any, Prompt], Any | None]] = msgspec.field(default_factory=dict)
    hides: Callable[[Any], bool] = hides_always
    folder: Path | None = None
    face: str | None = None
    debrief: str | None = None
    analysis_words: str | None = None

    def bot(self, strength: str) -> Bot:
        """A bot by its strength. Raises KeyError for one that this game does not have."""
        if strength == LESSON and self.lesson is not None:
            return ScriptedBot(self.rules, self.lesson.script, self.bots[self.usual_bot](self.rules))
        return self.bots[strength](self.rules)

    def file(self, *path: str) -> Path | None:
        """A file of the game's folder; None where it has none."""
        found = self.folder.joinpath(*path) if self.folder else None
        return found if found and found.is_file() else None


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
    """A game without a Django set-up. Raises LookupError where there is none. Looks through what is installed."""
    for package in finding.packages():
        if package.key == key:
            return read(package)
    raise LookupError(f"no game is called {key!r}")


def read(package: finding.Package) -> Game:
    """What a package declares. Raises BadGame for one that does not keep to the form, whatever it breaks with."""
    if not KEY.fullmatch(package.key):
        raise BadGame(f"{package.brought_by}: a game's key is lower case letters, digits and _: {package.key!r}")
    try:
        game: Game = import_module(f"{package.name}.game").GAME
    except Exception as error:
        raise BadGame(f"{package.brought_by} brings the game {package.key!r}, which breaks: {error}") from error
    if game.key != package.key:
        raise BadGame(f"{package.brought_by} brings the game {package.key!r}, which calls itself {game.key!r}")
    return game


def register_all() -> None:
    """Make every game that is found playable."""
    for package in finding.packages():
        register(read(package))


def texts(folder: Path, *names: str) -> dict[str, str]:
    """The JSON texts of a folder by name: first those that are named, then the others by the alphabet. A file with
    `each` is a family: one text for each of its members, the file's fields with the member's own laid over them.
    """
    found: dict[str, str] = {}
    for path in folder.glob("*.json"):
        text = path.read_text(encoding="utf-8")
        shared = msgspec.json.decode(text)
        members = shared.pop("each", None)
        found |= {path.stem: text} if members is None else _family(shared, members)
    return {name: found[name] for name in (*names, *sorted(found.keys() - set(names)))}


def _family(shared: Mapping[str, Any], members: Mapping[str, Any]) -> dict[str, str]:
    return {name: msgspec.json.encode({**shared, **fields}).decode() for name, fields in members.items()}

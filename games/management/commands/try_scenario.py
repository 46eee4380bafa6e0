"""Try a scenario by many games of bots in the terminal, without a database."""

from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from games.engine import codec, registry
from games.engine.errors import ScenarioError
from games.engine.registry import Game
from games.engine.trial import (
    FLAGGED,
    STRENGTHS,
    Finding,
    Goal,
    Tally,
    Trial,
    bot_of,
    findings,
    is_hopeless,
    merged,
    met_by,
    play,
    proposed_targets,
    quantile,
    trial_of,
)
from games.engine.trial.targets import USUAL_SHARE
from games.ui.scenario_faults import fault_words
from games.ui.trial_words import WIDTH, finding_words, percent, role_lines, target_labels

CHUNK: Final = 25
"""Games that a process plays before it takes the next ones. The chunks do not change the result."""


def played_chunk(key: str, text: str, bot: str, first: int, last: int) -> bytes:
    """A chunk of games, from its first number to the one before `last`, as JSON. It runs in a process of its own."""
    game = registry.load(key)
    return codec.to_json(play(game, _loaded(game, text), bot, range(first, last)))


_scenarios: dict[tuple[str, str], Any] = {}


def _loaded(game: Game, text: str) -> Any:
    """The scenario of a text. It is kept, so that tables by scenario are built once in a process."""
    if (game.key, text) not in _scenarios:
        _scenarios[game.key, text] = game.rules.load_scenario(text)
    return _scenarios[game.key, text]


class Command(BaseCommand):
    """`try_scenario domego/classic`, `try_scenario my_project.json --game domego --json`."""

    help = "Let bots play many games of a scenario, and print what they came to and what is wrong with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scenario", help="a file, or a shipped scenario as GAME/KEY")
        parser.add_argument("--games", type=int, default=1000, help="games of each strength (default: 1000)")
        parser.add_argument("--game", default="", help="the game of a file (default: the one that can read it)")
        parser.add_argument("--parent", default="", help="a file or GAME/KEY to compare with")
        parser.add_argument("--share", type=int, default=round(100 * USUAL_SHARE), help="percent for proposed targets")
        parser.add_argument("--json", action="store_true", help="print everything as JSON")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--language", default="en", choices=list(dict(settings.LANGUAGES)))

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the trial; CommandError for an unknown game, and for a scenario with faults."""
        if options["games"] < 1 or options["processes"] < 1 or not 0 < options["share"] < 100:
            raise CommandError("--games and --processes are at least 1, --share is from 1 to 99.")
        with translation.override(options["language"]):
            game, text = _text_of(options["scenario"], options["game"])
            scenario = _checked(game, text)
            trial = _trial(game, text, options["games"], options["processes"])
            parent = None
            if options["parent"]:
                other, parent_text = _text_of(options["parent"], options["game"])
                _checked(other, parent_text)
                parent = _trial(other, parent_text, options["games"], options["processes"])
            found = findings(game, scenario, trial, parent)
            report = _Report(game, scenario, trial, found, options["share"] / 100)
            self.stdout.write(report.json() if options["json"] else "\n".join(report.lines()))


def _text_of(name: str, key: str) -> tuple[Game, str]:
    """The game and the text of a scenario. Raises CommandError."""
    path = Path(name)
    if path.is_file():
        text = registry.read_text(path)
        return _game_of(text, key), text
    key, _slash, scenario = name.partition("/")
    game = _game(key)
    if scenario not in game.scenarios:
        raise CommandError(f"{name}: no such file, and {key} has {', '.join(game.scenarios)} only.")
    return game, game.scenarios[scenario]


def _game(key: str) -> Game:
    try:
        return registry.load(key)
    except LookupError as error:
        raise CommandError(str(error)) from None


def _game_of(text: str, key: str) -> Game:
    """The game of a file: the named one, or the one that can read it. Raises CommandError."""
    if key:
        return _game(key)
    for game in registry.all_games():
        with suppress(ScenarioError):
            _loaded(game, text)
            return game
    raise CommandError("No game can read this file. Name its game with --game to see the faults.")


def _checked(game: Game, text: str) -> Any:
    """The scenario of a text. Raises CommandError with all its faults."""
    try:
        return _loaded(game, text)
    except ScenarioError as error:
        raise CommandError("\n".join(fault_words(fault) for fault in error.faults)) from None


def _trial(game: Game, text: str, games: int, processes: int) -> Trial:
    """The trial of a text. With several processes they share the chunks. It ends early if games do not end."""
    bots = list(dict.fromkeys(bot_of(game, strength) for strength in STRENGTHS))
    jobs = [(game.key, text, bot, first, min(first + CHUNK, games)) for first in range(0, games, CHUNK) for bot in bots]
    columns = list(zip(*jobs, strict=True))
    tallies: dict[str, Tally] = {bot: Tally(bot) for bot in bots}
    with ProcessPoolExecutor(processes) if processes > 1 else nullcontext() as pool:
        for chunk in map(played_chunk, *columns) if pool is None else pool.map(played_chunk, *columns):
            tally = codec.from_json(chunk, Tally)
            tallies[tally.bot] = merged(tallies[tally.bot], tally)
            if is_hopeless(tallies[tally.bot]):
                break
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    return trial_of(game, _loaded(game, text), *(tallies[bot_of(game, strength)] for strength in STRENGTHS))


class _Report:
    """A trial as lines and as JSON."""

    def __init__(self, game: Game, scenario: Any, trial: Trial, found: tuple[Finding, ...], share: float) -> None:
        self.game, self.scenario, self.trial, self.findings, self.share = game, scenario, trial, found, share
        self.labels = target_labels(game, scenario, trial.experts) if trial.experts.goals else []
        self.proposed: tuple[Goal, ...] = ()
        if trial.experts.goals and trial.experts.reached:
            self.proposed = proposed_targets(trial.experts.goals, tuple(trial.experts.reached.values()), share)

    def json(self) -> str:
        """Everything, in the format that `docs/develop/try-a-scenario.md` describes."""
        trial = self.trial
        made = {
            "format": trial.format,
            "game": trial.game,
            "scenario": trial.scenario,
            "seats": trial.seats,
            "experts": trial.experts,
            "usual": trial.usual,
            "findings": [self._finding(each) for each in self.findings],
            "flagged": FLAGGED,
            "proposed": {"share": self.share, "targets": self.proposed, **self._met_by_proposed()},
        }
        return codec.to_json(made).decode()

    def _finding(self, finding: Finding) -> dict[str, Any]:
        return {
            **msgspec.to_builtins(finding),
            "text": self._words(finding),
            "parts": [self._finding(part) for part in finding.parts],
        }

    def _words(self, finding: Finding) -> str:
        return finding_words(self.game, self.scenario, self.trial, finding)

    def _met_by_proposed(self) -> dict[str, Any]:
        if not self.proposed:
            return {}
        return {
            strength: met_by(self.proposed, tuple(self.trial.of(strength).reached.values())) for strength in STRENGTHS
        }

    def lines(self) -> list[str]:
        """The table and the findings."""
        return [
            *self._games(),
            *self._targets(),
            *role_lines(self.game, self.scenario, self.trial.experts),
            *self._found(),
        ]

    def _games(self) -> list[str]:
        experts, usual = self.trial.experts, self.trial.usual
        name = f"{self.trial.game}/{self.trial.scenario}"
        found = [f"{name}: {experts.games} games of {experts.bot}, {usual.games} of {usual.bot}"]
        if experts.games:
            found.append(
                f"{quantile(experts.minutes, 0.5)} minutes, {quantile(experts.decisions, 0.5)} decisions, "
                f"{quantile(experts.turns, 0.5)} turns (median of {experts.bot})"
            )
        return found

    def _targets(self) -> list[str]:
        experts, usual = self.trial.experts, self.trial.usual
        if not self.labels or not experts.games:
            return []
        found = ["", f"{'target':{WIDTH}}{'goal':>8}{'median':>8}{'experts':>9}{'usual':>8}{'proposed':>10}"]
        for at, (label, goal) in enumerate(zip(self.labels, experts.goals, strict=True)):
            proposed = self.proposed[at].goal if self.proposed else ""
            found.append(
                f"{label:{WIDTH}}{goal.goal:>8}{quantile(experts.values(at), 0.5):>8}"
                f"{percent(experts.met(at), experts.games):>9}{percent(usual.met(at), usual.games):>8}{proposed:>10}"
            )
        if len(self.labels) > 1:
            together = percent(experts.all_met(), experts.games), percent(usual.all_met(), usual.games)
            met = self._met_by_proposed()
            found.append(f"{'all':{WIDTH + 16}}{together[0]:>9}{together[1]:>8}{100 * met['experts'].together:>8.0f} %")
        return found

    def _found(self) -> list[str]:
        found = [""]
        for finding in self.findings:
            mark = "!" if finding.weight >= FLAGGED else "-"
            found.append(
                f"{mark} {finding.place}: {self._words(finding)}" if finding.place else f"{mark} {self._words(finding)}"
            )
            found += [f"    {part.place}: {self._words(part)}" for part in finding.parts]
        return found if self.findings else ["", "Nothing to remark."]

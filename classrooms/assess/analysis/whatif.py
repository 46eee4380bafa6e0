""" "What if?": a finished match with one decision changed, beside the real match, in the current language."""

from dataclasses import dataclass
from typing import Any

import msgspec

from classrooms.assess.analysis.queries import played
from classrooms.assess.analysis.words import points
from games.engine.analysis import Analyst, Branch, Spotted, decided_otherwise
from games.engine.analysis.played import Step, intents_of
from games.public.models import Match
from games.ui import analysis as game_analysis
from games.ui import faces

Row = dict[str, Any]


@dataclass(frozen=True)
class Ways:
    """A decision and its choices, the choice made first. `bounds` are those of a decision about a number."""

    spotted: Spotted
    turn: int
    intents: tuple[Any, ...]
    bounds: tuple[int, int] | None


class Forking:
    """One finished match and its other branches. Two queries and a replay."""

    def __init__(self, match: Match) -> None:
        game = played(match)
        if game is None:
            raise LookupError(f"{match.game} offers no analysis")
        self.match, self.game = match, game
        self.steps, _last = game.steps()
        self.words, self.face = game_analysis.get(match.game), faces.get(match.game)
        self.roles = self.face.words.roles(game.scenario)
        analyst = game.analyst
        self.decisions = [self._ways(each, analyst) for each in analyst.spot(self.steps)]

    def _ways(self, spotted: Spotted, analyst: Analyst) -> Ways:
        before = self._before(spotted)
        intents = (spotted.intent, *analyst.alternatives(before, spotted))
        return Ways(spotted, analyst.topic_turn(spotted.topic), intents, analyst.bounds(before, spotted))

    def _before(self, spotted: Spotted) -> Any:
        step: Step = self.steps[self.game.place_of(spotted.at) - 1]
        return step.before

    def at(self, number: int) -> Ways | None:
        """The decision that move `number` took; the next one where that move took none, None after the last."""
        return next((each for each in self.decisions if each.spotted.number >= number), None)

    def decision_rows(self) -> list[Row]:
        """All decisions with alternatives, as a list to choose from."""
        return [self.decision_row(each) for each in self.decisions if len(each.intents) > 1]

    def decision_row(self, ways: Ways) -> Row:
        """A decision in words."""
        spotted, scenario = ways.spotted, self.game.scenario
        return {
            "number": spotted.number,
            "turn": ways.turn,
            "turn_title": self.face.words.turn(scenario, ways.turn),
            "role": self.roles[spotted.seat],
            "what": self.words.decision(scenario, spotted.topic, spotted.kind),
            "made": self._intent(spotted, spotted.intent),
            "ways": [self._intent(spotted, intent) for intent in ways.intents],
            "bounds": ways.bounds,
        }

    def _intent(self, spotted: Spotted, intent: Any) -> str:
        return self.words.intent(self.game.scenario, spotted.topic, spotted.seat, intent)

    def numbered(self, ways: Ways, number: int) -> Any | None:
        """The way with this number; None out of bounds."""
        if ways.bounds is None or not ways.bounds[0] <= number <= ways.bounds[1]:
            return None
        return self.game.analyst.numbered(ways.spotted, number)

    def beside(self, ways: Ways, chosen: Any) -> Row:
        """The real match and the branch with the intent `chosen`, side by side."""
        real = decided_otherwise(self.game, ways.spotted, ways.spotted.intent)
        other = decided_otherwise(self.game, ways.spotted, chosen)
        return {
            "same": other.state_hash == real.state_hash,
            "is_null": chosen == ways.spotted.intent,
            "hash": other.state_hash,
            "chosen": self._intent(ways.spotted, chosen),
            "measures": self._measures(real, other),
            "scores": [
                {
                    "role": role,
                    "unit": self.words.scored,
                    "real": points(mine),
                    "other": points(theirs),
                    "by": game_analysis.signed(theirs - mine, 0),
                }
                for role, mine, theirs in zip(self.roles, real.scores, other.scores, strict=True)
            ],
            "turns": self._turns(real, other),
            "changed": self._changed(ways, other),
            "repairs": [(self.words.repair(kind), count) for kind, count in other.repairs.items()],
        }

    def _measures(self, real: Branch, other: Branch) -> list[Row]:
        return [
            {
                "name": self.words.measure(measure.name),
                "real": mine,
                "other": theirs,
                "by": game_analysis.signed(theirs - mine, 0),
            }
            for measure, mine, theirs in zip(self.game.analyst.measures, real.values, other.values, strict=True)
        ]

    def _turns(self, real: Branch, other: Branch) -> list[Row]:
        """The measures after each turn that both have, from the first that differs."""
        theirs = dict(other.series)
        rows: list[Row] = []
        for turn, mine in real.series:
            pairs = list(zip(mine, theirs.get(turn, mine), strict=True))
            if rows or any(one != two for one, two in pairs):
                title = self.face.words.turn(self.game.scenario, turn)
                rows.append({"turn": turn, "title": title, "pairs": pairs})
        return rows

    def _changed(self, ways: Ways, other: Branch) -> list[Row]:
        """Later decisions that changed because money or cubes no longer sufficed."""
        analyst, before = self.game.analyst, intents_of([each.spotted for each in self.decisions])
        branch = msgspec.structs.replace(self.game, moves=other.moves)
        rows = []
        for each in analyst.spot(branch.steps()[0]):
            if each.topic == ways.spotted.topic or before.get(each.topic) == each.intent:
                continue
            was = before.get(each.topic)
            told_was, told_is = "" if was is None else self._intent(each, was), self._intent(each, each.intent)
            if told_was == told_is:
                continue
            rows.append(
                {
                    "turn_title": self.face.words.turn(self.game.scenario, analyst.topic_turn(each.topic)),
                    "role": self.roles[each.seat],
                    "what": self.words.decision(self.game.scenario, each.topic, each.kind),
                    "was": told_was,
                    "is": told_is,
                }
            )
        return rows

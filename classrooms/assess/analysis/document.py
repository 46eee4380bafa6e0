"""An analysis as the context of its templates, in the current language, for pages and PDFs."""

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classrooms.assess.analysis.accounting import lines_of, people_of, summary_of, turns_of
from classrooms.assess.analysis.charts import data_of
from classrooms.assess.analysis.queries import analysis_of
from classrooms.assess.analysis.results import Results
from classrooms.assess.analysis.words import difference_in_words, names_of_measures, rounded, size_word
from classrooms.assess.grading.criteria.project import curve_words
from classrooms.drawing.charts import draw
from games.engine.analysis import Account, Measure, ResultAccount, Weighed
from games.engine.analysis.analyst import Sizes
from games.engine.analysis.decisions import FALSE, Difference
from games.engine.analysis.statistics import Mean
from games.public.matches import game_of, scenario_of
from games.public.models import Match
from games.ui import analysis as game_analysis
from games.ui import faces
from games.ui.analysis import AnalysisWords, decimal, plus_minus, signed
from games.ui.sentences import listed_with_and

Row = dict[str, Any]
SHEET: Final = "classrooms/analysis/sheet.html"
RIVALS: Final = "classrooms/analysis/rivals.html"
HUNDREDTHS: Final = 100
"""The number of stored units in a percent of the common result."""
BEST: Final = 3
"""Decisions that are praised."""
ERRORS: Final = 2
"""Standard errors by which an effect on a measure must differ from 0 to be named beside a verdict."""


def analysis_context(match: Match, language: str) -> Row:
    """`analysis` for `analysis_sheet`, the template that shows it, in a language; None and "" where a match has no
    results.
    """
    results = analysis_of(match)
    if results is None:
        return {"analysis": None, "analysis_sheet": ""}
    with translation.override(language):
        told = AnalysisDocument(match, results, language).context()
    return {"analysis": told, "analysis_sheet": RIVALS if told["rivals"] else SHEET}


class AnalysisDocument:
    """The results of one match in the current language."""

    def __init__(self, match: Match, results: Results, language: str) -> None:
        self.match, self.results, self.language = match, results, language
        self.face, self.scenario = faces.get(match.game), scenario_of(match)
        self.roles = self.face.words.roles(self.scenario)
        self.words: AnalysisWords = game_analysis.get(match.game)
        self.measures = names_of_measures(match, results)
        analyst = game_of(match).analysis
        self.known: dict[str, Measure] = {each.name: each for each in analyst.measures} if analyst is not None else {}
        self.sizes: Sizes = analyst.sizes if analyst is not None else ()
        self.rivals = results.account is None

    def context(self) -> Row:
        """The context of the templates."""
        decisions = [self.decision(each) for each in self.results.weighing.decisions]
        turning = {each.number for each in self.results.turning_points}
        return {
            "rivals": self.rivals,
            "turning": [row for row in decisions if row["number"] in turning and row["verdict"] != "good"],
            "decisions": decisions,
            "best": self._best(decisions),
            "verdicts": Counter(row["verdict"] for row in decisions),
            "measures": self.measures,
            "sizes": {name: decimal(least / HUNDREDTHS, 0) for name, least in self.sizes},
            "seed": self.results.seed,
            "charts": self._charts(),
            **(self._together(self.results.account) if self.results.account else self._against()),
        }

    @property
    def summary(self) -> str:
        """The account in a line; empty for a game with rivals."""
        return summary_of(self.results.account, self.words) if self.results.account else ""

    def accounts_of(self, seats: AbstractSet[int]) -> list[Row]:
        """Luck and decisions of these seats, in a game with rivals."""
        return [self._account(each) for each in self.results.accounts if each.seat in seats]

    def points_of(self, decisions: Sequence[Weighed]) -> str:
        """The loss by these decisions, in points of the common result: `−6.2`."""
        return signed(-sum(max(0.0, each.best.project.value) for each in decisions) / HUNDREDTHS)

    def _together(self, account: ResultAccount) -> Row:
        """The context for a table with a common result."""
        turns = sorted({each.turn for each in account.entries})
        titles = {turn: self.face.words.turn(self.scenario, turn) for turn in turns}
        return {
            "account": lines_of(account, self.words),
            "summary": self.summary,
            "by_turn": turns_of(account, titles),
            "by_seat": people_of(account, self.roles),
            "turn_word": self.words.turn,
            "curve": curve_words(self.results.curve),
        }

    def _against(self) -> Row:
        """The context for a table of rivals."""
        return {
            "accounts": [self._account(each) for each in self.results.accounts],
            "playouts": self.results.weighing.playouts,
            "false": decimal(100 * FALSE, 0),
            "has_luck": any(each.luck is not None for each in self.results.accounts),
            "no_luck": self.words.no_luck,
            "mistakes_word": self.words.mistakes,
            "turn_word": self.words.turn,
            "turns_word": self.words.turns,
            "sizes_text": self.words.describe_sizes(
                {name: decimal(least / HUNDREDTHS, 0) for name, least in self.sizes}
            ),
            "judged": self.words.judged(self.scenario),
            "fortune": self.words.fortune(self.scenario),
            "plain": self.words.plain,
            "method": self.words.method(self.scenario, self.results.weighing.playouts),
        }

    def _account(self, each: Account) -> Row:
        """A seat's luck and decisions, in words if they differ from 0 beyond their error."""
        found = Counter(one.loss for one in self.results.weighing.decisions if one.seat == each.seat)
        lost, luck = each.lost.value / HUNDREDTHS, each.luck
        return {
            "role": self.roles[each.seat],
            "turns": each.turns,
            "decisions": each.decisions,
            "has_luck": luck is not None,
            "luck": "" if luck is None else plus_minus(luck.value / HUNDREDTHS, luck.error / HUNDREDTHS),
            "lucky": "" if luck is None else self._brought(luck, 1),
            "unlucky": "" if luck is None else self._brought(luck, -1),
            "lost": plus_minus(lost, each.lost.error / HUNDREDTHS, sign=False),
            "gave_away": self._beyond(each.lost, 1),
            "told": sum(found[name] for name, _least in self.sizes),
            "mistakes": ", ".join(f"{self._size(name)} ({found[name]})" for name, _least in self.sizes if found[name])
            or _("none told"),
        }

    def _size(self, verdict: str) -> str:
        return str(self.words.sizes.get(verdict) or size_word(verdict, rivals=self.rivals))

    def _brought(self, mean: Mean, sign: int) -> str:
        """The effect of luck in the game's own words, for games that have such words. An effect that rounds to 0
        is left out, however exact it is.
        """
        if not _is_beyond(mean, sign) or decimal(mean.value / HUNDREDTHS) == decimal(0):
            return ""
        return self.words.brought(self.scenario, abs(mean.value) / HUNDREDTHS)

    def _beyond(self, mean: Mean, sign: int) -> str:
        """The amount of the judged result; empty where its sign is not beyond the standard error."""
        return self.words.worth(self.scenario, abs(mean.value) / HUNDREDTHS) if _is_beyond(mean, sign) else ""

    def _best(self, decisions: list[Row]) -> list[Row]:
        """The decisions that brought most, best first."""
        by_number = {row["number"]: row for row in decisions}
        won = sorted((each for each in self.results.weighing.decisions if each.won), key=lambda each: -each.won)
        return [by_number[each.number] for each in won[:BEST]]

    def decision(self, each: Weighed) -> Row:
        """One decision in the form for the templates."""
        return {
            "number": each.number,
            "role": self.roles[each.seat],
            "turn": each.turn,
            "turn_title": self.face.words.turn(self.scenario, each.turn),
            "what": self.words.decision(self.scenario, each.topic, each.kind),
            "made": self._intent(each, 0),
            "other": self._intent(each, each.best.option),
            "verdict": verdict_of(each),
            "size": self._size(verdict_of(each)),
            "choices": each.choices or len(each.options),
            "edge": decimal(each.edge.value / HUNDREDTHS),
            "lost": decimal(max(0.0, each.best.project.value) / HUNDREDTHS),
            "rivals": self.rivals,
            **(self._of_rivals(each) if self.rivals else self._by_account(each)),
        }

    def _by_account(self, each: Weighed) -> Row:
        """A decision of a table with a common result: its best alternative, and the difference in words."""
        against = each.middle if each.won and each.middle else each.best
        return {
            "against": self._intent(each, against.option),
            "sentence": difference_in_words(
                self.words.compared(
                    self.scenario, each.topic, each.seat, each.options[0].intent, each.options[against.option].intent
                ),
                self._effects(against, 1),
                self._effects(against, -1),
                against.project.value / HUNDREDTHS,
            ),
        }

    def _of_rivals(self, each: Weighed) -> Row:
        made = each.options[0].reached.value
        return {
            "reached": self.words.reached,
            "worth": self.words.worth(self.scenario, each.weight / HUNDREDTHS),
            "plain": self.words.plain,
            "regret": plus_minus(each.best.project.value / HUNDREDTHS, each.best.project.error / HUNDREDTHS),
            "chance": rounded(100 * made),
            # By the difference: the option was chosen by some of its own playouts, and looks too good on all of them.
            "chance_other": rounded(100 * min(1.0, max(0.0, made + each.best.reached.value))),
        }

    def ways(self, each: Weighed) -> list[Row]:
        """All alternatives of a decision with their average results, in the order of their words."""
        rows = [self._way(each, index) for index in range(len(each.options))]
        return sorted(rows, key=lambda row: in_order(row["words"]))

    def _way(self, each: Weighed, index: int) -> Row:
        option = each.options[index]
        return {
            "option": index,
            "words": self._intent(each, index),
            "made": option.made,
            "best": index == each.best.option and bool(each.loss),
            "project": decimal(option.project.value / HUNDREDTHS),
            "chance": rounded(100 * option.reached.value),
            "measures": [decimal(mean.value) for mean in option.measures],
            "own": decimal(option.own.value),
        }

    def _intent(self, each: Weighed, option: int) -> str:
        return self.words.intent(self.scenario, each.topic, each.seat, each.options[option].intent)

    def _effects(self, difference: Difference, sign: int) -> str:
        """The cost (1) or saving (-1) of the choice on each measure; effects within the standard error are left
        out.
        """
        pairs = zip(self.known.values(), difference.measures, strict=True)
        return listed_with_and(
            [
                self.words.amount(each.name, abs(mean.value))
                for each, mean in pairs
                if _is_beyond(mean, -sign if each.low_is_good else sign) and decimal(abs(mean.value)) != decimal(0)
            ]
        )

    def _charts(self) -> Row:
        return {
            chart.name: {"chart": chart, "svg": SafeString(draw(chart))} for chart in data_of(self.match, self.results)
        }


def in_order(words: str) -> list[tuple[int, str]]:
    """A key to sort words by that has numbers in them: 9 comes before 10."""
    return [(int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", words)]


def verdict_of(each: Weighed) -> str:
    """The class of a decision: "small", "clear" or "grave" for a mistake, "good" for a gain. Irrelevant differences,
    and those within the error, are "even".
    """
    return each.loss or ("good" if each.won else "even")


def _is_beyond(mean: Mean, sign: int) -> bool:
    """Is the mean on that side of 0 by more than its standard error?"""
    return sign * mean.value > ERRORS * mean.error

"""An analysis as context of its templates, in the current language: the same for page and paper."""

from collections import Counter
from typing import Any, Final

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classrooms.analysis.charts import data_of
from classrooms.analysis.queries import analysis_of
from classrooms.analysis.results import Results
from classrooms.analysis.words import bot_word, names_of_measures, place_words, points
from classrooms.drawing.charts import draw
from games.engine.analysis import Weighed
from games.engine.analysis.decisions import BEYOND_NOISE, Difference
from games.kit import analysis as kit
from games.kit import faces
from games.kit.analysis import AnalysisWords, decimal, plus_minus
from games.models import Match
from games.selectors.position import scenario_of

Row = dict[str, Any]
SHEET: Final = "classrooms/analysis/sheet.html"


def analysis_context(match: Match, language: str) -> Row:
    """`analysis` for `analysis_sheet`, the template that shows it, in a language; None and "" where a match has no
    results.
    """
    results = analysis_of(match)
    if results is None:
        return {"analysis": None, "analysis_sheet": ""}
    with translation.override(language):
        told = Telling(match, results, language).told()
    return {"analysis": told, "analysis_sheet": SHEET}


class Telling:
    """The results of one match in the current language."""

    def __init__(self, match: Match, results: Results, language: str) -> None:
        self.match, self.results, self.language = match, results, language
        self.face, self.scenario = faces.get(match.game), scenario_of(match)
        self.roles = self.face.roles(self.scenario)
        self.words: AnalysisWords = kit.get(match.game)
        self.measures = names_of_measures(match, results)

    def told(self) -> Row:
        """Everything that the templates show."""
        decisions = [self._decision(each) for each in self.results.weighing.decisions]
        turning = {each.number for each in self.results.turning_points}
        return {
            "luck": self._luck(),
            "scores": self._scores(),
            "skill": self._skill(),
            "references": [bot_word(each.who) for each in next(iter(self.results.skill.measures.values()))[1:]],
            "policy": bot_word(self.results.skill.policy),
            "turning": [row for row in decisions if row["number"] in turning],
            "decisions": decisions,
            "verdicts": Counter(row["verdict"] for row in decisions),
            "measures": self.measures,
            "unit": self.words.project_unit,
            "project_note": self.words.project_note,
            "repairs": [(self.words.repair(kind), count) for kind, count in self.results.luck.repairs.items()],
            "repaired": sum(self.results.luck.repairs.values()),
            "asked": self.results.luck.asked,
            "unanswered": self.results.luck.unanswered,
            "draws": self.results.luck.draws,
            "games": self.results.skill.games,
            "playouts": self.results.weighing.playouts,
            "limit": decimal(BEYOND_NOISE, 0),
            "seed": self.results.seed,
            "charts": self._charts(),
        }

    def _luck(self) -> list[Row]:
        return [
            {
                "name": name,
                "real": each.real,
                "middle": each.quantiles[3],
                "low": each.quantiles[1],
                "high": each.quantiles[5],
                "place": place_words(each.place.percent, each.place.error),
                "verdict": _luck_word(each.place.percent),
            }
            for name, each in zip(self.measures, self.results.luck.measures, strict=True)
        ]

    def _scores(self) -> list[Row]:
        return [
            {
                "role": self.roles[int(each.name)],
                "real": points(each.real),
                "middle": points(each.quantiles[3]),
                "low": points(each.quantiles[1]),
                "high": points(each.quantiles[5]),
                "place": place_words(each.place.percent, each.place.error),
            }
            for each in self.results.luck.scores
        ]

    def _skill(self) -> list[Row]:
        return [
            {
                "name": name,
                "median": decimal(team.median, 0),
                "place": place_words(team.place.percent, team.place.error),
                "others": [place_words(each.place.percent, each.place.error) for each in others],
            }
            for name, (team, *others) in zip(self.measures, self.results.skill.measures.values(), strict=True)
        ]

    def _decision(self, each: Weighed) -> Row:
        best, verdict = each.options[each.project.option], verdict_of(each)
        scale = self.words.project_scale
        return {
            "number": each.number,
            "role": self.roles[each.seat],
            "turn": each.turn,
            "turn_title": self.face.turn_title(self.scenario, each.turn),
            "what": self.words.decision(self.scenario, each.topic, each.kind),
            "made": self._intent(each, 0),
            "other": self.words.intent(self.scenario, each.topic, each.seat, best.intent),
            "verdict": verdict,
            "regret": plus_minus(each.project.by.value / scale, each.project.by.error / scale),
            "edge": plus_minus(each.edge.value / scale, each.edge.error / scale),
            "own": plus_minus(each.own.by.value, each.own.by.error),
            "own_other": self._intent(each, each.own.option),
            "own_told": each.own.beyond_noise and each.own.by.value > 0,
            "still_better": verdict == "good" and each.lost > 0,
            "effects": self._effects(each.project),
        }

    def _intent(self, each: Weighed, option: int) -> str:
        return self.words.intent(self.scenario, each.topic, each.seat, each.options[option].intent)

    def _effects(self, difference: Difference) -> list[Row]:
        """What the best other choice would have done to each measure."""
        return [
            {"name": name, "by": plus_minus(mean.value, mean.error)}
            for name, mean in zip(self.measures, difference.measures, strict=True)
        ]

    def _charts(self) -> Row:
        return {
            chart.name: {"chart": chart, "svg": SafeString(draw(chart))} for chart in data_of(self.match, self.results)
        }


def verdict_of(each: Weighed) -> str:
    """`better_open`: another choice was better, and by more than the made one beat the middle of the others; `good`:
    the other way round; `even`: no difference that can be told from chance.
    """
    if each.weight == 0:
        return "even"
    return "better_open" if each.lost >= each.won else "good"


def _luck_word(percent: float) -> str:
    if percent < 20:
        return _("bad luck")
    if percent <= 80:
        return _("usual luck")
    return _("good luck")

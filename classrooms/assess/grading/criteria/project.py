"""Project result: the collective targets of the match, by the curve of the class."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.utils import formats, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from msgspec import Struct, structs

from classrooms.assess.grading.criterion import (
    Choice,
    Cited,
    Criterion,
    Evidence,
    Facts,
    FactsBy,
    Nothing,
    Number,
    Params,
    Part,
    Reason,
)
from classrooms.assess.grading.points import Share, mark_words, mean, percent
from classrooms.assess.grading.queries.collect import by_person, match_of, unfinished
from classrooms.assess.grading.queries.shares import Played
from classrooms.assess.grading.queries.tables import PlayedTable, Words, in_languages, localized
from classrooms.models import RoleScores, RubricLine, Session, Unfinished
from classrooms.play.monitor.queries.progress import progress_of
from classrooms.play.sessions.queries.curves import KIND, OWN_CURVE, USUAL_CURVE, curve_of
from games.engine import codec, registry
from games.engine.draws import FastDraws
from games.engine.errors import RulesError
from games.engine.playout import playout
from games.engine.types import Result
from games.public.matches import scenario_of
from games.ui import faces
from games.ui.progress import targets_so_far
from games.ui.targets import Curve, curve_share, target_share

EXAMPLE: Final = Fraction(10)
"""The percentage by which the target of the example is missed."""


class Target(Struct, frozen=True):
    """A collective target: its name in each language, the value reached, and the percentage by which it was missed."""

    label: Words = {}
    value: int = 0
    target: int = 0
    met: bool = False
    missed_by: int = 0

    def share(self, curve: Curve) -> Fraction:
        """The value of the target by a curve."""
        return target_share(structs.asdict(self), curve)


class Table(Cited, frozen=True):
    """The targets of a match. A person who held a seat for a part of it has `own` of `of` decisions. A match that did
    not come to its end is judged after so many of its turns. `without_events`: the amounts of the facilitator's events
    are taken out.
    """

    targets: tuple[Target, ...] = ()
    own: int | None = None
    of: int | None = None
    turn: int | None = None
    turns: int | None = None
    without_events: bool | None = None


class ProjectFacts(Facts, frozen=True):
    """The tables of a student."""

    tables: tuple[Table, ...] = ()

    @property
    def parts(self) -> Sequence[Part]:
        return [Part(table.own or 0, table.of or 0) for table in self.tables]


class Project(Criterion[ProjectFacts]):
    """The share of the targets reached: equal shares for each target of a table, and for each of several tables."""

    kind, order, facts = KIND, 10, ProjectFacts
    name = gettext_lazy("project result")
    task = gettext_lazy("Reach the targets of the project together with your team.")
    counts = gettext_lazy("A target that is met counts in full. A target that is missed by little counts in part.")
    example = gettext_lazy("Example: missing a target by 10 %% leaves %(near)s of %(best)s for this target.")
    usual_weights = (50, 0)
    of_match = has_curve = is_foreseen = True
    params = {
        "curve": Choice(
            gettext_lazy("Curve"),
            OWN_CURVE,
            {
                "strict": pgettext_lazy("curve", "strict"),
                "usual": pgettext_lazy("curve", "usual"),
                "mild": pgettext_lazy("curve", "mild"),
                OWN_CURVE: pgettext_lazy("curve", "a straight line of your own"),
            },
        ),
        "fall": Number(
            gettext_lazy("For a straight line of your own: no points from so many percent above a target"),
            50,
            1000,
            required=False,
        ),
    }
    reasons = {"no_targets": Reason(gettext_lazy("This game has no collective targets."))}

    def applies(self, play_session: Session) -> bool:
        return has_targets(play_session)

    def usual_params(self) -> dict[str, Any]:
        return {"curve": USUAL_CURVE}

    def tidy(self, params: Params) -> dict[str, Any]:
        curve = params.get("curve", OWN_CURVE)
        return dict(params) if curve == OWN_CURVE else {"curve": curve}

    def collect(self, evidence: Evidence) -> FactsBy:
        """A match without a result has the targets of the turns played, if the session marks them. A person who held a
        seat for a part of the match gets the part of its decisions that they answered.
        """
        stands = _so_far(evidence.play_session, evidence.tables)
        made: dict[int, Table] = {}
        for table in evidence.tables:
            if table.result is not None:
                made[table.team.pk] = Table(targets=targets_of(table), without_events=without_events(table))
            elif table.match is not None and table.match.pk in stands:
                made[table.team.pk] = stands[table.match.pk]

        def facts_of(table: PlayedTable, user: int) -> Facts:
            if not made[table.team.pk].targets:
                return Nothing("no_targets")
            cited = {"match": match_of(table).pk, "team": table.team.name, **_part(table, user, evidence.played)}
            return ProjectFacts((structs.replace(made[table.team.pk], **cited),))

        def judged(table: PlayedTable) -> str:
            return "" if table.team.pk in made else unfinished(table)

        return by_person(evidence.tables, evidence.played, judged, facts_of)

    def share(self, params: Params, facts: ProjectFacts) -> Share:
        shares = [targets_share(table.targets, params) for table in facts.tables]
        return mean(share for share in shares if share is not None)

    def bot_shares(self, row: RoleScores, project: Sequence[Fraction]) -> Iterable[Fraction]:
        return project

    def staff_rule(self, params: Params, facts: Facts | None = None) -> str:
        part = _(
            "Anyone who held a seat for part of the match, before or after somebody else, has this line with a share "
            "of its weight: their share of the seat's decisions."
        )
        return f"{curve_words(curve_of(params))} {part}"

    def staff_sentences(self, params: Params, facts: ProjectFacts) -> Iterator[str]:
        for table in facts.tables:
            if table.turn is not None:
                text = _(
                    "%(team)s did not come to the end: judged after turn %(turn)d of %(turns)d, against the game's own "
                    "plan for that turn."
                )
                yield text % {"team": table.team, "turn": table.turn, "turns": table.turns}
            if table.without_events:
                yield events_words()
            for target in table.targets:
                if target.met:
                    text = _("%(team)s, %(target)s: %(value)s, target %(aim)s met: all of its share.")
                else:
                    text = _(
                        "%(team)s, %(target)s: %(value)s, target %(aim)s missed by %(missed)s: %(share)s of its share."
                    )
                share = percent(target.share(curve_of(params)))
                yield text % {**_figures(target), "team": table.team, "share": share}

    def example_words(self, params: Params, scale: int) -> str:
        near = mark_words(curve_share(EXAMPLE, curve_of(params)), scale)
        return str(self.example) % {"near": near, "best": scale}

    def student_sentences(self, params: Params, facts: ProjectFacts, scale: int) -> Iterator[str]:
        for table in facts.tables:
            if table.turn is not None:
                text = _("The match ended at turn %(turn)d of %(turns)d and is compared with the plan for that turn.")
                yield text % {"turn": table.turn, "turns": table.turns}
            if table.without_events:
                yield events_words()
            for target in table.targets:
                if target.met:
                    text = _("%(target)s: %(value)s. The target of %(aim)s is met: %(mark)s of %(best)s.")
                else:
                    text = _(
                        "%(target)s: %(value)s. The target of %(aim)s is missed by %(missed)s: %(mark)s of %(best)s."
                    )
                mark = mark_words(target.share(curve_of(params)), scale)
                yield text % {**_figures(target), "mark": mark, "best": scale}


def without_events(table: PlayedTable) -> bool | None:
    """True if the amounts of events are taken out of a table's result; None if there is nothing to take out."""
    return True if table.neutral is not None else None


def events_words() -> str:
    """The sentence on events that do not count."""
    return _("The amounts that the facilitator's events brought are taken out.")


def _figures(target: Target) -> dict[str, str]:
    return {
        "target": localized(target.label),
        "value": formats.localize(target.value),
        "aim": formats.localize(target.target),
        "missed": formats.localize(target.missed_by),
    }


def targets_share(targets: Iterable[Target], params: Params) -> Share:
    """The share of a table's targets that was reached, by the params of the line; None without targets."""
    return mean(target.share(curve_of(params)) for target in targets)


def project_params(lines: Iterable[RubricLine]) -> Params:
    """The params of the line for the project result; the usual ones if the rubric has no such line."""
    return next((line.params for line in lines if line.kind == KIND), CRITERION.usual_params())


def curve_words(curve: Curve) -> str:
    """The value of a missed target by a curve, in one line."""
    if not curve.knee or 100 * curve.knee == (100 - curve.first) * curve.end:
        text = _(
            "Each target has an equal share: all of it when met, falling in a straight line to nothing at "
            "%(end)d %% above the target."
        )
    else:
        text = _(
            "Each target has an equal share: all of it when met, %(first)d %% of it at %(knee)d %% above the"
            " target, nothing from %(end)d %% above it, with straight lines in between."
        )
    return text % curve._asdict()


def targets_of(table: PlayedTable) -> tuple[Target, ...]:
    """The collective targets of a match with a result; empty in a game without any."""
    match = match_of(table)
    result = codec.convert(table.result, Result)
    face, scenario = faces.get(match.game), scenario_of(match)
    lines = face.words.targets(scenario, result)
    labels = in_languages(lambda: [line.label for line in face.words.targets(scenario, result)])
    return tuple(_target(label, line) for label, line in zip(labels, lines, strict=True))


def _target(label: Words, line: Any) -> Target:
    return Target(label, line.value, line.target, line.met, line.missed_by)


def _part(table: PlayedTable, user: int, played: Played) -> Mapping[str, int]:
    shares = played.shares(table, user)
    if any(share.whole for share in shares):
        return {}
    return {"own": sum(share.own for share in shares), "of": sum(share.of for share in shares)}


def _so_far(play_session: Session, tables: Sequence[PlayedTable]) -> dict[int, Table]:
    """By match without a result: its targets after its last completed turn. Only for sessions that mark the turns
    played, and only if the game has a reference for that turn.
    """
    if play_session.unfinished != Unfinished.TURNS:
        return {}
    matches = [table.match for table in tables if table.match is not None and table.result is None]
    found: dict[int, Table] = {}
    for language, _name in settings.LANGUAGES if matches else ():
        with translation.override(language):
            for match_id, reached in progress_of(matches).items():
                if (stand := targets_so_far(reached)) is not None:
                    known = found.get(match_id, Table()).targets or (Target(),) * len(stand.lines)
                    labels = [
                        {**old.label, language: str(line.label)} for old, line in zip(known, stand.lines, strict=True)
                    ]
                    targets = tuple(map(_target, labels, stand.lines))
                    found[match_id] = Table(targets=targets, turn=stand.turn, turns=reached.turns)
    return found


def is_common(play_session: Session) -> bool:
    """Do people share a result in the game? A draft without a scenario is judged by the first scenario of its game."""
    texts = registry.get(play_session.game).scenarios
    text = play_session.scenario or texts.get(play_session.scenario_key) or next(iter(texts.values()), "")
    try:
        return bool(text) and _has_targets(play_session.game, text, "{}")
    except RulesError:
        return True


def has_targets(play_session: Session) -> bool:
    """Does the game end with collective targets? The answer comes from one automatic match. False for a draft that
    cannot be played yet.
    """
    text = play_session.scenario or registry.get(play_session.game).scenarios.get(play_session.scenario_key, "")
    options = codec.to_json(play_session.options or {}).decode()
    try:
        return bool(text) and _has_targets(play_session.game, text, options)
    except RulesError:
        return False


@lru_cache(maxsize=64)
def _has_targets(game: str, text: str, options: str) -> bool:
    found = registry.get(game)
    rules = found.rules
    scenario = rules.load_scenario(text)
    seats, draws = max(rules.seat_counts(scenario)), FastDraws(0)
    start = rules.setup(scenario, codec.read_options(options, rules.options_type), seats, draws)
    # Not by default moves: there are games that never end by them alone.
    bots = [found.bot(found.usual_bot)] * seats
    return bool(playout(rules, start, bots, draws, bot_draws=FastDraws(1)).result.targets)


CRITERION = Project()

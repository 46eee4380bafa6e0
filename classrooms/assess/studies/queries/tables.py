"""The tables of a study, as its analysis reads them: people who consent, their answers, and their games.

Rows are dictionaries of texts. People are named by their row's number and teams by their unit until
`package.anonymity` renames both.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from classrooms import hooks
from classrooms.assess.studies.package.codebook import Measure
from classrooms.assess.studies.queries.phases import MOMENTS
from classrooms.assess.studies.queries.questions import asked_in
from classrooms.assess.studies.texts.experience import BY_KEY
from classrooms.models import Study, StudyMoment, StudyPerson, StudyTest
from games.public.matches import stories_in
from games.public.models import Match, Move, Status
from games.ui import faces

MEASURES: Final = (
    Measure("decisions", "Decisions", "Own decisions in the match", "decisions"),
    Measure(
        "negotiations", "Negotiations", "Own offers and answers to offers, in a game with negotiations", "decisions"
    ),
    Measure("given_away", "Given away", "Points that own decisions gave away, where they were weighed", "points"),
    Measure("luck", "Luck", "Luck of the match in points of the common result, where it was measured", "points"),
    Measure("points", "Points", "Points of the role at the end", "points"),
)
"""Measures of the last finished match, which the analysis relates with the gain, as exploration. The package is in
English.
"""
RELATIONS: Final = tuple(measure.name for measure in MEASURES)


@dataclass(frozen=True)
class Flow:
    """Numbers of people who are in no file: they refused, did not answer the question on consent, or were erased.
    `moved` played a session of another arm than theirs.
    """

    refused: int
    silent: int
    erased: int
    moved: int


def tables_of(study: Study) -> dict[str, Any]:
    """The tables people, answers, experience and games, and the plan in short, of people with an arm who consent."""
    people = list(study.people.filter(consents=True).exclude(arm=None).select_related("arm").order_by("pk"))
    tests = list(StudyTest.objects.filter(person__in=people, sent_at__isnull=False).order_by("pk"))
    asked = {each.row.pk: each for each in asked_in(study)}
    arms = list(study.arms.order_by("position"))
    by_form = Counter(each.row.form for each in asked.values())
    moments = [moment.value for moment in MOMENTS if moment != StudyMoment.LATER or study.later_at is not None]
    return {
        "plan": {
            "arms": [f"arm{arm.position + 1}" for arm in arms],
            "moments": moments,
            "items": max(by_form.values(), default=0),
            "relations": list(RELATIONS),
        },
        "people": [_person(each) for each in people],
        "answers": [row for test in tests for row in _answers(test, asked)],
        "experience": [row for test in tests for row in _experience(test)],
        "games": _games(study, people),
    }


def flow_of(study: Study) -> Flow:
    """The people who were drawn and are in no file."""
    drawn = study.people.exclude(arm=None)
    consents = Counter(drawn.values_list("consents", flat=True))
    erased = sum(study.drawn.values()) - drawn.count()
    return Flow(consents[False], consents[None], max(0, erased), _moved(study))


def _person(each: StudyPerson) -> dict[str, str]:
    arm = each.arm
    return {
        "person": str(each.pk),
        "arm": f"arm{arm.position + 1}" if arm is not None else "",
        "team": each.unit,
        "stratum": each.stratum,
        "order": each.order,
    }


def _answers(test: StudyTest, asked: dict[int, Any]) -> list[dict[str, str]]:
    """A row for each question of the form; a question without an answer is not right."""
    rows = []
    for key, each in asked.items():
        if each.row.form == test.form:
            choice, confidence = test.answers.get(str(key), (None, None))
            rows.append(
                {
                    "person": str(test.person_id),
                    "moment": test.moment,
                    "form": test.form,
                    "item": f"{test.form}{each.row.position + 1}",
                    "theme": each.theme,
                    "right": str(int(choice == each.words.right)),
                    "confidence": "" if confidence is None else str(confidence),
                }
            )
    return rows


def _experience(test: StudyTest) -> list[dict[str, str]]:
    return [
        {
            "person": str(test.person_id),
            "item": key,
            "dimension": BY_KEY[key].dimension,
            "value": str(step),
        }
        for key, step in sorted(test.experience.items())
        if key in BY_KEY
    ]


def matches_of(study: Study) -> list[Match]:
    """The finished matches of the arms' sessions."""
    sessions = study.arms.exclude(session=None).values("session")
    found = Match.objects.filter(session_team__session__in=sessions, status=Status.FINISHED)
    return list(found.select_related("session_team").order_by("pk"))


def _games(study: Study, people: Sequence[StudyPerson]) -> list[dict[str, str]]:
    """A row for each person who decided in a finished match of the study: the measures of the last one."""
    matches = matches_of(study)
    own = {each.user_id: each.pk for each in people}
    weighed = hooks.weighed(matches)
    rows: dict[int, dict[str, str]] = {}
    for match, stories in ((match, stories_in(matches)[match.pk]) for match in matches):
        lost = {cost.number: max(0.0, cost.lost) for cost in weighed.get(match.pk, ())}
        account = hooks.ACCOUNTS.first(match)
        luck = "" if account is None else f"{account.total('luck')[0] / 10:.1f}"
        scores = (match.result or {}).get("scores", [])
        talks = _negotiations(match)
        for story in stories:
            for person, numbers in story.own.items():
                if person.id in own:
                    judged = [lost[number] for number in numbers if number in lost]
                    rows[person.id] = {
                        "person": str(own[person.id]),
                        "decisions": str(len(numbers)),
                        "negotiations": "" if talks is None else str(len(talks.intersection(numbers))),
                        "given_away": f"{sum(judged):.2f}" if judged else "",
                        "luck": luck,
                        "points": str(scores[story.seat]) if story.seat < len(scores) else "",
                    }
    return list(rows.values())


def _negotiations(match: Match) -> set[int] | None:
    """The numbers of moves by which people negotiated; None for a game without negotiation."""
    kinds = faces.get(match.game).progress.negotiation_kinds
    return (
        set(Move.objects.kept().filter(match=match, kind__in=kinds).values_list("number", flat=True)) if kinds else None
    )


def _moved(study: Study) -> int:
    """People who decided in a match of another arm's session than their own."""
    arms: dict[int, set[int]] = defaultdict(set)
    for user, arm in study.people.exclude(arm=None).values_list("user", "arm"):
        arms[user].add(arm or 0)
    of_session = {arm.session_id: arm.pk for arm in study.arms.exclude(session=None)}
    matches = matches_of(study)
    stories = stories_in(matches)
    moved = set()
    for match in matches:
        arm = of_session[match.session_team.session_id]
        for story in stories[match.pk]:
            moved |= {person.id for person in story.own if person.id in arms and arm not in arms[person.id]}
    return len(moved)

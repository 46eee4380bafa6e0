"""The protocol of a study: one page that is written from its plan, with a digest, before the first answer."""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.ui.analysis import decimal
from games.ui.dates import date_words
from games.ui.sentences import listed, listed_with_and

EFFECTS: Final = (0.3, 0.5, 0.8)
"""The effects of `Plan.power`, in standard deviations."""
ANALYSES: Any = {
    "ols-cr2": gettext_lazy(
        "Scores of the second test are compared between arms by least squares, adjusted for the first test and the "
        "strata. Standard errors are robust to teams (CR2), with Satterthwaite's degrees of freedom. Everybody is "
        "counted in the arm of the draw. The result is Hedges' g with its 95-percent interval. There is no interval "
        "with fewer than three teams (or people drawn singly) in an arm. All other comparisons are exploration."
    ),
}
"""The method by the key that a plan stores, so that a digest has no language. A changed text has a new key."""
DESIGNS: Any = {
    "parallel": gettext_lazy("Each person stays in one arm until the end of the study."),
    "crossover": gettext_lazy("After the second test, each arm also does what the other arms did."),
}
UNITS: Any = {
    "person": gettext_lazy("Each person is drawn into an arm by lot."),
    "team": gettext_lazy("Each team is drawn into an arm by lot, with all its members."),
}


@dataclass(frozen=True)
class Arm:
    """An arm: its name, and what its people do."""

    name: str
    does: str


@dataclass(frozen=True)
class Test:
    """A test between two moments with time zones; None where it opens with the study or closes with the draw.
    `optional` is a test that people may leave out.
    """

    __test__ = False  # no test of pytest

    opens: datetime | None
    closes: datetime | None
    optional: bool = False


@dataclass(frozen=True)
class Plan:
    """The settings of a study, fixed before the first answer. `tests` are in order: before, after, and perhaps later.

    `power` has the chances (0 to 1) to find each of `EFFECTS`; `analysis` is a key of `ANALYSES`.
    """

    title: str
    question: str
    course: str
    arms: tuple[Arm, ...]
    unit: Literal["person", "team"]
    strata: tuple[str, ...]
    design: Literal["parallel", "crossover"]
    questions: int
    forms: tuple[str, ...]
    tests: tuple[Test, ...]
    people: int
    power: tuple[float, float, float]
    consent_version: int
    seed_digest: str
    asks_experience: bool = True
    analysis: str = "ols-cr2"


def digest(plan: Plan) -> str:
    """SHA-256 of the plan as JSON with sorted keys and moments in UTC, as 64 hexadecimal signs."""
    text = json.dumps(asdict(plan), sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_moment)
    return hashlib.sha256(text.encode()).hexdigest()


def short(whole: str) -> str:
    """The first eight signs of a digest, for people to compare: `3f8a 01bc`."""
    return f"{whole[:4]}\xa0{whole[4:8]}"


def _moment(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"A plan has no place for {value!r}.")


def protocol(plan: Plan) -> list[tuple[str, list[str]]]:
    """Headings with their paragraphs, in the current language."""
    whole = digest(plan)
    return [
        (_("Question of the study"), [plan.question, _("Course: %(course)s.") % {"course": plan.course}]),
        (
            pgettext("protocol", "Arms"),
            [_("“%(arm)s”: %(does)s") % {"arm": arm.name, "does": arm.does} for arm in plan.arms],
        ),
        (
            pgettext("protocol", "Draw"),
            [" ".join([str(UNITS[plan.unit]), _strata(plan), str(DESIGNS[plan.design])]), _seed(plan)],
        ),
        (
            pgettext("protocol", "Tests"),
            [_forms(plan), *(_test(place, test) for place, test in enumerate(plan.tests)), _measures(plan)],
        ),
        (_("Sample and power"), [_people(plan), _power(plan)]),
        (pgettext("protocol", "Analysis"), [str(ANALYSES[plan.analysis])]),
        (pgettext("protocol", "Consent"), [_consent(plan)]),
        (
            pgettext("protocol", "Digest"),
            [_("%(short)s (SHA-256 of the plan: %(digest)s)") % {"short": short(whole), "digest": whole}],
        ),
    ]


def _strata(plan: Plan) -> str:
    if not plan.strata:
        return _("The draw has no strata.")
    return _("The draw balances the arms by %(strata)s.") % {"strata": listed_with_and(plan.strata)}


def _seed(plan: Plan) -> str:
    return _("The result of the draw stays concealed until the arms begin. Digest of its seed: %(digest)s.") % {
        "digest": short(plan.seed_digest)
    }


def _forms(plan: Plan) -> str:
    values = {"number": plan.questions, "forms": listed_with_and(plan.forms)}
    return (
        ngettext(
            "Each test has %(number)s question. The forms %(forms)s share no question; the order is drawn by lot.",
            "Each test has %(number)s questions. The forms %(forms)s share no question; the order is drawn by lot.",
            plan.questions,
        )
        % values
    )


def _test(place: int, test: Test) -> str:
    names = (
        pgettext("protocol", "First test"),
        pgettext("protocol", "Second test"),
        pgettext("protocol", "Third test, optional") if test.optional else pgettext("protocol", "Third test"),
    )
    if place and (test.opens is None or test.closes is None):
        return _("%(test)s: opened and ended by the teaching team, for all arms at once.") % {"test": names[place]}
    opens = (
        date_words(test.opens, "DATETIME_FORMAT") if test.opens else pgettext("from … to", "the day of this protocol")
    )
    closes = date_words(test.closes, "DATETIME_FORMAT") if test.closes else pgettext("from … to", "the draw")
    return _("%(test)s: from %(opens)s to %(closes)s.") % {"test": names[place], "opens": opens, "closes": closes}


def _measures(plan: Plan) -> str:
    parts = [_("Beside each answer, people say how sure they are.")]
    if plan.asks_experience:
        parts.append(_("With the second test, they fill in the MEEGA+ questionnaire on their experience."))
    return " ".join(parts)


def _people(plan: Plan) -> str:
    return ngettext("%(number)s person is expected.", "%(number)s people are expected.", plan.people) % {
        "number": plan.people
    }


def _power(plan: Plan) -> str:
    chances = [
        _("%(share)s of 100 for d = %(effect)s") % {"share": round(100 * chance), "effect": decimal(effect)}
        for effect, chance in zip(EFFECTS, plan.power, strict=True)
    ]
    return _("Studies of this design that find an effect of size d: %(chances)s.") % {"chances": listed(chances)}


def _consent(plan: Plan) -> str:
    return _("Answers are used beyond the course only with consent (text of version %(version)s).") % {
        "version": plan.consent_version
    }

"""Summaries of studies: the own ones that a course shares, those that it took in, and the numbers of all together."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from classrooms.assess.studies.drawing import Effect, forest, interval
from classrooms.assess.studies.queries.phases import NAMES
from classrooms.assess.studies.queries.results import alt_of
from classrooms.assess.studies.sharing.summary import (
    About,
    Kind,
    Moment,
    Option,
    Summary,
    comparisons,
    distinct,
    new_identifier,
)
from classrooms.models import Course, Luck, Session, Study, StudyMoment, StudyPool
from classrooms.play.sessions.queries.set_up import scenario_text
from games.engine import codec
from games.ui import faces
from games.ui.analysis import decimal, signed

KINDS: Final = {
    "match": pgettext_lazy("what people of a study do", "game on the site"),
    "paper": pgettext_lazy("what people of a study do", "game on paper"),
    "lecture": pgettext_lazy("what people of a study do", "lecture"),
    "text": pgettext_lazy("what people of a study do", "text to read"),
}
POOLED: Final[tuple[Moment, ...]] = ("after", "later")
LONGEST: Final = 40
KEY_SIGNS: Final = frozenset(f"{ascii_lowercase}{digits}_")
CODE_SIGNS: Final = KEY_SIGNS | {".", "-"}


def about_of(study: Study, kinds: Sequence[Kind], language: str) -> About:
    """The parts of a study's summary that are not numbers. The game is that of the first arm with a session."""
    arms = list(study.arms.select_related("session").order_by("position"))
    played = [arm.session for arm in arms if arm.session is not None]
    text = scenario_text(played[0]) if played else ""
    moments = [moment.value for moment in StudyMoment if moment != StudyMoment.LATER or study.later_at is not None]
    return About(
        study=(study.summary or {}).get("study") or new_identifier(),
        game=played[0].game if played else study.game,
        scenario=played[0].scenario_key if played and not played[0].scenario else "",
        digest=hashlib.sha256(text.encode()).hexdigest(),
        language=language,
        year=(study.frozen_at or study.created_at).year,
        questions=max(1, study.questions.filter(form="A").count()),
        arms=[f"arm{arm.position + 1}" for arm in arms],
        moments=moments,
        kinds=kinds,
        options=[_options(arm.session) for arm in arms],
    )


def _options(session: Session | None) -> dict[str, Option]:
    """The settings of a session that change what its people do, as codes."""
    if session is None:
        return {}
    found: dict[str, Any] = {"expected": session.expected, "same_luck": session.luck == Luck.SAME}
    for key, value in session.options.items():
        is_code = isinstance(value, str) and len(value) <= LONGEST and CODE_SIGNS.issuperset(value)
        if 0 < len(key) <= LONGEST and KEY_SIGNS.issuperset(key) and (isinstance(value, bool | int) or is_code):
            found[key] = value
    return found


def shared_of(course: Course) -> tuple[Summary, ...]:
    """The summaries that a course shares."""
    rows = Study.objects.filter(course=course, summary__isnull=False).order_by("pk")
    return tuple(codec.convert(row.summary, Summary) for row in rows)


def taken_of(course: Course) -> tuple[Summary, ...]:
    """The summaries of other classes that a course took in."""
    row = StudyPool.objects.filter(course=course).first()
    return tuple(codec.convert(each, Summary) for each in (row.summaries if row else ()))


def all_of(course: Course) -> tuple[Summary, ...]:
    """All summaries that a course pools, its own ones in their newest form."""
    return distinct([*taken_of(course), *shared_of(course)])


def digest_of(summaries: Sequence[Summary]) -> str:
    """SHA-256 of summaries, in any order."""
    texts = sorted(codec.to_json(each) for each in summaries)
    return hashlib.sha256(b"\n".join(texts)).hexdigest()


@dataclass(frozen=True)
class PooledLine:
    """A comparison over several studies: its title, a sentence on the result, further sentences, and the drawing."""

    title: str
    sentence: str
    notes: list[str]
    chart: Any
    rows: list[tuple[str, str, str]]


@dataclass(frozen=True)
class SummaryLine:
    """A summary in the list: its identifier in short, the game, the compared activities, and its size."""

    study: str
    label: str
    game: str
    arms: str
    year: int
    language: str
    people: int
    is_own: bool


def summary_lines(course: Course) -> list[SummaryLine]:
    """All summaries of a course, its own ones first."""
    own = {each.study for each in shared_of(course)}
    found = sorted(all_of(course), key=lambda each: (each.study not in own, each.year, each.study))
    return [
        SummaryLine(
            each.study,
            label_of(each.study),
            game_title(each.game),
            " / ".join(str(KINDS[arm.kind]) for arm in each.arms),
            each.year,
            each.language,
            sum(arm.drawn for arm in each.arms),
            each.study in own,
        )
        for each in found
    ]


def label_of(study: str) -> str:
    """The first four signs of an identifier, for people to compare."""
    return study[:4]


def game_title(key: str) -> str:
    """The title of a game; its key if this site does not have it."""
    try:
        return str(faces.get(key).title)
    except LookupError:
        return key


def pool_numbers(course: Course) -> dict[str, Any] | None:
    """The stored numbers of a course's pool; None if they belong to other summaries or were never computed."""
    row = StudyPool.objects.filter(course=course).first()
    return row.numbers if row and row.numbers is not None and row.digest == digest_of(all_of(course)) else None


def pooled_lines(course: Course) -> list[PooledLine]:
    """The comparisons with two studies or more."""
    numbers = pool_numbers(course)
    return [] if numbers is None else [_line(each) for each in numbers["comparisons"]]


def alone_of(course: Course) -> int:
    """The number of comparisons with one study only, which no number describes."""
    found = comparisons(all_of(course))
    return sum(len(effects) < 2 for effects in found.values())


def _line(found: dict[str, Any]) -> PooledLine:
    pooled = found["pooled"]
    first, second = (str(KINDS[kind]) for kind in found["kinds"])
    values = {
        "game": game_title(found["game"]),
        "first": first,
        "second": second,
        "test": str(NAMES[StudyMoment(found["moment"])]),
    }
    title = _("%(game)s: %(second)s against %(first)s, %(test)s") % values
    effects = [Effect(_("Study %(label)s") % {"label": label_of(each["study"])}, each["g"], each["low"], each["high"])
               for each in pooled["studies"]]  # fmt: skip
    whole = Effect(_("all together"), pooled["g"], pooled["low"], pooled["high"], is_main=True)
    effects.append(whole)
    if pooled["low"] > 0:
        text = _("Together, “%(second)s” is ahead of “%(first)s” by %(g)s standard deviations (%(interval)s).")
    elif pooled["high"] < 0:
        text = _("Together, “%(second)s” is behind “%(first)s” by %(g)s standard deviations (%(interval)s).")
    else:
        text = _("Together, these studies cannot say whether “%(second)s” or “%(first)s” teaches more: "
                 "%(signed)s (%(interval)s).")  # fmt: skip
    figures = {
        "g": decimal(abs(pooled["g"]), 2),
        "signed": signed(pooled["g"], 2),
        "interval": interval(whole),
    }
    rows = [(each.name, signed(each.g, 2), interval(each)) for each in effects]
    return PooledLine(
        title, text % (values | figures), _notes(pooled, len(effects) - 1), forest(effects, alt_of(effects)), rows
    )


def _notes(pooled: dict[str, Any], count: int) -> list[str]:
    notes = [
        ngettext("%(number)s study.", "%(number)s studies.", count) % {"number": count},
        _("Share of the differences between studies that is not chance (I²): %(share)s %%.")
        % {"share": decimal(pooled["i_squared"], 0)},
    ]
    if pooled["predicted_low"] is not None:
        span = Effect("", 0.0, pooled["predicted_low"], pooled["predicted_high"])
        notes.append(
            _("A further class would find an effect of %(span)s, in 95 of 100 cases.") % {"span": interval(span)}
        )
    return notes

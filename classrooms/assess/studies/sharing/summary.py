"""Summaries of studies, as sites share them: counts, means, deviations, correlations and effects by arm.

A summary has no names, no rows of people and no free text. `docs/develop/study_summary.md` describes the file.
"""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from django.utils.translation import gettext as _
from msgspec import Meta

from games.engine import codec

FORMAT: Final = "domego-study-summaries"
VERSION: Final = 1
"""Raised with each change of a field or of its meaning. Earlier versions stay readable."""
LARGEST: Final = 2_000_000
"""Bytes of a file."""
MOST_STUDIES: Final = 1_000
DEEPEST: Final = 8
"""Brackets within brackets; a file has six."""
FEWEST_PEOPLE: Final = 5
"""Smaller groups have no mean, no deviation, no correlation and no effect; a smaller arm is not shared."""
DIGITS: Final = 6
LEAST_ERROR: Final = 0.05
"""A standard error below this part of that of two unrelated groups is refused."""

Moment: TypeAlias = Literal["before", "after", "later"]
MOMENTS: Final[tuple[Moment, ...]] = ("before", "after", "later")
Kind: TypeAlias = Literal["match", "paper", "lecture", "text"]
"""The activity of an arm: a match on the site, a game on paper, a lecture, or a text to read."""
Code: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9_.-]{0,40}\Z")]
Option: TypeAlias = bool | Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | Code
Key: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,40}\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Size: TypeAlias = Annotated[float, Meta(ge=-20, le=20)]


class BadSummary(ValueError):
    """A summary that cannot be read or shared. `field` is its path, "" for the whole file; the text is for people."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(_("%(field)s: %(reason)s") % {"field": field, "reason": reason} if field else reason)
        self.field = field
        self.reason = reason


def no_numbers() -> str:
    """The reason for which a study without numbers is not shared."""
    return _("The study has no numbers yet.")


def too_many() -> str:
    """The reason for which a pool takes no more studies."""
    return _("There would be more than 1,000 studies.")


class Scores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Right answers of an arm at one test, on the scale of form A."""

    moment: Moment
    people: Count
    mean: float | None = None
    deviation: Annotated[float, Meta(ge=0)] | None = None


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arm: its activity, the people and teams that the lot gave it, and its scores at each test.

    A person drawn alone is a team of one. `both` people answered the tests before and after, `correlation` is theirs.
    """

    kind: Kind
    drawn: Count
    teams: Count
    both: Count
    scores: Annotated[tuple[Scores, ...], Meta(min_length=2, max_length=3)]
    correlation: Annotated[float, Meta(ge=-1, le=1)] | None = None
    options: Annotated[dict[Key, Option], Meta(max_length=40)] = {}


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hedges' g of an arm against the first one at a test, with standard error and 95 % interval."""

    moment: Moment
    arm: Annotated[int, Meta(ge=1, le=2)]
    g: Size
    error: Annotated[float, Meta(gt=0, le=20)]
    low: Annotated[float, Meta(ge=-100, le=100)]
    high: Annotated[float, Meta(ge=-100, le=100)]
    freedom: Annotated[float, Meta(ge=1, le=200_000)]


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The summary of one study.

    `study` is random and stays the same for a study, so that no study is pooled twice. `scenario` is empty for a
    scenario that is not shipped with the game; `digest` is the SHA-256 of the scenario's text.
    """

    study: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    game: Key
    scenario: Code
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    language: Annotated[str, Meta(pattern=r"^[a-z]{2,3}(-[a-z]{2,4})?\Z")]
    year: Annotated[int, Meta(ge=2020, le=2200)]
    questions: Annotated[int, Meta(ge=1, le=500)]
    arms: Annotated[tuple[Arm, ...], Meta(min_length=2, max_length=3)]
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)]


class About(msgspec.Struct, frozen=True):
    """The parts of a summary that are not numbers of the analysis. `arms` and `moments` are the names that the analysis
    uses, in the order of the plan; `kinds` and `options` belong to the arms.
    """

    study: str
    game: str
    scenario: str
    digest: str
    language: str
    year: int
    questions: int
    arms: Sequence[str]
    moments: Sequence[str]
    kinds: Sequence[Kind]
    options: Sequence[Mapping[str, Option]] = ()


class _Header(msgspec.Struct):
    format: str = ""
    version: int = 0


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    version: int
    studies: Annotated[tuple[Summary, ...], Meta(max_length=MOST_STUDIES)]


def new_identifier() -> str:
    """A random identifier for a study."""
    return secrets.token_hex(16)


def summary_of(numbers: Mapping[str, float], about: About) -> Summary:
    """The summary of a study from the numbers of its analysis. Raises BadSummary for an arm of fewer than five people.

    Numbers of groups below five people are left out, as are effects without an interval.
    """
    arms = tuple(_arm_of(numbers, about, place) for place in range(len(about.arms)))
    effects = [
        _effect_of(numbers, about, moment, place)
        for moment in range(len(about.moments))
        for place in range(1, len(arms))
        if all(arm.scores[moment].people >= FEWEST_PEOPLE for arm in (arms[0], arms[place]))
    ]
    summary = Summary(
        about.study,
        about.game,
        about.scenario,
        about.digest,
        about.language,
        about.year,
        about.questions,
        arms,
        tuple(effect for effect in effects if effect),
    )
    return read(_encoded([summary]))[0]


def _arm_of(numbers: Mapping[str, float], about: About, place: int) -> Arm:
    key = about.arms[place]
    scores = []
    for moment, name in zip(MOMENTS, about.moments, strict=False):
        people = int(numbers.get(f"flow.{key}.{name}", 0))
        is_large = people >= FEWEST_PEOPLE
        found = [_rounded(numbers.get(f"{part}.{key}.{name}")) if is_large else None for part in ("mean", "sd")]
        scores.append(Scores(moment, people, *found))
    both = int(numbers.get(f"both.{key}", 0))
    return Arm(
        about.kinds[place],
        int(numbers[f"flow.{key}.drawn"]),
        int(numbers[f"teams.{key}"]),
        both,
        tuple(scores),
        _rounded(numbers.get(f"correlation.{key}")) if both >= FEWEST_PEOPLE else None,
        dict(about.options[place]) if about.options else {},
    )


def _effect_of(numbers: Mapping[str, float], about: About, moment: int, place: int) -> Effect | None:
    """None without an interval. The error of g is that of the difference, on the scale of the interval of g."""
    path = f"effect.{about.moments[moment]}.{about.arms[place]}"
    if f"{path}.g_low" not in numbers:
        return None
    low, high = numbers[f"{path}.g_low"], numbers[f"{path}.g_high"]
    scale = (high - low) / (numbers[f"{path}.high"] - numbers[f"{path}.low"])
    values = (numbers[f"{path}.g"], scale * numbers[f"{path}.error"], low, high, numbers[f"{path}.freedom"])
    return Effect(MOMENTS[moment], place, *(round(value, DIGITS) for value in values))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def distinct(summaries: Iterable[Summary]) -> tuple[Summary, ...]:
    """One summary for each study, the last one of each."""
    return tuple({summary.study: summary for summary in summaries}.values())


def write(summaries: Iterable[Summary]) -> bytes:
    """The file of these summaries. Raises BadSummary for one that another site would refuse."""
    content = _encoded(distinct(summaries))
    read(content)
    return content


def _encoded(summaries: Sequence[Summary]) -> bytes:
    return msgspec.json.format(codec.to_json(_File(FORMAT, VERSION, tuple(summaries)))) + b"\n"


def read(content: bytes) -> tuple[Summary, ...]:
    """The summaries of a file. Raises BadSummary, which names the field."""
    if len(content) > LARGEST:
        raise BadSummary("", _("The file is larger than 2 MB."))
    if _depth(content) > DEEPEST:
        raise BadSummary("", _("The file has too many levels."))
    try:
        header: _Header = codec.from_json(content, _Header)
    except msgspec.ValidationError:
        raise BadSummary("", _("The file is no file of study summaries.")) from None
    except (msgspec.DecodeError, UnicodeError):
        raise BadSummary("", _("The file is not JSON.")) from None
    if header.format != FORMAT:
        raise BadSummary("format", _("The file is no file of study summaries."))
    if not 1 <= header.version <= VERSION:
        raise BadSummary("version", _("This site does not know this version of the format."))
    try:
        file: _File = codec.from_json(content, _File)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise BadSummary(_path(str(fault)), _("The value is missing, unknown or out of its range.")) from None
    seen: set[str] = set()
    for place, summary in enumerate(file.studies):
        path = f"studies[{place}]"
        if summary.study in seen:
            raise BadSummary(f"{path}.study", _("The study is in the file twice."))
        seen.add(summary.study)
        _check(summary, path)
    return file.studies


def _depth(content: bytes) -> int:
    """The number of brackets within brackets, outside texts. A text without an end goes to the end of the file, so that
    no byte is read twice.
    """
    depth = deepest = 0
    for found in re.finditer(rb'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', content, re.DOTALL):
        if found[0] in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif found[0] in (b"]", b"}"):
            depth -= 1
    return deepest


def _path(fault: str) -> str:
    """The path of a field in a message of the decoder."""
    place = re.search(r"`\$\.?([^`]*)`$", fault)
    field = re.search(r"field `([^`]{0,40})`", fault)
    return ".".join(part for part in (place[1] if place else "", field[1] if field else "") if part)


def _check(summary: Summary, path: str) -> None:
    moments = tuple(scores.moment for scores in summary.arms[0].scores)
    for place, arm in enumerate(summary.arms):
        _check_arm(arm, f"{path}.arms[{place}]", moments, summary.questions)
    seen: set[tuple[str, int]] = set()
    for place, effect in enumerate(summary.effects):
        here = f"{path}.effects[{place}]"
        if effect.arm >= len(summary.arms):
            raise BadSummary(f"{here}.arm", _("The study has no such arm."))
        if effect.moment not in moments or (effect.moment, effect.arm) in seen:
            raise BadSummary(f"{here}.moment", _("The test is not in the study, or twice."))
        seen.add((effect.moment, effect.arm))
        people = [summary.arms[arm].scores[moments.index(effect.moment)].people for arm in (0, effect.arm)]
        _check_effect(effect, here, people)


def _check_arm(arm: Arm, path: str, moments: Sequence[Moment], questions: int) -> None:
    if arm.drawn < FEWEST_PEOPLE:
        raise BadSummary(f"{path}.drawn", _("An arm has fewer than five people."))
    if not 1 <= arm.teams <= arm.drawn:
        raise BadSummary(f"{path}.teams", _("There are more teams than people, or none."))
    if tuple(scores.moment for scores in arm.scores) != MOMENTS[: len(moments)]:
        raise BadSummary(f"{path}.scores", _("The tests are not the same in all arms, or not in order."))
    for place, scores in enumerate(arm.scores):
        here = f"{path}.scores[{place}]"
        if scores.people > arm.drawn:
            raise BadSummary(f"{here}.people", _("More people answered than were drawn."))
        for name, value in (("mean", scores.mean), ("deviation", scores.deviation)):
            if value is not None and scores.people < FEWEST_PEOPLE:
                raise BadSummary(f"{here}.{name}", _("The number describes fewer than five people."))
            if value is not None and not -questions <= value <= 2 * questions:
                raise BadSummary(f"{here}.{name}", _("The test has fewer questions than that."))
    if arm.both > min(scores.people for scores in arm.scores[:2]):
        raise BadSummary(f"{path}.both", _("More people answered both tests than one of them."))
    if arm.correlation is not None and arm.both < FEWEST_PEOPLE:
        raise BadSummary(f"{path}.correlation", _("The number describes fewer than five people."))


def _check_effect(effect: Effect, path: str, people: Sequence[int]) -> None:
    if min(people) < FEWEST_PEOPLE:
        raise BadSummary(f"{path}.g", _("The number describes fewer than five people."))
    if not effect.low <= effect.g <= effect.high:
        raise BadSummary(f"{path}.low", _("The interval does not hold the estimate."))
    if not 1.9 * effect.error <= (effect.high - effect.low) / 2 <= 13 * effect.error:
        raise BadSummary(f"{path}.error", _("The error does not fit the interval."))
    if effect.error < LEAST_ERROR * sum(1 / each for each in people) ** 0.5:
        raise BadSummary(f"{path}.error", _("The error is too small for so many people."))


class StudyEffect(msgspec.Struct, frozen=True):
    """The effect of one study, ready to be pooled."""

    study: str
    g: float
    error: float


class Comparison(msgspec.Struct, frozen=True):
    """Two arms of a game that are compared, each with its activity and options."""

    game: str
    kinds: tuple[str, str]
    options: tuple[tuple[tuple[str, Option], ...], tuple[tuple[str, Option], ...]]


def comparisons(summaries: Iterable[Summary], moment: Moment = "after") -> dict[Comparison, tuple[StudyEffect, ...]]:
    """The effects at a test by comparison, at most one of each study: arms of one study are not independent."""
    found: dict[Comparison, dict[str, StudyEffect]] = {}
    for summary in distinct(summaries):
        first = summary.arms[0]
        for effect in summary.effects:
            if effect.moment == moment:
                arm = summary.arms[effect.arm]
                options = (tuple(sorted(first.options.items())), tuple(sorted(arm.options.items())))
                key = Comparison(summary.game, (first.kind, arm.kind), options)
                own = found.setdefault(key, {})
                own.setdefault(summary.study, StudyEffect(summary.study, effect.g, effect.error))
    return {key: tuple(own.values()) for key, own in found.items()}

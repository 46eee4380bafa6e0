"""The result of a study: the tables without names, and the numbers in words and rows for a page or a paper."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from classrooms.assess.studies.drawing import Effect, Stage, flow, forest, interval
from classrooms.assess.studies.package import anonymity
from classrooms.assess.studies.queries.phases import NAMES
from classrooms.assess.studies.queries.questions import asked_in, theme_name
from classrooms.assess.studies.queries.tables import RELATIONS, flow_of, tables_of
from classrooms.assess.studies.texts import experience, sentences
from classrooms.assess.studies.texts.protocol import EFFECTS
from classrooms.models import Study, StudyForm, StudyMoment
from games.ui.analysis import decimal, signed

Numbers = dict[str, float]
MIDDLE = 0.5
"""The effect that the page names: a medium one."""


@dataclass(frozen=True)
class Row:
    """A row of a table: a heading, and a cell for each arm."""

    name: str
    cells: list[str]


def prepared_tables(study: Study) -> dict[str, Any]:
    """The tables as they are analysed and exported: small strata merged, people and teams renamed."""
    raw = tables_of(study)
    raw["people"] = anonymity.merged(raw["people"])
    key = salted_hmac("classrooms.study", f"{study.pk} {study.seed}", algorithm="sha256").digest()
    return anonymity.renamed(raw, key)


def digest_of(tables: dict[str, Any]) -> str:
    """A digest of tables, by which numbers know whether they were computed from them."""
    text = json.dumps(tables, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def names_of(study: Study) -> sentences.Names:
    """The names of arms and themes in the current language."""
    arms = {f"arm{arm.position + 1}": arm.name for arm in study.arms.order_by("position")}
    themes = {each.theme: theme_name(study, each.theme) for each in asked_in(study)}
    moments = [moment.value for moment in StudyMoment if moment != StudyMoment.LATER or study.later_at is not None]
    return sentences.Names(arms, themes, study.questions.filter(form=StudyForm.A).count(), moments)


def result_view(study: Study) -> dict[str, Any]:
    """The context of the result; without `numbers` where nothing was computed yet."""
    numbers: Numbers = (study.result or {}).get("numbers", {})
    if not numbers:
        return {"numbers": {}}
    names = names_of(study)
    return {
        "numbers": numbers,
        "sentences": sentences.result(numbers, names),
        "losses": sentences.losses(numbers, names),
        **_chart(numbers, names),
        "arms": list(names.arms.values()),
        "means": _means(numbers, names),
        "before": _told_before(study, numbers, names),
        "flow": _flow(study, numbers, names),
        "left_out": (study.result or {}).get("left_out") or vars(flow_of(study)),
        "calibration": _calibration(numbers, names),
        "experience": _experience(numbers, names),
        "relations": _relations(numbers),
        "reliability": _reliability(numbers, names),
        "shift": signed(numbers["equating.shift"], 2) if "equating.shift" in numbers else "",
        "questions": names.questions,
        "source": experience.SOURCE,
    }


def _chart(numbers: Numbers, names: sentences.Names) -> dict[str, Any]:
    """The effects of all tests, then those by theme at the second test: as a drawing, None without any, and in rows."""
    found = [*effects_of_tests(numbers, names), *effects_of_themes(numbers, names)]
    rows = [(each.name, signed(each.g, 2), interval(each)) for each in found]
    return {"chart": forest(found, alt_of(found)) if found else None, "effects": rows}


def alt_of(effects: Sequence[Effect]) -> str:
    """The text alternative of a drawing of effects."""
    return ". ".join(f"{each.name}: {signed(each.g, 2)} ({interval(each)})" for each in effects)


def effects_of_tests(numbers: Numbers, names: sentences.Names) -> list[Effect]:
    """The effect of each later arm at each test, where there is one."""
    return _present(
        _effect(
            numbers,
            f"effect.{moment}.{key}",
            prefix + str(NAMES[StudyMoment(moment)]),
            is_main=moment == StudyMoment.AFTER,
        )
        for key, prefix in _later_arms(names)
        for moment in names.moments
    )


def effects_of_themes(numbers: Numbers, names: sentences.Names) -> list[Effect]:
    """The effect of each later arm on each theme at the second test, where there is one."""
    return _present(
        _effect(numbers, f"theme.{theme}.{key}", prefix + name, is_main=False)
        for key, prefix in _later_arms(names)
        for theme, name in names.themes.items()
    )


def _later_arms(names: sentences.Names) -> list[tuple[str, str]]:
    """The key of each later arm, and how its name begins a line: not at all where there is one."""
    later = list(names.arms.items())[1:]
    return [(key, f"{name}, " if len(later) > 1 else "") for key, name in later]


def _present(effects: Iterable[Effect | None]) -> list[Effect]:
    return [each for each in effects if each is not None]


def _effect(numbers: Numbers, path: str, name: str, *, is_main: bool) -> Effect | None:
    if f"{path}.g" not in numbers:
        return None
    return Effect(name, numbers[f"{path}.g"], numbers.get(f"{path}.g_low"), numbers.get(f"{path}.g_high"), is_main)


def _means(numbers: Numbers, names: sentences.Names) -> list[Row]:
    rows = [
        Row(
            str(NAMES[StudyMoment(moment)]),
            [_mean(numbers, key, moment) for key in names.arms],
        )
        for moment in names.moments
    ]
    gains = [signed(numbers[f"gain.{key}"]) if f"gain.{key}" in numbers else "" for key in names.arms]
    shares = [_percent(numbers.get(f"normalised_gain.{key}"), 100) for key in names.arms]
    return [
        *rows,
        Row(_("Gain of people with both tests"), gains),
        Row(_("Share of the possible gain"), shares),
    ]


def _told_before(study: Study, numbers: Numbers, names: sentences.Names) -> list[tuple[str, str, str]]:
    """Rows with a figure of the plan and one of the result: people with the second test, the chance of a medium effect,
    and the smallest effect whose interval leaves out 0.
    """
    if not study.plan:
        return []
    came = [_people(numbers, key, names.moments[1]) for key in names.arms]
    rows = [(_("People with the second test"), str(study.plan["people"]), str(sum(came)))]
    chance = round(100 * study.plan["power"][EFFECTS.index(MIDDLE)])
    words = _("%(number)d of 100 studies") % {"number": chance}
    rows.append((_("An effect of 0.5 is found in"), words, ""))
    reaches = [
        (numbers[f"{path}.g_high"] - numbers[f"{path}.g_low"]) / 2
        for path in (f"effect.{names.moments[1]}.{key}" for key in list(names.arms)[1:])
        if f"{path}.g_low" in numbers
    ]
    if reaches:
        rows.append((_("Smallest effect whose interval leaves out 0"), "", decimal(min(reaches), 2)))
    return rows


def _mean(numbers: Numbers, key: str, moment: str) -> str:
    mean, spread = numbers.get(f"mean.{key}.{moment}"), numbers.get(f"sd.{key}.{moment}")
    if mean is None:
        return ""
    return decimal(mean) if spread is None else f"{decimal(mean)} ({decimal(spread)})"


def _flow(study: Study, numbers: Numbers, names: sentences.Names) -> Any:
    """The people of each arm from the draw to the last test, drawn."""
    stages = stages_of(study, numbers, names)
    alt = ". ".join(
        f"{arm}: " + ", ".join(f"{stage.name} {stage.people[place]}" for stage in stages)
        for place, arm in enumerate(names.arms.values())
    )
    return flow(list(names.arms.values()), stages, alt)


def stages_of(study: Study, numbers: Numbers, names: sentences.Names) -> list[Stage]:
    """The people of each arm from the draw to the last test."""
    arms = list(study.arms.order_by("position"))
    drawn = [study.drawn.get(str(arm.pk), 0) for arm in arms]
    agreed = [_people(numbers, key, "drawn") for key in names.arms]
    others = [max(0, of_arm - here) for of_arm, here in zip(drawn, agreed, strict=True)]
    stages = [
        Stage(_("drawn by lot"), drawn, [0] * len(drawn)),
        Stage(pgettext("people of a study", "agreed"), agreed, others, _("did not agree, or erased")),
    ]
    for moment in names.moments:
        people = [_people(numbers, key, moment) for key in names.arms]
        missing = [of_arm - here for of_arm, here in zip(agreed, people, strict=True)]
        stages.append(Stage(str(NAMES[StudyMoment(moment)]), people, missing, _("without an answer")))
    return stages


def _people(numbers: Numbers, key: str, stage: str) -> int:
    return int(numbers.get(f"flow.{key}.{stage}", 0))


def _calibration(numbers: Numbers, names: sentences.Names) -> list[Row]:
    """Confidence and right answers in percent, by test."""
    rows = []
    for moment in names.moments:
        cells = [
            _("sure %(sure)s, right %(right)s")
            % {
                "sure": _percent(numbers[f"confidence.{key}.{moment}"], 1),
                "right": _percent(numbers[f"right.{key}.{moment}"], 1),
            }
            if f"confidence.{key}.{moment}" in numbers
            else ""
            for key in names.arms
        ]
        if any(cells):
            rows.append(Row(str(NAMES[StudyMoment(moment)]), cells))
    return rows


def _experience(numbers: Numbers, names: sentences.Names) -> list[Row]:
    """Mean agreement by dimension, from five people at least."""
    language, rows = get_language() or "en", []
    for dimension in experience.DIMENSIONS:
        cells = []
        for key in names.arms:
            people = numbers.get(f"experience_people.{key}.{dimension.key}", 0)
            mean = numbers.get(f"experience.{key}.{dimension.key}")
            cells.append(decimal(mean, 2) if mean is not None and people >= anonymity.FEWEST else "")
        if any(cells):
            rows.append(Row(dimension.name(language), cells))
    return rows


def _relations(numbers: Numbers) -> list[tuple[str, str, str, int]]:
    """Measure, slope, interval and people of each relation."""
    titles = {
        "decisions": _("Own decisions"),
        "negotiations": _("Own offers and answers in negotiations"),
        "given_away": _("Points given away by own decisions"),
        "luck": _("Luck of the match"),
        "points": _("Points of the role"),
    }
    found = []
    for key in RELATIONS:
        if f"relation.{key}.slope" in numbers:
            low, high = numbers.get(f"relation.{key}.low"), numbers.get(f"relation.{key}.high")
            interval = "" if low is None or high is None else f"{decimal(low, 2)} \u2026 {decimal(high, 2)}"
            people = int(numbers[f"relation.{key}.people"])
            found.append((titles[key], signed(numbers[f"relation.{key}.slope"], 2), interval, people))
    return found


def _reliability(numbers: Numbers, names: sentences.Names) -> list[tuple[str, str, str]]:
    """Test, form and Cronbach's alpha."""
    return [
        (str(NAMES[StudyMoment(moment)]), form, decimal(numbers[f"reliability.{form}.{moment}"], 2))
        for moment in names.moments
        for form in StudyForm.values
        if f"reliability.{form}.{moment}" in numbers
    ]


def _percent(value: float | None, times: float) -> str:
    return "" if value is None else f"{decimal(times * value, 0)}\u00a0%"

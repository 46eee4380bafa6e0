"""Papers of a study: its protocol, its result, and slides of the result. Workers print them."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.reports.papers import described
from classrooms.assess.reports.pdf import Draft, page_draft, printing
from classrooms.assess.reports.sources import Sources, hashed
from classrooms.assess.reports.upper import UPPER, UpperPaper
from classrooms.assess.studies.drawing import SLIDE, Effect, forest
from classrooms.assess.studies.queries import results
from classrooms.assess.studies.queries.plans import plan_of, stored_plan
from classrooms.assess.studies.texts import sentences
from classrooms.assess.studies.texts.protocol import digest, protocol, short
from classrooms.drawing import slides as drawn
from classrooms.drawing.pen import svg
from classrooms.models import Paper, Study, StudyMoment
from games.ui.sentences import pairs

Row = dict[str, Any]
KINDS: Final = (Paper.Kind.PROTOCOL, Paper.Kind.RESULT, Paper.Kind.RESULT_SLIDES)
ON_SLIDE: Final = 4
"""Effects on a slide."""


def papers_of(study: Study, language: str) -> list[Paper]:
    """The papers that a study can have now, unsaved: the protocol of a frozen plan, and a result with its slides once
    there are numbers.
    """
    kinds = [Paper.Kind.PROTOCOL] if study.frozen_at is not None else []
    kinds += [Paper.Kind.RESULT, Paper.Kind.RESULT_SLIDES] if (study.result or {}).get("numbers") else []
    return [described(kind, language, study=study) for kind in kinds]


def protocol_document(study: Study) -> Row:
    """The protocol of a draft, or as it was frozen, in the current language."""
    plan = plan_of(study) if study.frozen_at is None else stored_plan(study)
    return {
        "study": study,
        "parts": protocol(plan),
        "digest": short(digest(plan)),
        "is_frozen": study.frozen_at is not None,
    }


def slides_document(study: Study) -> Row:
    """The slides of a result in the current language; none while there are no numbers."""
    numbers: results.Numbers = (study.result or {}).get("numbers", {})
    if not numbers:
        return {"study": study, "slides": []}
    names = results.names_of(study)
    slides: list[Row] = [
        {"title": study.question or study.title},
        {"title": _("In short"), "points": sentences.result(numbers, names)},
        *_effects(_("Effect by test"), results.effects_of_tests(numbers, names)),
        *_effects(_("Effect by theme, at the second test"), results.effects_of_themes(numbers, names)),
        *_right_answers(numbers, names),
        *_people(study, numbers, names),
        {"title": _("What does this change in the next course?"), "is_question": True},
    ]
    return {"study": study, "slides": slides}


def _effects(title: str, effects: Sequence[Effect]) -> Iterator[Row]:
    lead = _("Hedges' g with its 95-percent interval. An interval that holds 0 cannot say.")
    for start in range(0, len(effects), ON_SLIDE):
        part = effects[start : start + ON_SLIDE]
        yield {"title": title, "lead": lead, "svg": forest(part, results.alt_of(part), SLIDE)}


def _right_answers(numbers: results.Numbers, names: sentences.Names) -> Iterator[Row]:
    """The mean of right answers of each arm in percent of the questions, by test."""
    rows = []
    for moment in names.moments:
        means = [numbers.get(f"mean.{key}.{moment}") for key in names.arms]
        cells = [None if mean is None else drawn.Figure(round(100 * mean / names.questions)) for mean in means]
        rows.append((str(results.NAMES[StudyMoment(moment)]), cells))
    yield _table(_("Right answers, in percent"), names, rows)


def _people(study: Study, numbers: results.Numbers, names: sentences.Names) -> Iterator[Row]:
    """The people of each arm from the draw to the last test."""
    stages = results.stages_of(study, numbers, names)
    rows = [(stage.name, [drawn.Figure(number) for number in stage.people]) for stage in stages]
    yield _table(_("People"), names, rows)


def _table(title: str, names: sentences.Names, rows: Sequence[tuple[str, Sequence[drawn.Figure | None]]]) -> Row:
    arms = list(names.arms.values())
    alt = ". ".join(
        f"{name}: {pairs((arm, str(cell.value)) for arm, cell in zip(arms, cells, strict=True) if cell is not None)}"
        for name, cells in rows
    )
    return {"title": title, "svg": svg(drawn.figures(arms, rows), alt, "told")}


def _protocol_draft(paper: Paper) -> Draft:
    with printing(paper.language):
        study = _study(paper)
        title = _("Protocol: %(title)s") % {"title": study.title}
        return _draft(paper, title, "protocol", protocol_document(study), study.frozen_at)


def _result_draft(paper: Paper) -> Draft:
    with printing(paper.language):
        study = _study(paper)
        title = _("Result: %(title)s") % {"title": study.title}
        shown = {**results.result_view(study), "digest": short(study.digest)}
        numbers = json.dumps(shown["numbers"], indent=1, sort_keys=True).encode()
        return _draft(paper, title, "result", shown, study.resulted_at, [("numbers.json", numbers)])


def _slides_draft(paper: Paper) -> Draft:
    with printing(paper.language):
        study = _study(paper)
        title = _("Slides: %(title)s") % {"title": study.title}
        return _draft(paper, title, "slides", slides_document(study) | {"is_slides": True}, study.resulted_at)


def _draft(
    paper: Paper,
    title: str,
    body: str,
    shown: Row,
    at: datetime | None,
    files: Sequence[tuple[str, bytes]] = (),
) -> Draft:
    study = _study(paper)
    context = {
        **shown,
        "study": study,
        "paper": True,
        "paper_title": title,
        "paper_body": f"classrooms/studies/paper/{body}.html",
        "face": {"title": study.title},
        "name": study.title,
        "project": study.course.name,
        "language": paper.language,
    }
    return page_draft(context, at or study.created_at, list(files))


def _study(paper: Paper) -> Study:
    """The study of a paper. Raises Study.DoesNotExist for a deleted one."""
    if paper.study is None:
        raise Study.DoesNotExist
    return paper.study


def _plan_sources(paper: Paper) -> Sources:
    study = _study(paper)
    return {paper.kind: hashed([study.title, study.course.name, study.digest, study.frozen_at])}


def _result_sources(paper: Paper) -> Sources:
    """The stored numbers, and the rows that give names beside them."""
    study = _study(paper)
    names = results.names_of(study)
    told = [study.title, study.question, study.course.name, study.digest, study.result, study.resulted_at, study.drawn]
    return {paper.kind: hashed([*told, names.arms, names.themes, names.questions, names.moments])}


def _changed(kind: str) -> Callable[[], str]:
    words = {
        Paper.Kind.PROTOCOL: gettext_lazy("the plan was changed"),
        Paper.Kind.RESULT: gettext_lazy("the study has changed"),
        Paper.Kind.RESULT_SLIDES: gettext_lazy("the study has changed"),
    }
    return lambda: str(words[Paper.Kind(kind)])


UPPER[Paper.Kind.PROTOCOL] = UpperPaper(_protocol_draft, _plan_sources, _changed(Paper.Kind.PROTOCOL))
UPPER[Paper.Kind.RESULT] = UpperPaper(_result_draft, _result_sources, _changed(Paper.Kind.RESULT))
UPPER[Paper.Kind.RESULT_SLIDES] = UpperPaper(_slides_draft, _result_sources, _changed(Paper.Kind.RESULT_SLIDES))

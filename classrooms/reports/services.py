"""Making debriefs: freeze the facts, draw the charts, print the PDF. Called by workers; views only ask for it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import translation

from classrooms.drawing import charts
from classrooms.models import Debrief, DebriefChart, DebriefFile
from classrooms.reports import facts, pdf
from classrooms.reports.queries import FILE_JOB, JOB, chart_data
from classrooms.reports.shown import digest_of, parts_of, team_paper
from games import clock
from games.models import Job, Match
from games.work import outbox

Progress = Callable[[int], None]


def debrief_freeze(*, match: Match, now: datetime | None = None) -> Debrief:
    """Store the facts of a match that is over. Made again, they are the same unless what makes them was changed."""
    return Debrief.objects.update_or_create(match=match, defaults=_frozen(facts.facts_of(match), now))[0]


def debrief_keep(*, debrief: Debrief, facts: dict[str, Any], now: datetime | None = None) -> Debrief:
    """Put other facts in the place of those that were frozen, where they cannot be made from the record any more."""
    for name, value in _frozen(facts, now).items():
        setattr(debrief, name, value)
    debrief.save(update_fields=["facts", "digest", "part_digests", "made_at"])
    return debrief


def _frozen(made: dict[str, Any], now: datetime | None) -> dict[str, Any]:
    at, digest, parts = now or clock.now(), facts.digest_of(made), facts.digests_of(made)
    return {"facts": made, "digest": digest, "part_digests": parts, "made_at": at}


def charts_draw(*, debrief: Debrief, language: str) -> int:
    """Draw the charts that are missing or look otherwise by now; returns how many. Workers only."""
    with translation.override(language):
        wanted = {chart.name: (chart, charts.digest_of(chart)) for chart in chart_data(debrief)}
        kept = dict(debrief.charts.filter(language=language).values_list("name", "digest"))
        drawn = {
            name: (digest, charts.draw(chart)) for name, (chart, digest) in wanted.items() if kept.get(name) != digest
        }
    debrief.charts.filter(language=language).exclude(name__in=wanted).delete()
    for name, (digest, svg) in drawn.items():
        DebriefChart.objects.update_or_create(
            debrief=debrief, language=language, name=name, defaults={"digest": digest, "svg": svg}
        )
    return len(drawn)


def file_make(*, debrief: Debrief, language: str, now: datetime | None = None) -> DebriefFile:
    """Print the PDF in a language, its charts before if need be. The file that it replaces is deleted after commit."""
    charts_draw(debrief=debrief, language=language)
    paper = team_paper(debrief.match, language)
    parts = parts_of([paper])[0]  # before it is printed: what changes meanwhile makes it out of date
    digest, printed = digest_of(paper, parts), pdf.printed(debrief, language)
    name = f"match-{debrief.match_id}-{language}-{digest[:12]}.pdf"
    with transaction.atomic():
        old = DebriefFile.objects.select_for_update().filter(debrief=debrief, language=language).first()
        made = old or DebriefFile(debrief=debrief, language=language)
        if old is not None and old.file.name:
            _delete_after_commit(old.file.storage, old.file.name)
        made.digest, made.shows, made.pages, made.made_at = digest, parts, printed.pages, now or clock.now()
        made.file.save(name, ContentFile(printed.content), save=False)
        made.save()
    return made


def _delete_after_commit(storage: Any, name: str) -> None:
    transaction.on_commit(lambda: storage.delete(name))


@transaction.atomic
def debrief_request(*, match: Match, now: datetime | None = None) -> Job:
    """Have the debrief made, or made anew."""
    return outbox.job_request(kind=JOB, match=match, now=now or clock.now(), again=True)


@transaction.atomic
def file_request(*, match: Match, language: str, now: datetime | None = None) -> Job:
    """Have the PDF printed in a language."""
    return outbox.job_request(kind=FILE_JOB[language], match=match, now=now or clock.now(), again=True)

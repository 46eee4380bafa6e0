"""Papers as tests ask for them."""

from django.core.files.base import ContentFile

from classrooms.assess.reports.papers import described, paper_make, papers_for
from classrooms.assess.reports.sources import sources_of, stamp_of
from classrooms.models import Paper
from games.models import Job
from games.platform.work.jobs import do_job
from tests.games.factories import NOW


def paper_of(kind: str, language: str = "en", **about) -> Paper:
    """The row of a paper."""
    return papers_for([described(kind, language, **about)])[0]


def team_paper(match, language: str = "en", *, full: bool = False) -> Paper:
    """The row of a team's paper."""
    return paper_of("team", language, match=match, full=full)


def team_pdf(match, language: str = "en", *, full: bool = False) -> Paper:
    """A team's paper, printed."""
    return paper_make(paper=team_paper(match, language, full=full))


def stamp(paper: Paper) -> str:
    """The stamp of the paper as it would be printed now."""
    return stamp_of(paper, sources_of([paper])[0])


def kept(paper: Paper) -> None:
    """Store a file as if the paper had been printed now. Real printing takes seconds and is tested elsewhere."""
    paper.shows, paper.stamp, paper.made_at = sources_of([paper])[0], stamp(paper), NOW
    paper.file.save(f"{paper.name}.pdf", ContentFile(str(paper).encode()), save=False)
    paper.save()


def all_kept() -> None:
    """Store a file for every requested paper, and mark all jobs as done."""
    for paper in Paper.objects.all():
        kept(paper)
    Job.objects.update(state="done")


def waiting() -> list[Job]:
    """The pending jobs of papers."""
    return list(Job.objects.filter(kind="paper", state="pending").order_by("pk"))


def work() -> list[str]:
    """Do all waiting jobs, and return the names of their papers."""
    jobs = waiting()
    for job in jobs:
        do_job(job.pk)
    return [Paper.objects.get(pk=int(job.subject)).name for job in jobs]

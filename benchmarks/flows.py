"""Functions and files behind an action: `python -m benchmarks.flows`.

Counts those of this project that run in one warm request or job of a Domego of six: a decision with its answer, a
mate's read, the marks of a session, a paper of a team, and the first step of a new session. `loaded` are further files
of this project that the first of these requests imports.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from benchmarks._site import site
from benchmarks.size import ROOT, SITE
from benchmarks.table_profile import Table


class Calls:
    """Functions called in a block, by file."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str, int]] = set()

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count calls in this thread inside the block."""
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _value: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name not in {"<module>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"}:
            name = code.co_filename.removeprefix(f"{ROOT}/")
            if name.split("/")[0] in SITE:
                self.functions.add((name, code.co_qualname, code.co_firstlineno))

    def __str__(self) -> str:
        files = {name for name, _function, _line in self.functions}
        return f"{len(self.functions):4} functions in {len(files):3} files"


def ours() -> set[str]:
    """The loaded modules of this project."""
    return {name for name in sys.modules if name.split(".")[0] in SITE}


def count(name: str, act: Callable[[], object]) -> None:
    """Do it three times and count the last one."""
    before = ours()
    act()
    loaded = len(ours() - before)
    act()
    calls = Calls()
    with calls.counted():
        act()
    print(f"{name:34} {calls}, {loaded:3} loaded", flush=True)


def main() -> None:
    """Print a line for each action."""
    with site():
        from django.test import Client

        from classrooms.assess.grading.services.grades import grades_compute
        from classrooms.assess.reports import services
        from classrooms.assess.reports.papers import described, paper_make, papers_for
        from classrooms.models import Paper
        from tests.classrooms.factories import course_of, session_of
        from tests.games.factories import person, play_on, played_by_bots

        table = Table("domego")
        count("a decision and its answer", lambda: table.decides(plainly=False))
        count("a mate's read", table.reads)
        teacher = person()
        course = course_of(teacher)
        play_session = session_of(course, teams=[[person(f"f{number}") for number in range(6)]], started=True)
        team = play_session.session_teams.select_related("match").get()
        assert team.match is not None
        play_on(team.match, 1)
        team.match.refresh_from_db()
        services.debrief_freeze(match=played_by_bots(team.match))
        count("marks of a session", lambda: grades_compute(play_session=play_session))
        (paper,) = papers_for([described(Paper.Kind.TEAM, "en", match=team.match, full=True)])
        rows = Paper.objects.select_related("match", "session__course", "user")
        count("a paper of a team", lambda: paper_make(paper=rows.get(pk=paper.pk)))
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(teacher)

        def first_step() -> None:
            assert client.get(f"/courses/{course.pk}/sessions/new/").status_code in (200, 302)

        count("first step of a new session", first_step)


if __name__ == "__main__":
    main()

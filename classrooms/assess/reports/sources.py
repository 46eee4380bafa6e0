"""The sources of papers, each as a digest of its stored rows. A paper is current while all its sources are as at its
last check. Each change of a paper's page or attachment must change a source. The reverse does not hold: rows hold more
than a paper prints. Then the paper may be outdated, and a worker checks it. Papers that are checked together share
their queries, whose number is constant.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assess.reports.style import style_of
from classrooms.assess.reports.upper import UPPER
from classrooms.models import (
    Analysis,
    Debrief,
    Paper,
    Poll,
    QuizAnswer,
    Session,
    SessionTeam,
    SurveyAnswer,
    SurveyItem,
    User,
)
from classrooms.play.questions.queries.session_questions import posed_questions
from games.public.models import OVER, Match, SeatHolder

Sources = dict[str, str]
"""A digest by source. Empty for a paper that cannot be printed: it has no debrief."""

NAMELESS: Final = frozenset({"analysis", "seed", "style"})
"""Sources without names and without texts of people."""
SHOWN: Final = "shown"
ERASED: Final = "person"
"""A source of a paper whose file was deleted because it named an erased person."""


def sources_of(papers: Sequence[Paper]) -> list[Sources]:
    """The current sources of each paper."""
    desk, found = _Desk([paper for paper in papers if paper.kind not in UPPER]), []
    for paper in papers:
        with translation.override(paper.language):
            if paper.kind in UPPER:
                found.append({**UPPER[paper.kind].sources(paper), "style": hashed([style_of(paper.language)])})
            else:
                found.append(desk.sources(paper))
    return found


def stamp_of(paper: Paper, sources: Sources) -> str:
    """SHA-256 of a paper's sources; empty while there is nothing to print."""
    return hashed([paper.name, sorted(sources.items())], 64) if sources else ""


def reasons(before: Sources, after: Sources) -> list[str]:
    """The reasons for which a paper may be outdated: the sources changed since the last check, in the current
    language. An update of the site is the only one that is named then.
    """
    if ERASED in before:
        return [_("a person was erased")]
    if not before or before.get("style") != after.get("style", before.get("style")):
        return [_("the site was updated")]
    if not after:
        return [_("the debrief is not there any more")]
    words = {
        "facts": lambda: _("the debrief was made anew"),
        "session": lambda: _("the session or one of its teams changed"),
        "analysis": lambda: _analysis_words(before.get("analysis", ""), after.get("analysis", "")),
        "people": lambda: _("names or who played changed"),
        "answers": lambda: _("answers came in or questions changed"),
        "seed": lambda: _("the seed may be shown now") if after["seed"] == SHOWN else _("the seed is in use again"),
    }
    words |= {name: kind.changed for name, kind in UPPER.items()}
    changed = [say() for name, say in words.items() if name in after and before.get(name) != after[name]]
    return changed or [_("the site was updated")]


def _analysis_words(before: str, after: str) -> str:
    had, has = (int(text.partition(":")[0] or 0) for text in (before, after))
    if has > had:
        return ngettext("an analysis is there now", "%(n)d more analyses are there now", has - had) % {"n": has - had}
    return _("an analysis is being made again") if has < had else _("an analysis was made again")


def hashed(value: Any, length: int = 16) -> str:
    """The first hexadecimal digits of the SHA-256 of a value as JSON."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:length]


class _Desk:
    """Papers with their sources, each read once."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.matches = {paper.match.pk: paper.match for paper in papers if paper.match is not None}
        self.classes = {paper.session.pk for paper in papers if paper.session is not None}
        self._answers: dict[tuple[int, str, str], str] = {}

    def sources(self, paper: Paper) -> Sources:
        """The sources of a paper. The current language must be the paper's."""
        tables = self._tables.get(paper.session_id or 0, [])
        own = [paper.match_id] if paper.match_id else [table.match_id for table in tables]
        frozen = [(pk, *self._debriefs[pk]) for pk in own if pk in self._debriefs]
        if not frozen:
            return {}
        of = [table.session for rows in self._tables.values() for table in rows if table.match_id in own]
        done = [(pk, self._analyses[pk]) for pk in own if pk in self._analyses]
        names_people = paper.kind == Paper.Kind.TEAM or paper.full
        facts = [(pk, digest if names_people else parts.get("record", digest)) for pk, digest, parts in frozen]
        found = {
            "facts": hashed(facts),
            "answers": self._answers_of(paper.session or (of[0] if of else None), paper.kind),
            "people": self._people(paper, tables),
            "analysis": f"{len(done)}:{hashed(done)}",
            "style": hashed([style_of(paper.language)]),
        }
        if paper.session is not None:
            found["session"] = self._state_of(paper.session, tables)
        if paper.kind == Paper.Kind.TEAM and paper.match is not None:
            is_shown = paper.match.is_over and paper.match.commitment not in self._hidden
            found["seed"] = SHOWN if is_shown else "hidden"
        return found

    def _answers_of(self, session: Session | None, kind: str) -> str:
        """Questions and answers of a session, and the people who count for each team. Papers of students have the quiz
        alone. Texts of the survey are in papers of the class alone.
        """
        if session is None:
            return ""
        key = (session.pk, kind, translation.get_language() or "")
        if key in self._answers:
            return self._answers[key]
        asked = [[each.row.pk, each.words.text, each.words.options, each.words.right, each.words.explanation]
                 for each in posed_questions(session)]  # fmt: skip
        given = QuizAnswer.objects.filter(question__session=session).order_by("pk")
        rows: list[Any] = [asked, list(given.values_list("question", "user", "choice", "is_right"))]
        played = [table.match_id for table in self._tables[session.pk] if table.match_id in self._debriefs]
        rows.append([(pk, sorted(self._movers(pk))) for pk in played])
        if kind != Paper.Kind.STUDENT:
            texts = ("text",) if kind in (Paper.Kind.CLASS, Paper.Kind.SLIDES) else ()
            said = SurveyAnswer.objects.filter(item__session=session).order_by("pk")
            rows += [list(SurveyItem.objects.filter(session=session).order_by("pk").values_list())]
            rows += [list(said.values_list("item", "user", "value", *texts))]
            rows += [list(Poll.objects.filter(session=session, closed_at__isnull=False).order_by("pk").values_list())]
        return self._answers.setdefault(key, hashed(rows))

    def _people(self, paper: Paper, tables: Sequence[SessionTeam]) -> str:
        """The people whom a paper names. A student's names only those who moved in the same seats, so the erasure of
        another person changes nothing. A team's are in its facts. The class's full report names everybody, the other
        one has waiting times, which depend on when seats were held and by how many people.
        """
        if paper.user is not None:
            seats = enumerate(self._seats(paper.match_id))
            own = [[seat, digest] for seat, (digest, ids) in seats if paper.user.pk in ids]
            return hashed([paper.user.get_full_name(), own])
        if paper.kind != Paper.Kind.CLASS:
            return ""
        matches = {table.match_id for table in tables}
        held = [row for row in self._held if row[0] in matches]
        if not paper.full:
            numbers: dict[int, int] = {}
            return hashed([[*row[:2], numbers.setdefault(row[2], len(numbers)), *row[3:5]] for row in held])
        ids = sorted({row[2] for row in held}.union(*map(self._movers, matches)))
        return hashed([held, [(pk, self._users[pk].get_full_name()) for pk in ids if pk in self._users]])

    def _state_of(self, session: Session, tables: Sequence[SessionTeam]) -> str:
        """Titles and times of a session, and its teams with their progress."""
        told: list[Any] = [session.title, session.course.name, session.game, session.scenario_key, session.luck]
        told += [session.started_at, session.finished_at]
        for table in tables:
            match = table.match
            told.append(
                [table.name, table.match_id, *([match.number, match.status, match.started_at] if match else [])]
            )
        return hashed(told)

    def _seats(self, match_id: int | None) -> list[Any]:
        """For each seat of a match with a debrief, the digest of the authors of its moves and their ids."""
        return list(self._debriefs[match_id][1].get("seats", [])) if match_id in self._debriefs else []

    def _movers(self, match_id: int | None) -> set[int]:
        """The authors of moves in a match with a debrief."""
        return {each for _digest, ids in self._seats(match_id) for each in ids}

    @cached_property
    def _tables(self) -> dict[int, list[SessionTeam]]:
        """All tables of every session that the papers are about, in their order."""
        of_matches = SessionTeam.objects.filter(match__in=self.matches).values("session")
        rows = SessionTeam.objects.filter(Q(session__in=of_matches) | Q(session__in=self.classes))
        light = rows.select_related("match", "session").defer("match__state", "match__scenario", "match__options")
        found: dict[int, list[SessionTeam]] = {pk: [] for pk in self.classes}
        for table in light.order_by("position", "pk"):
            found.setdefault(table.session_id, []).append(table)
        return found

    @cached_property
    def _all(self) -> set[int]:
        """Every match of the papers and of their sessions."""
        seated = {table.match_id for rows in self._tables.values() for table in rows if table.match_id is not None}
        return seated | self.matches.keys()

    @cached_property
    def _debriefs(self) -> dict[int | None, tuple[str, dict[str, Any]]]:
        """Digests of the frozen facts, of all and of parts of them."""
        rows = Debrief.objects.filter(match__in=self._all).values_list("match", "digest", "part_digests")
        return {match: (digest, parts) for match, digest, parts in rows}

    @cached_property
    def _analyses(self) -> dict[int | None, str]:
        rows = Analysis.objects.filter(match__in=self._all, status=Analysis.Status.DONE)
        return dict(rows.values_list("match", "digest"))

    @cached_property
    def _hidden(self) -> set[str]:
        """Commitments to seeds that an unfinished match uses too."""
        luck = {match.commitment for match in self.matches.values() if match.is_over}
        rows = Match.objects.filter(commitment__in=luck).exclude(status__in=OVER)
        return set(rows.order_by().values_list("commitment", flat=True))

    @cached_property
    def _held(self) -> list[Any]:
        """Holdings of seats, with their times."""
        rows = SeatHolder.objects.filter(seat__match__in=self._all).order_by("seat__match", "since", "pk")
        columns = ("seat__match", "seat__index", "user", "since", "released_at", "together_with")
        return list(rows.values_list(*columns))

    @cached_property
    def _users(self) -> dict[int, Any]:
        return User.objects.in_bulk({row[2] for row in self._held}.union(*map(self._movers, self._all)))

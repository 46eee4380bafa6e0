"""Digests of the sources of papers, part by part, computed without printing. A paper is current while every part equals
its digest at the last check. Each change of a paper's page or attachment must change a part. The reverse does not hold:
a part may change that a paper does not print. Then the paper may be outdated, and a worker checks it. Papers that are
checked together share their queries, whose number is constant.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, Max, Min
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.assess.reports.style import style_of
from classrooms.assess.reports.surveys import surveys_of_teams
from classrooms.models import Analysis, Debrief, Paper, QuizAnswer, Session, SessionTeam, User
from classrooms.play.questions.queries import surveys
from classrooms.play.questions.queries.polls import answered_in
from classrooms.play.questions.queries.session_questions import PosedQuestion, posed_questions
from classrooms.play.questions.queries.team_answers import answers_of_teams, members_of
from games.public.models import OVER, Match, Move, SeatHolder

Parts = dict[str, str]
"""The sources of a paper: a digest of each part. Empty for a paper that cannot be printed: it has no debrief."""

NAMELESS: Final = frozenset({"analysis", "seed", "style"})
"""Parts without names and without texts of people."""
SHOWN: Final = "shown"
ERASED: Final = "person"
"""A part of a paper whose file was deleted because it named an erased person."""


def parts_of(papers: Sequence[Paper]) -> list[Parts]:
    """The current digests of each paper's sources."""
    shelf = Shelf(papers)
    found = []
    for paper in papers:
        with translation.override(paper.language):
            found.append(shelf.parts(paper))
    return found


def stamp_of(paper: Paper, parts: Parts) -> str:
    """SHA-256 of a paper's parts; empty while there is nothing to print."""
    return _hashed([paper.name, sorted(parts.items())], 64) if parts else ""


def _hashed(value: Any, length: int = 16) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:length]


class Shelf:
    """Papers with their sources, each source read once."""

    def __init__(self, papers: Iterable[Paper]) -> None:
        listed = list(papers)
        self.matches = {paper.match.pk: paper.match for paper in listed if paper.match is not None}
        self.classes = {each.session.pk: each.session for each in listed if each.session is not None}
        self._kept: dict[tuple[Any, ...], Any] = {}

    def parts(self, paper: Paper) -> Parts:
        """The parts of a paper. The current language must be the paper's."""
        if paper.session is not None:
            return self._class(paper.session, paper)
        if paper.match is None or paper.match.pk not in self._debriefs:
            return {}
        found = self._student(paper.match, paper) if paper.kind == Paper.Kind.STUDENT else self._team(paper.match)
        return {**found, **self._everywhere([paper.match.pk], paper)}

    def _everywhere(self, matches: Sequence[int], paper: Paper) -> Parts:
        done = [(pk, self._analyses[pk]) for pk in sorted(matches) if pk in self._analyses]
        return {"analysis": f"{len(done)}:{_hashed(done)}", "style": _hashed([style_of(paper.language)])}

    def _team(self, match: Match) -> Parts:
        """Parts of a team's paper. Names, moves, talk and interventions are frozen with the debrief."""
        play_session = self._session_of.get(match.pk)
        known = self._known(play_session)[match.pk] if play_session else []
        said = self._survey_answers(play_session)[match.pk] if play_session else []
        return {
            "facts": self._debriefs[match.pk][0],
            "quiz": _hashed([[*_knowledge([each]), each.all_right, each.all_given] for each in known]),
            "survey": _hashed([[each.text, each.when, each.given, each.mean, each.all_mean] for each in said]),
            "polls": self._polls(play_session),
            "seed": SHOWN if match.is_over and match.commitment not in self._hidden else "hidden",
        }

    def _student(self, match: Match, paper: Paper) -> Parts:
        """Parts of a student's paper. They name only people who moved in the same seats, so the erasure of another
        person changes nothing.
        """
        play_session, user = self._session_of.get(match.pk), paper.user
        assert user is not None  # noqa: S101  by paper_is_about_something
        own: list[Any] = []
        if play_session is not None:
            given = self._given(play_session)
            for each in self._questions(play_session):
                if (each.row.pk, user.pk) in given:
                    choice, is_right = given[each.row.pk, user.pk]
                    words = each.words
                    own.append([words.text, words.options, choice, words.right, "" if is_right else words.explanation])
        return {
            "facts": self._record(match.pk),
            "names": _hashed([user.get_full_name()]),
            "seats": _hashed(self._own(match, user.pk)),
            "quiz": _hashed([own, _knowledge(self._known(play_session)[match.pk]) if play_session else []]),
        }

    def _class(self, play_session: Session, paper: Paper) -> Parts:
        tables = self._tables[play_session.pk]
        matches = [table.match for table in tables if table.match is not None]
        frozen = [(match.pk, self._record(match.pk)) for match in matches if match.pk in self._debriefs]
        if not frozen:
            return {}
        known = self._known(play_session)
        given = Counter((question, *answer) for (question, _user), answer in self._given(play_session).items())
        shown = self._keep(("survey", play_session.pk), lambda: surveys.results(play_session))
        return {
            "titles": _hashed([play_session.title, play_session.course.name, play_session.started_at]),
            "teams": _hashed(
                [
                    [play_session.game, play_session.scenario_key, play_session.luck, play_session.finished_at],
                    [[table.match_id, *_match_state(table.match)] for table in tables],
                ]
            ),
            "names": self._names(matches, tables, paper),
            "facts": _hashed(frozen),
            "quiz": _hashed(
                [
                    [[each.row.pk, each.words.text, each.words.options] for each in self._questions(play_session)],
                    sorted(given.items()),
                    [_knowledge(known[match.pk]) for match in matches],
                ]
            ),
            "survey": _hashed(
                [_survey(shown), [(each.text, each.people, each.before, each.after) for each in shown.comparisons]]
            ),
            "polls": self._polls(play_session),
            **self._everywhere([match.pk for match in matches], paper),
        }

    def _names(self, matches: list[Match], tables: list[SessionTeam], paper: Paper) -> str:
        """Names in papers of a class: slides have names of teams, the full report has all names, the other report
        none.
        """
        if paper.kind == Paper.Kind.SLIDES:
            return _hashed([table.name for table in tables])
        return _hashed(self._people(matches, tables)) if paper.full else ""

    def _people(self, matches: list[Match], tables: list[SessionTeam]) -> list[Any]:
        """Names of teams, and of everybody with a seat or moves. The times of both show who is listed as a player and
        who as absent.
        """
        held = SeatHolder.objects.filter(seat__match__in=matches).order_by("seat__match", "since", "pk")
        given = held.values_list("seat__match", "seat__index", "user", "since", "released_at", "together_with")
        rows = (
            Move.objects.kept()
            .filter(match__in=matches, seat__isnull=False)
            .order_by("match", "seat", "author_kind", "author")
        )
        told = rows.values_list("match", "seat", "author_kind", "author")
        made = told.annotate(count=Count("pk"), first=Min("created_at"), last=Max("created_at"))
        seats, moves = list(given), list(made)
        users = User.objects.in_bulk({row[2] for row in seats} | {row[3] for row in moves if row[3]})
        names = sorted((pk, user.get_full_name()) for pk, user in users.items())
        return [[table.name for table in tables], seats, moves, names]

    @cached_property
    def _tables(self) -> dict[int, list[SessionTeam]]:
        rows = SessionTeam.objects.filter(session__in=self.classes).select_related("match")
        light = rows.defer("match__state", "match__scenario", "match__options").order_by("position", "pk")
        found: dict[int, list[SessionTeam]] = {pk: [] for pk in self.classes}
        for table in light:
            found[table.session_id].append(table)
        return found

    @cached_property
    def _all(self) -> dict[int, Match]:
        """Every match of the papers."""
        tables = [table for rows in self._tables.values() for table in rows]
        return {**{table.match.pk: table.match for table in tables if table.match is not None}, **self.matches}

    @cached_property
    def _debriefs(self) -> dict[int, tuple[str, dict[str, Any]]]:
        """Digests of the frozen facts, of all and of parts of them."""
        rows = Debrief.objects.filter(match__in=self._all).values_list("match", "digest", "part_digests")
        return {match: (digest, parts) for match, digest, parts in rows}

    def _record(self, match_id: int) -> str:
        """The digest of a match for papers without names."""
        digest, parts = self._debriefs[match_id]
        return str(parts.get("record", digest))

    def _own(self, match: Match, user_id: int) -> list[Any]:
        """The seats in which the person moved, each with the digest of its authors."""
        seats = self._debriefs[match.pk][1].get("seats", [])
        return [[seat, digest] for seat, (digest, people) in enumerate(seats) if user_id in people]

    @cached_property
    def _analyses(self) -> dict[int, str]:
        rows = Analysis.objects.filter(match__in=self._all, status=Analysis.Status.DONE)
        return dict(rows.values_list("match", "digest"))

    @cached_property
    def _hidden(self) -> set[str]:
        """Commitments to seeds that an unfinished match uses too."""
        luck = {match.commitment for match in self.matches.values() if match.is_over}
        rows = Match.objects.filter(commitment__in=luck).exclude(status__in=OVER)
        return set(rows.order_by().values_list("commitment", flat=True))

    @cached_property
    def _session_of(self) -> dict[int, Session]:
        matches = [match.pk for match in self._all.values() if match.supervised]
        tables = SessionTeam.objects.filter(match__in=matches).select_related("session") if matches else ()
        return {table.match_id: table.session for table in tables if table.match_id is not None}

    def _keep(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """A value shared by papers in one language."""
        whole = (*key, translation.get_language())
        if whole not in self._kept:
            self._kept[whole] = make()
        return self._kept[whole]

    def _questions(self, play_session: Session) -> list[PosedQuestion]:
        found: list[PosedQuestion] = self._keep(("asked", play_session.pk), lambda: posed_questions(play_session))
        return found

    def _given(self, play_session: Session) -> dict[tuple[int, int], tuple[int, bool]]:
        """The choice and whether it is right, by question and user."""
        rows = QuizAnswer.objects.filter(question__session=play_session)
        columns = rows.values_list("question", "user", "choice", "is_right")
        found: dict[tuple[int, int], tuple[int, bool]] = self._keep(
            ("given", play_session.pk), lambda: {(q, user): (choice, right) for q, user, choice, right in columns}
        )
        return found

    @cached_property
    def _movers(self) -> dict[int, set[int]]:
        return members_of(self._all.values())

    def _members(self, play_session: Session) -> dict[int, set[int]]:
        of = self._session_of
        return {pk: self._movers[pk] for pk in self._all if pk in of and of[pk].pk == play_session.pk}

    def _polls(self, play_session: Session | None) -> str:
        """A digest of the room's poll answers. A session without polls has the same digest as a match without a
        session.
        """
        if play_session is None:
            return _hashed([])
        found = self._keep(("polls", play_session.pk), lambda: answered_in(play_session))
        return _hashed([[each.poll.text, [[bar.text, bar.count] for bar in each.bars]] for each in found])

    def _known(self, play_session: Session) -> Any:
        """Quiz results of each team of a session, by match."""
        return self._keep(
            ("known", play_session.pk), lambda: answers_of_teams(play_session, self._members(play_session))
        )

    def _survey_answers(self, play_session: Session) -> Any:
        """Survey answers of each team of a session, by match."""
        return self._keep(
            ("said", play_session.pk), lambda: surveys_of_teams(play_session, self._members(play_session))
        )


def _knowledge(known: Iterable[Any]) -> list[Any]:
    return [[each.asked.words.text, each.right, each.given] for each in known]


def _match_state(match: Match | None) -> list[Any]:
    return [] if match is None else [match.number, match.status, match.started_at is not None]


def _survey(found: surveys.SurveyResults) -> list[Any]:
    return [
        [when, [[each.text, each.item.kind, each.counts, each.texts] for each in items]]
        for when, items in found.items.items()
    ]


def reasons(before: Parts, after: Parts) -> list[str]:
    """The reasons for which a paper may be outdated: the parts changed since the last check, in the current
    language.
    """
    if ERASED in before:
        return [_("a person was erased")]
    if not before:
        return [_("it was made before the site was updated")]
    if not after:
        return [_("the debrief is not there any more")]
    changed = {name for name in after if before.get(name) != after[name]}
    words = {
        "facts": lambda: _("the debrief was made anew"),
        "teams": lambda: _("a team played on, ended or was added"),
        "analysis": lambda: _analysis_words(before.get("analysis", ""), after.get("analysis", "")),
        "names": lambda: _("names or who played changed"),
        "titles": lambda: _("a title changed"),
        "seats": lambda: _("seats or moves were given to somebody else"),
        "quiz": lambda: _("answers to the quiz came in or its questions changed"),
        "polls": lambda: _("a poll was answered or deleted"),
        "survey": lambda: _("answers to the survey came in or its statements changed"),
        "seed": lambda: _("the seed may be shown now") if after["seed"] == SHOWN else _("the seed is in use again"),
        "style": lambda: _("the site was updated"),
    }
    return [say() for name, say in words.items() if name in changed] or [_("it was made before the site was updated")]


def _analysis_words(before: str, after: str) -> str:
    had, has = (int(text.partition(":")[0] or 0) for text in (before, after))
    if has > had:
        return ngettext("an analysis is there now", "%(n)d more analyses are there now", has - had) % {"n": has - had}
    return _("an analysis is being made again") if has < had else _("an analysis was made again")

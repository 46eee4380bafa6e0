"""Generated sessions: every statement about a person rests on that person's moves, and each mover is named with theirs.
The tests keep their own ledger of moves and compare every page and file with it."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.services.peer_reviews import mates_of
from classrooms.assess.reports.batch import players_in, without_report
from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.document import document
from classrooms.assess.reports.services import debrief_freeze
from classrooms.assess.reports.student import own_seats, student_document
from classrooms.care.erasure.services.people import person_erase
from classrooms.models import Mark, Session
from classrooms.play.monitor.queries.participation import own_answers
from classrooms.play.monitor.queries.seating import whose_lines
from games.engine import registry
from games.models import AuthorKind, Match, SeatHolder
from games.platform.permissions import Access, Opened
from games.platform.selectors.authorship import own_moves_in
from games.platform.selectors.position import game_of, state_of
from games.platform.services import moves
from games.platform.services.authors import BOT, DEADLINE, Author
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.interventions import Actor
from games.platform.services.move_attribution import moves_credit, screen_share
from games.web.table_read import TableRead
from tests.classrooms.assess.grading.database.test_research import rows_of
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import GAME, NOW, person

pytestmark = pytest.mark.django_db
SEATS, PEOPLE = 2, 4
_runs = count(1)


@dataclass
class Play:
    """A small session played by a script. `ledger` maps seat and move number to the people who made the move."""

    session: Session
    people: list[Any]
    teacher: Any
    at: Any = NOW
    ledger: dict[int, dict[int, set[int]]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def match(self) -> Match:
        return Match.objects.get(session_team__session=self.session)

    def tick(self):
        self.at += timedelta(minutes=1)
        return self.at

    def holders(self, seat):
        rows = SeatHolder.objects.filter(seat__match=self.match, seat__index=seat, released_at__isnull=True)
        return list(rows.order_by("pk"))

    def prompt(self):
        match = self.match
        found = game_of(match).rules.prompts(state_of(match))
        return next((each for each in found if not each.optional and not each.passive), None)

    def move(self, how, which=0):
        """Play the next required move: as a holder of the seat, by the deadline, or as a bot."""
        match, prompt = self.match, self.prompt()
        if match.is_over or prompt is None:
            return
        held = self.holders(prompt.seat)
        screens = [row for row in held if row.together_with_id is None or row.together_with_id not in _ids(held)]
        author, whose = BOT, set()
        if held and how == "own":
            owner = screens[which % len(screens)]
            beside = {row.user_id for row in held if row.together_with_id == owner.user_id}
            author, whose = Author(AuthorKind.PLAYER, owner.user), {owner.user_id} | beside
        elif held and how == "deadline":
            author = DEADLINE
        rules, state = game_of(match).rules, state_of(match)
        made = moves.submit(
            match_id=match.pk,
            seat=prompt.seat,
            key=prompt.key,
            move=rules.default(state, prompt.seat, prompt.key),
            by=author,
            now=self.tick(),
        ).move
        self.ledger[prompt.seat][made.number] = whose

    def sit(self, seat, who, instead):
        """A person takes the seat, beside its holders or instead of them."""
        user, match = self.people[who], self.match
        if match.is_over:
            return
        now = self.tick()
        if instead:
            for row in self.holders(seat):
                if row.user_id != user.pk:
                    seat_release(match_id=match.pk, seat=seat, user=row.user, now=now)
        seat_assign(match_id=match.pk, seat=seat, user=user, now=now)

    def leave(self, seat):
        if not self.match.is_over:
            for row in self.holders(seat):
                seat_release(match_id=self.match.pk, seat=seat, user=row.user, now=self.tick())

    def share(self, seat, who):
        """A person joins the screen of the first holder of the seat."""
        held, user = self.holders(seat), self.people[who]
        if held and not self.match.is_over and held[0].together_with_id is None and user.pk not in _ids(held):
            actor = Actor(self.teacher, at=self.tick())
            screen_share(match_id=self.match.pk, seat=seat, user=user, owner=held[0].user, actor=actor)

    def credit(self, seat, who):
        """Attribute all human moves of a seat so far to this person."""
        numbers = [number for number, whose in self.ledger[seat].items() if whose]
        user = self.people[who]
        if not any(self.ledger[seat][number] != {user.pk} for number in numbers):
            return
        if all(user.pk in self.ledger[seat][number] for number in numbers):
            return
        SeatHolder.objects.filter(seat__match=self.match, seat__index=seat).update(together_with=None)
        actor = Actor(self.teacher, "Signed in under a wrong name", at=self.tick())
        moves_credit(match_id=self.match.pk, seat=seat, first=1, last=10**6, user=user, actor=actor)
        for number in numbers:
            self.ledger[seat][number] = {user.pk}

    def end(self):
        while not self.match.is_over:
            self.move("own")


def _ids(rows):
    return {row.user_id for row in rows}


seats, whos = st.integers(0, SEATS - 1), st.integers(0, PEOPLE - 1)
steps = st.one_of(
    st.tuples(st.just("move"), st.sampled_from(["own", "own", "own", "deadline", "late bot"]), st.integers(0, 1)),
    st.tuples(st.just("sit"), seats, whos, st.booleans()),
    st.tuples(st.just("leave"), seats),
    st.tuples(st.just("share"), seats, whos),
    st.tuples(st.just("credit"), seats, whos),
)


def played(script):
    """The session at its end: the first person was planned for the first seat, nobody for the other one."""
    run = next(_runs)
    people = [person(f"who-{run}-{number}") for number in range(PEOPLE)]
    course = course_of(person(f"teacher-{run}"), people)
    text = registry.get(GAME).micro["pair"]
    session = session_of(course, teams=[[people[0]]], scenario_text=text, started=True)
    play = Play(session, people, course.enrolments.get(role="instructor").user)
    for name, *values in script:
        getattr(play, name)(*values)
    play.end()
    return play


def truth(play):
    """The numbers of everybody's moves, by seat and person."""
    found = defaultdict(set)
    for seat, moved in play.ledger.items():
        for number, whose in moved.items():
            for user in whose:
                found[seat, user].add(number)
    return {key: tuple(sorted(numbers)) for key, numbers in found.items()}


def whole(true):
    """The number of moves of each person in all seats."""
    found = defaultdict(set)
    for (_seat, user), numbers in true.items():
        found[user] |= set(numbers)
    return {user: tuple(sorted(numbers)) for user, numbers in found.items()}


def check_debrief(play, debrief, true):
    """Page, paper and the instructor's copy: who decided, line by line and in sum."""
    for full in (False, True):
        shown = document(debrief, "en", full=full)
        said = {
            (row["story"].seat, who.id): numbers for row in shown["people"] for who, numbers in row["story"].own.items()
        }
        assert said == true
        for line in shown["record"].lines.values():
            assert set(line["people"]) == play.ledger[line["seat"]].get(line["move"], set()) or line["seat"] is None
    idle = {who.id for row in shown["people"] for who in row["story"].idle}
    for row in shown["people"]:
        assert {who.id for who in row["story"].idle}.isdisjoint(
            {user for seat, user in true if seat == row["story"].seat}
        )
    assert idle <= {user.pk for user in play.people}


def check_students(play, debrief, true):
    """Everybody who moved has a report of exactly that; nobody else has one, and the list says so."""
    assert {user.pk for user in players_in([play.match])[play.match.pk]} == set(whole(true))
    assert {line.user.pk for line in without_report(play.session)}.isdisjoint(whole(true))
    for user in play.people:
        told = student_document(debrief, user, "en")
        assert {(part["seat"], user.pk): part["numbers"] for part in told["parts"]} == {
            key: numbers for key, numbers in true.items() if key[1] == user.pk
        }
        assert own_seats(play.match, user) == sorted(seat for seat, who in true if who == user.pk)
        for part in told["parts"]:
            assert {line["move"] for line in part["lines"]} <= set(part["numbers"])
            assert {line["move"] for line in part["others"]}.isdisjoint(part["numbers"])


def check_lists(play, true):
    """Class report, table page, cockpit, home, team mates and the numbers of taking part."""
    report = class_document(play.session, "en", full=True)
    assert {who.id: numbers for team in report["teams"] for who, numbers in team.members} == whole(true)
    assert {who.id for team in report["teams"] for who in team.absent}.isdisjoint(whole(true))
    assert [team.members for team in class_document(play.session, "en", full=False)["teams"]] == [()]
    table = TableRead(Opened(Access(play.match, play.teacher, (), True)), None)
    assert {
        (seat, who.id): numbers for seat, story in table.stories.items() for who, numbers in story.own.items()
    } == true
    roles = table.roles
    assert {
        (line.seat, who.id): (number, first, last)
        for line in whose_lines(play.match, roles)
        for who, number, first, last in line.parts
    } == {key: (len(numbers), numbers[0], numbers[-1]) for key, numbers in true.items()}
    for user in play.people:
        assert own_moves_in([play.match], user)[play.match.pk] == {
            seat: len(numbers) for (seat, who), numbers in true.items() if who == user.pk
        }
        team = mates_of(play.session, user)
        assert (set() if team is None else {mate.user.pk for mate in team.mates}) == (
            set(whole(true)) - {user.pk} if user.pk in whole(true) else set()
        )
    for (seat, user), own in own_answers(play.match).items():
        assert own.own_in_time + own.late <= len(true.get((seat, user), ()))


def check_files(play, true):
    """Research: who moved and how often, move by move; grades: each fact with the numbers that it rests on."""
    names = {user.username: user.pk for user in play.people}
    said = {
        (int(row["seat"]), names[name]): int(number)
        for row in rows_of(play.session, "scores.csv", named=True)
        for name, number in zip(
            filter(None, row["players"].split(";")), filter(None, row["own_moves"].split(";")), strict=True
        )
    }
    assert said == {key: len(numbers) for key, numbers in true.items()}
    for row in rows_of(play.session, "moves.csv", named=True):
        people = {names[name] for name in (row["person"], *row["beside"].split(";")) if name}
        assert people == play.ledger[int(row["seat"])][int(row["number"])]
    book_ensure(play_session=play.session)
    grades_compute(play_session=play.session)
    for mark in Mark.objects.filter(line__book__session=play.session, line__kind="participation"):
        for seat in mark.facts.get("seats", ()):
            assert tuple(seat["moves"]) == true.get((seat["seat"], mark.user_id), ())
        assert ("seats" in mark.facts) <= (mark.user_id in whole(true))


def check(play):
    true = truth(play)
    debrief = debrief_freeze(match=play.match)
    check_debrief(play, debrief, true)
    check_students(play, debrief, true)
    check_lists(play, true)
    check_files(play, true)
    return true


quick = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@quick
@given(script=st.lists(steps, max_size=12))
def test_everything_said_of_people_rests_on_their_own_moves(script):
    check(played(script))


@pytest.mark.parametrize(
    "script",
    [
        pytest.param([("leave", 0)], id="never came"),
        pytest.param([("move", "deadline", 0), ("leave", 0)], id="planned, and only the clock decided"),
        pytest.param([("move", "own", 0), ("move", "own", 0), ("sit", 1, 1, False)], id="late"),
        pytest.param(
            [("move", "own", 0)] + [("sit", 0, who, True) if who else ("move", "own", 0) for who in (1, 0, 2, 0)],
            id="replaced twice",
        ),
        pytest.param(
            [("move", "own", 0), ("leave", 0), ("move", "own", 0), ("move", "own", 0), ("sit", 0, 0, False)],
            id="came back",
        ),
        pytest.param([("sit", 0, 1, False), *[("move", "own", n) for n in (0, 1, 0, 1)]], id="shared seat"),
        pytest.param([("share", 0, 1), *[("move", "own", 0)] * 3], id="one screen"),
        pytest.param([*[("move", "own", 0)] * 3, ("credit", 0, 3)], id="wrong name"),
    ],
)
def test_what_real_classes_do(script):
    check(played(script))


def test_of_an_erased_person_the_moves_stay_and_the_name_goes():
    play = played([("move", "own", 0), ("move", "own", 0), ("sit", 0, 1, True)])
    gone = play.people[0]
    name = gone.get_full_name()

    person_erase(user=gone)

    play.people = play.people[1:]
    true = truth(play)
    debrief = debrief_freeze(match=play.match)
    shown = document(debrief, "en", full=True)
    said = {
        (row["story"].seat, who.id): (numbers, who.name)
        for row in shown["people"]
        for who, numbers in row["story"].own.items()
    }
    assert {key: numbers for key, (numbers, _name) in said.items()} == true
    assert {told for (_seat, user), (_numbers, told) in said.items() if user == gone.pk} == {"Erased person"}
    assert name not in str(debrief.facts)

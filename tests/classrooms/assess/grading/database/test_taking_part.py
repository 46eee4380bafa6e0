"""Participation counted by hand: a person's own decisions as a share of the required ones, from a match's start to its
end."""

from datetime import timedelta

import pytest

from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.queries.unusual import unusual
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.assess.grading.words import account
from classrooms.models import User
from classrooms.play.monitor.queries.participation import own_answers
from classrooms.play.monitor.services import cockpit
from classrooms.play.monitor.services.counts import intervention_count
from classrooms.play.sessions.services.bots import seats_back
from games.models import AuthorKind, Intervention, Match
from games.platform.selectors.position import game_of, state_of
from games.platform.services import moves
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.interventions import Actor
from games.platform.services.stand_ins import stand_ins_leave
from tests.classrooms.assess.grading.deciding import closed, decided, now_of
from tests.classrooms.assess.grading.sessions import ENDED, end, facts_of, marks_of, matches_of, people, session_with
from tests.classrooms.factories import enrol
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db
SCORES = (6, 6, 6, 6, 6, 6)
SECOND = timedelta(seconds=30)


def table(holder):
    """A team whose second seat a person holds, and its match. Zoe has the third, so that it waits for nobody."""
    play_session = session_with([None, holder, person("zoe")])
    return play_session, matches_of(play_session)[0]


def to_bot(play_session, *, counts, at=None, until_back=True):
    """A bot takes the second seat."""
    row = play_session.session_teams.get()
    actor = Actor(user=play_session.created_by, at=at or now_of(row.match) - SECOND, counts=counts)
    cockpit.table_seat_to_bot(session_team_id=row.pk, seat=1, actor=actor, until_back=until_back)
    row.match.refresh_from_db()


def comes(match, user):
    """The person opens the match, and the stand-in bot leaves the seat."""
    match.refresh_from_db()
    stand_ins_leave(match_id=match.pk, user=user, now=now_of(match) - SECOND)


def points(play_session, match):
    """End the match. Returns the points for taking part by username."""
    end(match, SCORES)
    grades_compute(play_session=play_session, now=ENDED)
    return {name: each for name, each in marks_of(play_session, "participation").items() if name != "zoe"}


def counted(play_session, user):
    """Counts of a person's one seat: required decisions, own in time, before arrival, after leaving, and excused."""
    seat = facts_of(play_session, "participation", user)["seats"][0]
    return tuple(seat.get(name, 0) for name in ("owed", "own", "before", "after", "excused"))


def test_somebody_there_all_the_time_has_everything():
    """10 of 10 decisions."""
    ann = people(1)[0]
    play_session, match = table(ann)
    decided(match, *[ann] * 10)

    assert points(play_session, match) == {"student-01": 10_000}
    assert counted(play_session, ann) == (10, 10, 0, 0, 0)


def test_what_a_stand_in_decided_before_somebody_came_was_owed():
    """A bot plays from the start and decides 4 of 10. Ann comes and decides 6: 6 of 10."""
    ann = people(1)[0]
    play_session, match = table(ann)
    to_bot(play_session, counts=True, at=NOW)
    decided(match, *["bot"] * 4)
    comes(match, ann)
    decided(match, *[ann] * 6)

    assert points(play_session, match) == {"student-01": 6000}
    assert counted(play_session, ann) == (10, 6, 4, 0, 0)


def test_somebody_excused_for_coming_late_owes_what_came_after():
    """The same student, excused: 6 of 6, and the other 4 count as excused."""
    ann = people(1)[0]
    play_session, match = table(ann)
    to_bot(play_session, counts=False, at=NOW)
    decided(match, *["bot"] * 4)
    comes(match, ann)
    decided(match, *[ann] * 6)

    assert points(play_session, match) == {"student-01": 10_000}
    assert counted(play_session, ann) == (6, 6, 0, 0, 4)


def test_somebody_who_sits_down_late_at_an_empty_seat_owes_it_from_the_start():
    """Nobody held the seat for 3 of 10 decisions. Ann takes it herself and decides 7: 7 of 10."""
    ann = people(1)[0]
    play_session, match = table(None)
    enrol(play_session.course, ann)
    decided(match, *["bot"] * 3)
    seat_assign(match_id=match.pk, seat=1, user=ann, now=now_of(match) - SECOND)
    decided(match, *[ann] * 7)

    assert points(play_session, match) == {"student-01": 7000}
    assert counted(play_session, ann) == (10, 7, 3, 0, 0)


def test_somebody_whom_staff_put_on_an_empty_seat_owes_it_from_then_on():
    """The same, but the instructor asked Ann to: 7 of 7, unless it is said to count."""
    ann = people(1)[0]
    play_session, match = table(None)
    enrol(play_session.course, ann)
    decided(match, *["bot"] * 3)
    row = play_session.session_teams.get()
    actor = Actor(user=play_session.created_by, at=now_of(match) - SECOND)
    cockpit.table_seat_to_person(session_team_id=row.pk, seat=1, user=ann, actor=actor)
    decided(match, *[ann] * 7)

    assert points(play_session, match) == {"student-01": 10_000}
    assert counted(play_session, ann) == (7, 7, 0, 0, 3)


def test_what_a_bot_decided_after_somebody_left_at_half_time_was_owed():
    """Ann decides 5 of 10 and leaves; a bot decides the rest: 5 of 10, as if the time had run out at each of them."""
    ann = people(1)[0]
    play_session, match = table(ann)
    decided(match, *[ann] * 5)
    seat_release(match_id=match.pk, seat=1, user=ann, now=now_of(match) - SECOND)
    decided(match, *["bot"] * 5)

    assert points(play_session, match) == {"student-01": 5000}
    assert counted(play_session, ann) == (10, 5, 0, 5, 0)


@pytest.mark.parametrize(("counts", "expected"), [(True, (10, 5, 0, 5, 0)), (False, (5, 5, 0, 0, 5))])
def test_a_seat_that_staff_gave_to_a_bot_at_half_time_is_owed_unless_excused(counts, expected):
    ann = people(1)[0]
    play_session, match = table(ann)
    decided(match, *[ann] * 5)
    to_bot(play_session, counts=counts, until_back=False)
    decided(match, *["bot"] * 5)

    assert points(play_session, match) == {"student-01": 5000 if counts else 10_000}
    assert counted(play_session, ann) == expected


def test_somebody_who_left_owes_the_rest_and_somebody_who_took_over_only_theirs():
    """Ann decides 3 of 10 and leaves by herself; Bob decides 7: 3 of 10 and 7 of 7."""
    ann, bob = people(2)
    play_session, match = table(ann)
    enrol(play_session.course, bob)
    decided(match, *[ann] * 3)
    seat_release(match_id=match.pk, seat=1, user=ann, now=now_of(match) - SECOND)
    seat_assign(match_id=match.pk, seat=1, user=bob, now=now_of(match) - SECOND)
    decided(match, *[bob] * 7)

    assert points(play_session, match) == {"student-01": 3000, "student-02": 10_000}
    assert (counted(play_session, ann), counted(play_session, bob)) == ((10, 3, 0, 7, 0), (7, 7, 0, 0, 0))


def test_somebody_who_changes_seats_owes_each_while_they_hold_it():
    """Ann decides 4 times on the second seat and moves to the third. From then on the second seat requires nothing of
    her.
    """
    ann = people(1)[0]
    play_session, match = table(ann)
    decided(match, *[ann] * 4)
    seat_release(match_id=match.pk, seat=1, user=ann, now=now_of(match) - SECOND)
    seat_assign(match_id=match.pk, seat=2, user=ann, now=now_of(match) - SECOND)
    decided(match, *["bot"] * 3)

    own = own_answers(match)[1, ann.pk]
    assert (own.required, own.own_in_time, own.after) == (4, 4, 0)


def test_a_hand_over_that_was_undone_is_nobodys_fault():
    """A bot decides 2 by mistake of the instructor; Ann has the seat back and decides 8: 8 of 8."""
    ann = people(1)[0]
    play_session, match = table(ann)
    to_bot(play_session, counts=True, at=NOW)
    decided(match, *["bot"] * 2)
    decided_by(match, User.objects.get(username="zoe"), seat=2)
    note = Intervention.objects.get(kind="to_bot")
    actor = Actor(user=play_session.created_by, at=now_of(match) - SECOND)
    seats_back(session_id=play_session.pk, batch=note.batch, actor=actor)
    match.refresh_from_db()
    decided(match, *[ann] * 8)

    own = own_answers(match)[1, ann.pk]
    assert (own.required, own.own_in_time, own.spared) == (8, 8, 2)


def decided_by(match, user, seat):
    """One decision of another seat. A person has then moved, so that the match is not reset."""
    before = closed(match, seat)
    while closed(match, seat) == before:
        state = state_of(match)
        asked = [each for each in game_of(match).rules.prompts(state) if not each.optional and not each.passive]
        prompt = next((each for each in asked if each.seat == seat), asked[0])
        by = Author(AuthorKind.PLAYER, user) if prompt.seat == seat else Author(AuthorKind.BOT)
        move = game_of(match).rules.default(state, prompt.seat, prompt.key)
        moves.submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, now=now_of(match))
        match.refresh_from_db()


def test_late_half_and_never_come_out_in_order():
    """Punctual 10 of 10, late 7 of 10, left at half-time 5 of 10, never came: a word and no number."""
    users = people(4)
    zoes = people(4, "zoe")
    play_session = session_with(*[[None, user, zoe] for user, zoe in zip(users, zoes, strict=True)], smallest=60)
    punctual, late, half, never = users
    first, second, third, fourth = matches_of(play_session)
    decided(first, *[punctual] * 10)
    for match in (second, fourth):
        actor = Actor(user=play_session.created_by, at=NOW, counts=True)
        row = play_session.session_teams.get(match=match)
        cockpit.table_seat_to_bot(session_team_id=row.pk, seat=1, actor=actor, until_back=True)
    decided(second, *["bot"] * 3)
    comes(second, late)
    decided(second, *[late] * 7)
    decided(third, *[half] * 5)
    seat_release(match_id=third.pk, seat=1, user=half, now=now_of(third) - SECOND)
    decided(third, *["bot"] * 5)
    decided(fourth, *["bot"] * 10)
    for match in (first, second, third, fourth):
        end(match, SCORES)
    grades_compute(play_session=play_session, now=ENDED)

    found = marks_of(play_session, "participation")
    assert [found[user.username] for user in users] == [10_000, 7000, 5000, None]
    assert facts_of(play_session, "participation", never) == {"why": "absent"}
    rows = {row.user: row for row in mark_table_of(play_session).rows}
    assert [rows[user].state for user in users] == ["finished", "finished", "left", "never_came"]
    assert rows[never].outcome == "absent"
    found = {each.row.user: each for each in unusual(mark_table_of(play_session))}
    assert "Left the table" in (found[half].what, found[half].more.rpartition(", ")[2])
    assert found[never].what == "Never came"
    assert "Architect: 0 of 10 decisions are their own." in found[never].facts


def test_the_rule_and_the_count_are_told_so_that_they_can_be_checked():
    ann = people(1)[0]
    play_session, match = table(ann)
    to_bot(play_session, counts=True, at=NOW)
    decided(match, *["bot"] * 4)
    comes(match, ann)
    decided(match, *[ann] * 4, "clock", ann)
    points(play_session, match)

    told = account("participation", {"late": 0}, facts_of(play_session, "participation", ann))

    assert told.sentences == (
        "Architect in Team 1. Decisions: 10; own moves in time: 5.",
        "Of the others: 4 before arrival, 1 default when the time was up.",
        "Taking part: 5 of 10 decisions, which is 50.0 %.",
    )
    assert "from the start of the match to its end" in told.rule


def test_staff_can_excuse_afterwards():
    ann = people(1)[0]
    play_session, match = table(ann)
    to_bot(play_session, counts=True, at=NOW)
    decided(match, *["bot"] * 4)
    comes(match, ann)
    decided(match, *[ann] * 6)
    note = Intervention.objects.get(kind="to_bot")

    intervention_count(session_id=play_session.pk, intervention_id=note.pk, counts=False)

    assert points(play_session, match) == {"student-01": 10_000}
    assert Match.objects.get().number

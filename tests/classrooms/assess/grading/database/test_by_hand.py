"""Marks and states computed by hand: absent, a missed deadline, replaced, late, quiz only, stopped at the end."""

from datetime import timedelta

import pytest

from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.queries.taking_part import participation_set, participation_take_back
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.models import OwnQuestion, Participation, QuizAnswer, RoleScores, SessionQuestion
from classrooms.play.monitor.queries.progress import progress_of
from classrooms.play.monitor.services import cockpit
from games.models import Match, SeatHolder
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_abort
from tests.classrooms.assess.grading.deciding import decided, now_of
from tests.classrooms.assess.grading.sessions import ENDED, end, facts_of, marks_of, matches_of, people, session_with
from tests.classrooms.factories import enrol
from tests.games.factories import NOW

pytestmark = pytest.mark.django_db
SCORES = (6, 6, 6, 5, 24, 10)
BOTS = [[0] * 1000, [1] * 400 + [8] * 600, *([[0] * 1000] * 4)]
"""The 6 points of the second seat are 5 of the 7 from the worst game to the middle one: 1500 + 3500 x 5/7 = 4000."""


def computed(play_session):
    """The mark or the text in its place, and the judged percentage of the rubric, by username."""
    grades_compute(play_session=play_session, now=ENDED)
    RoleScores.objects.update(scores=BOTS, made_at=ENDED)
    grades_compute(play_session=play_session, now=ENDED)
    return {row.user.username: (row.outcome, row.judged_percent) for row in mark_table_of(play_session).rows}


def test_absent_for_all_lines_is_a_word_and_no_zero():
    """Both hold a seat of the same team. Ann decides 10 of 10, nobody ever saw Bob: a bot decided 10 of 10.

    Ann: project 10000 x 30, objectives 4000 x 30, taking part 10000 x 25 = 670000 / 85 = 7882.35, of 20: 15.76.
    Bob: nothing to judge on any line, 0 of 85.
    """
    ann, bob = people(2)
    play_session = session_with([None, ann, bob], smallest=60)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 10)
    end(match, SCORES)

    assert computed(play_session) == {"student-01": ("15.8", 100), "student-02": ("absent", 0)}
    assert {
        kind: facts_of(play_session, kind, bob) for kind in ("project", "objectives", "participation")
    } == dict.fromkeys(("project", "objectives", "participation"), {"why": "absent"})
    states = Participation.objects.order_by("user__username").values_list("state", "is_proposed")
    assert list(states) == [("present", True), ("absent", True)]


def test_one_missed_deadline_costs_a_part_of_taking_part_and_of_no_other_line():
    """The clock decided 1 of 10. Project 10000 with all of its weight; objectives 4000 with 9/10 of it, since what the
    clock earned is nobody's; taking part 9/10 = 9000.

    300000 + 4000 x 27 + 9000 x 25 = 633000 / 82 = 7719.5, of 20: 15.44. Judged: 82 of 85 = 96.47 %.
    """
    ann = people(1)[0]
    play_session = session_with([None, ann], smallest=60)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 4, "clock", *[ann] * 5)
    end(match, SCORES)

    assert computed(play_session) == {"student-01": ("15.4", 96)}


def test_who_was_replaced_and_who_came_share_the_seat_by_their_decisions():
    """Ann decides 3 of 10 and leaves; Bob decides the other 7.

    Ann: project and objectives with 3/10 of their weights, 9 and 9; taking part 3 of 3 with all 25: 43 of 85 = 50.6 %,
    which is under 60. Would be: 10000 x 9 + 4000 x 9 + 10000 x 25 = 376000 / 43 = 8744.2, of 20: 17.5.
    Bob: 21 and 21 and 25 = 67 of 85 = 78.8 %. 210000 + 84000 + 250000 = 544000 / 67 = 8119.4, of 20: 16.24.
    """
    ann, bob = people(2)
    play_session = session_with([None, ann], smallest=60)
    enrol(play_session.course, bob)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 3)
    handed_over(play_session, to=bob)
    match.refresh_from_db()
    decided(match, *[bob] * 7)
    end(match, SCORES)

    assert computed(play_session) == {"student-01": ("too_little", 50), "student-02": ("16.2", 78)}
    row = mark_table_of(play_session).rows[0]
    assert (row.would_be, row.participation.state) == ("17.5", "replaced")
    assert facts_of(play_session, "project", ann)["tables"][0]["own"] == 3
    assert facts_of(play_session, "project", bob)["tables"][0]["of"] == 10


def handed_over(play_session, to=None):
    """The second seat of the first team goes to a person, or to a bot."""
    table = play_session.session_teams.first()
    actor = Actor(user=play_session.created_by, at=now_of(table.match) + timedelta(seconds=-30))
    if to is None:
        cockpit.table_seat_to_bot(session_team_id=table.pk, seat=1, actor=actor)
    else:
        cockpit.table_seat_to_person(session_team_id=table.pk, seat=1, user=to, actor=actor)


def test_quiz_only_is_not_enough_to_judge():
    """Bob has no move and answered 1 of 2 questions, rightly: 5000 on a line of 10 out of 95, which is 10.5 %."""
    ann, bob = people(2)
    play_session = session_with([None, ann, bob], smallest=60)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 10)
    asked_two(play_session, bob)
    end(match, SCORES)

    assert computed(play_session)["student-02"] == ("too_little", 10)
    assert mark_table_of(play_session).rows[1].would_be == "10.0"


def asked_two(play_session, user):
    asked = [question(play_session) for _ in range(2)]
    QuizAnswer.objects.create(question=asked[0], user=user, choice=1, is_right=True, created_at=NOW)


def question(play_session):
    own = OwnQuestion.objects.create(
        course=play_session.course, text="How many days?", options=["1", "2", "3"], right=1, created_at=NOW
    )
    return SessionQuestion.objects.create(session=play_session, own=own, when="before")


def test_zero_is_what_the_rubric_says_of_nothing_to_judge():
    """The lines of the match count as zero for who left nothing: (0 x 30 + 0 x 30 + 0 x 25) / 85 = 0.0, judged."""
    ann, bob = people(2)
    play_session = session_with([None, ann, bob], smallest=60)
    play_session.grade_book.lines.update(when_nothing="zero")
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 10)
    end(match, SCORES)

    assert computed(play_session) == {"student-01": ("15.8", 100), "student-02": ("0.0", 100)}


def test_what_is_not_the_students_doing_is_never_zero():
    """There is no question yet, and bots have not played: taking part alone counts, 25 of 95 = 26.3 %."""
    ann = people(1)[0]
    play_session = session_with([None, ann], smallest=0)
    play_session.grade_book.lines.update(when_nothing="zero")
    question_after = question(play_session)
    SessionQuestion.objects.filter(pk=question_after.pk).update(when="during", turn=12)
    decided(matches_of(play_session)[0], *[ann] * 10)
    match_abort(match_id=matches_of(play_session)[0].pk)

    assert computed(play_session) == {"student-01": ("20.0", 26)}


def test_a_seat_that_went_to_a_bot_in_the_middle_counts_by_the_part_before():
    """Ann decides 8 of 10, then a bot: 24 and 24 and 25 = 73 of 85 = 85.9 %.

    240000 + 4000 x 24 + 10000 x 25 = 586000 / 73 = 8027.4, of 20: 16.05.
    """
    ann = people(1)[0]
    play_session = session_with([None, ann], smallest=60)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 8)
    handed_over(play_session)
    match.refresh_from_db()
    decided(match, "bot", "bot")
    end(match, SCORES)

    assert computed(play_session) == {"student-01": ("16.1", 85)}


def test_excused_absent_and_took_part_by_hand():
    """Computed by hand: an excused student has no mark. A student marked as present has 0 of 10 for taking part. With
    the targets of the team: 10000 x 30 + 0 x 25 = 300000 / 55 = 5454.5, of 20: 10.9; 55 of 85 = 64.7 %.
    """
    ann, bob = people(2)
    play_session = session_with([None, ann, bob], smallest=60)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 10)
    end(match, SCORES)
    computed(play_session)

    def said(user, state):
        participation_set(play_session=play_session, user_id=user.pk, state=state, by=play_session.created_by)
        return computed(play_session)[user.username]

    assert said(ann, "excused") == ("excused", 100)
    assert said(ann, "absent") == ("absent", 0)
    assert facts_of(play_session, "project", ann) == {"why": "said_absent"}
    participation_take_back(play_session=play_session, user_id=ann.pk)
    assert computed(play_session)["student-01"] == ("15.8", 100)
    assert said(bob, "present") == ("10.9", 64)


def test_a_match_that_continues_another_day_has_no_mark_until_it_has_ended():
    """Taking part can be judged already: 25 of 85 are 29.4 %."""
    ann = people(1)[0]
    play_session = session_with([None, ann], smallest=0)
    decided(matches_of(play_session)[0], ann, ann)

    assert computed(play_session) == {"student-01": ("unfinished", 29)}
    assert Participation.objects.get().state == "present"


@pytest.mark.parametrize("stopped", [True, False])
def test_the_bell_rings_and_the_turns_played_are_held_against_the_plan(stopped):
    """Domego gives the sums of base days, required cubes and slots after each activity. The team's numbers are those
    of the record. Own objectives count only at the end, so that 55 of 85 = 64.7 % can be judged.
    """
    ann = people(1)[0]
    play_session = session_with([None, ann], smallest=60, unfinished="turns")
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 7)
    if stopped:
        match_abort(match_id=match.pk)

    outcome = computed(play_session)["student-01"]

    gauges = progress_of([Match.objects.get(pk=match.pk)])[match.pk].gauges
    done = len(gauges[0].series) - 1
    table = facts_of(play_session, "project", ann)["tables"][0]
    assert done >= 1
    assert (table["turn"], table["turns"]) == (done, 12)
    assert [(each["value"], each["target"]) for each in table["targets"]] == [
        (gauge.series[done], gauge.pace[done]) for gauge in gauges
    ]
    assert facts_of(play_session, "objectives", ann) == {"why": "aborted" if stopped else "not_finished"}
    assert outcome[1] == 64
    assert outcome[0] not in ("too_little", "unfinished", "")


def lobby(match, user, seat):
    """Hold and leave a seat before the match begins."""
    row = match.seats.get(index=seat)
    SeatHolder.objects.create(
        seat=row, user=user, since=NOW - timedelta(minutes=9), released_at=NOW - timedelta(minutes=5)
    )


def test_a_seat_left_before_the_start_is_none_of_the_match():
    """Ann sat on the first seat, then on the second, and answers 10 of 10 there: 15.76 as if she had never moved."""
    ann = people(1)[0]
    play_session = session_with([None, ann], smallest=60)
    match = matches_of(play_session)[0]
    lobby(match, ann, 0)
    decided(match, *[ann] * 10)
    end(match, SCORES)

    assert computed(play_session) == {"student-01": ("15.8", 100)}
    assert Participation.objects.get().state == "present"
    assert [seat["seat"] for seat in facts_of(play_session, "objectives", ann)["seats"]] == [1]


def test_two_at_one_screen_answer_as_one():
    """Ann's screen, with Bob beside her, answers 5 of 10 and the clock the rest: taking part is 5000 for both."""
    ann, bob = people(2)
    play_session = session_with([None, ann, bob], smallest=0)
    match = matches_of(play_session)[0]
    beside(match, ann, bob)
    decided(match, *[ann] * 5, *["clock"] * 5)
    end(match, SCORES)
    computed(play_session)

    assert marks_of(play_session, "participation") == {"student-01": 5000, "student-02": 5000}


def beside(match, owner, user):
    seat = match.seats.get(index=1)
    SeatHolder.objects.filter(seat__match=match, user=user).delete()
    since = seat.holders.get(user=owner).since
    SeatHolder.objects.create(seat=seat, user=user, since=since, together_with=owner)


def test_who_never_came_takes_no_half_of_what_the_other_owed():
    """Two hold the seat. Ann answers 5 of 10, Bob nothing and the clock the rest: taking part is 5000."""
    ann, bob = people(2)
    play_session = session_with([None, ann], smallest=0)
    enrol(play_session.course, bob)
    match = matches_of(play_session)[0]
    seat = match.seats.get(index=1)
    SeatHolder.objects.create(seat=seat, user=bob, since=seat.holders.get(user=ann).since)
    decided(match, *[ann] * 5, *["clock"] * 5)
    end(match, SCORES)
    computed(play_session)

    assert marks_of(play_session, "participation") == {"student-01": 5000, "student-02": None}


def test_who_comes_back_and_stays_to_the_end_was_not_replaced():
    """Ann decides 3 of 10, a bot 4 while she is away, and she the last 3."""
    ann = people(1)[0]
    play_session = session_with([None, ann], smallest=0)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 3)
    handed_over(play_session)
    match.refresh_from_db()
    decided(match, *["bot"] * 4)
    handed_over(play_session, to=ann)
    match.refresh_from_db()
    decided(match, *[ann] * 3)
    end(match, SCORES)
    computed(play_session)

    assert Participation.objects.get().state == "present"


def test_a_quiz_that_somebody_absent_never_answered_says_so():
    """Ann answered 1 of 2 questions; Bob neither moved nor answered, so that nothing is a wrong answer of his."""
    ann, bob = people(2)
    play_session = session_with([None, ann, bob], smallest=60)
    match = matches_of(play_session)[0]
    decided(match, *[ann] * 10)
    asked_two(play_session, ann)
    end(match, SCORES)

    assert computed(play_session)["student-02"] == ("absent", 0)
    assert facts_of(play_session, "quiz", bob) == {"why": "unanswered"}
    assert facts_of(play_session, "quiz", ann) == {"right": 1, "asked": 2}

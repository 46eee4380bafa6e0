"""Two weeks of play in simulated time: due times, mails, and the moves for players who stay away."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from classrooms.models import SeatPlan
from classrooms.play.sessions import services as sessions
from games.engine import registry
from games.models import AuthorKind, Match, Status
from games.platform.pace import Pace
from games.platform.selectors.position import game_of, state_of
from games.platform.selectors.replaying import difference
from games.platform.services.authors import Author
from games.platform.services.bots import play_bots
from games.platform.services.deadlines import apply_due
from games.platform.services.matches import match_begin
from games.platform.services.moves import submit
from games.platform.work import notices
from games.platform.work.sweep import sweep
from tests.classrooms.factories import course_of, enrol
from tests.games.factories import GAME, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

PARIS = ZoneInfo("Europe/Paris")
EASTER_MONDAY = date(2026, 4, 6)
DAYS = Pace(
    mode="async",
    hours=24,
    quiet_from=22,
    quiet_to=8,
    weekends=True,
    holidays=(EASTER_MONDAY,),
    time_zone="Europe/Paris",
)
"""Fourteen hours of a working day count. Clocks go forward on 29 March 2026 and back on 25 October."""
STEP = timedelta(minutes=30)
MAIL, REMINDER = "mail", "reminder"


def at(day, hour, minute=0, month=3):
    """A moment in the time zone of Paris."""
    return datetime(2026, month, day, hour, minute, tzinfo=PARIS)


class Weeks:
    """A session of Ada (half as much time again) and Bob, and the site's workers, in simulated time."""

    def __init__(self, start, pace=DAYS):
        self.ada, self.bob = person("ada"), person("bob")
        course = course_of(students=[self.bob], time_zone="Europe/Paris")
        enrol(course, self.ada, extra_time=50)
        made = sessions.session_create(
            course=course,
            by=None,
            title="Two weeks",
            game=GAME,
            scenario=registry.get(GAME).micro["pair"],
            pace=pace,
            now=start,
        )
        sessions.tables_choose(session_id=made.pk, teams=[], others=1)
        for seat, user in enumerate((self.ada, self.bob)):
            SeatPlan.objects.create(session_team=made.session_teams.get(), seat=seat, user=user)
        (match,) = sessions.session_open(session_id=made.pk, by=None, now=start)
        sessions.session_plan_start(session_id=made.pk, at=start)
        self.match_id, self.now, self.mails = match.pk, start, []
        self.tick()
        match_begin(match_id=match.pk, now=start)
        self.tick()

    @property
    def match(self):
        return Match.objects.get(pk=self.match_id)

    def tick(self):
        """Do the work that the sweep finds at this moment, and send mails."""
        for _round in range(3):
            if not (found := sweep(now=self.now)):
                break
            for task, pk in found:
                if task == "games.apply_due":
                    apply_due(match_id=pk, now=self.now)
                if task in ("games.apply_due", "games.after_move"):
                    play_bots(match_id=pk)
                    notices.notify_open(match_id=pk, now=self.now)
        mail.outbox.clear()
        notices.send_mails(now=self.now)
        for each in mail.outbox:
            kind = REMINDER if "Time is running out" in each.body else MAIL
            self.mails.append((self.now.astimezone(PARIS).replace(tzinfo=None), each.to[0].partition("@")[0], kind))
        self.mails.sort()

    def until(self, moment):
        """Advance the time in steps of half an hour, with a tick after each."""
        while self.now < moment:
            self.now += STEP
            self.tick()

    def answer(self, user, seat):
        """Make the default move of a seat as its holder."""
        match = self.match
        rules, state = game_of(match).rules, state_of(match)
        prompt = next(prompt for prompt in rules.prompts(state) if prompt.seat == seat and not prompt.optional)
        move = rules.default(state, seat, prompt.key)
        by = Author(AuthorKind.PLAYER, user)
        submit(match_id=match.pk, seat=seat, key=prompt.key, move=move, by=by, now=self.now)
        notices.notify_open(match_id=match.pk, now=self.now)

    def due(self):
        """The open decisions: seat -> due time on the clocks of Paris."""
        rows = self.match.decisions.filter(closed_at__isnull=True, optional=False)
        return {row.seat: row.due_at.astimezone(PARIS).replace(tzinfo=None) for row in rows}

    def played(self):
        """Every move: time, seat, kind of author."""
        rows = self.match.moves.filter(number__gt=0).order_by("number")
        return [(row.created_at.astimezone(PARIS).replace(tzinfo=None), row.seat, row.author_kind) for row in rows]


def wall(day, hour, minute=0, month=3):
    return datetime(2026, month, day, hour, minute)  # noqa: DTZ001  the wall clock, whatever the season


def test_two_weeks_over_a_change_of_clocks_weekends_and_a_holiday():
    weeks = Weeks(at(26, 9))
    ada, bob, told = 0, 1, weeks.mails

    # Asked on Thursday at nine. Bob: 13 hours on Thursday, 11 on Friday. Ada: 13, 14, and 9 on Monday.
    assert weeks.due() == {bob: wall(27, 19), ada: wall(30, 17)}
    weeks.until(at(30, 10))
    weeks.answer(weeks.ada, ada)

    # Asked on Monday at ten. Bob: 12 hours on Monday, 12 on Tuesday. Ada: 12, 14, and 10 on Wednesday.
    assert weeks.due() == {bob: wall(31, 20), ada: wall(1, 18, month=4)}
    weeks.until(at(31, 9))
    weeks.answer(weeks.bob, bob)
    assert weeks.due() == {ada: wall(1, 18, month=4)}
    weeks.until(at(1, 18, month=4))

    # Asked on Wednesday at six. Ada: 4 hours, 14, 14 on Friday, none until Easter Monday is over, 4 on Tuesday.
    assert weeks.due() == {ada: wall(7, 12, month=4)}
    weeks.until(at(7, 11, 30, month=4))
    assert weeks.due() == {ada: wall(7, 12, month=4)}
    weeks.until(at(9, 9, month=4))

    assert weeks.played() == [
        (wall(27, 19), bob, AuthorKind.DEADLINE),
        (wall(30, 10), ada, AuthorKind.PLAYER),
        (wall(31, 9), bob, AuthorKind.PLAYER),
        (wall(1, 18, month=4), ada, AuthorKind.DEADLINE),
        (wall(7, 12, month=4), ada, AuthorKind.DEADLINE),
    ]
    assert told == [
        (wall(26, 10), "ada", MAIL),
        (wall(26, 10), "bob", MAIL),
        (wall(27, 16), "bob", REMINDER),
        (wall(30, 10, 30), "ada", MAIL),
        (wall(30, 10, 30), "bob", MAIL),
        (wall(1, 15, month=4), "ada", REMINDER),
        (wall(1, 18, 30, month=4), "ada", MAIL),
        (wall(7, 9, month=4), "ada", REMINDER),
    ]
    assert (weeks.match.status, difference(weeks.match)) == (Status.FINISHED, None)


def test_due_times_in_between_are_so_many_real_hours_away():
    """From Friday to Monday the clocks go forward: an hour less passes than wall clocks show."""
    weeks = Weeks(at(26, 9))

    moments = {row.seat: row.due_at for row in weeks.match.decisions.filter(closed_at__isnull=True)}

    assert moments == {
        0: datetime(2026, 3, 30, 15, 0, tzinfo=UTC),  # 17:00 in summer time
        1: datetime(2026, 3, 27, 18, 0, tzinfo=UTC),  # 19:00 in winter time
    }


ALWAYS = Pace(mode="async", hours=24, time_zone="Europe/Paris")
NIGHTS = Pace(mode="async", hours=4, quiet_from=22, quiet_to=8, time_zone="Europe/Paris")


@pytest.mark.parametrize(
    ("pace", "start", "ada", "bob"),
    [
        # A day and a half and a day from Saturday noon: one night has an hour less, the other an hour more.
        (ALWAYS, at(28, 12), wall(30, 1), wall(29, 13)),
        (ALWAYS, at(24, 12, month=10), wall(25, 23, month=10), wall(25, 11, month=10)),
        # Two hours in the evening, the rest from eight o'clock on, however long the night was.
        (NIGHTS, at(28, 20), wall(29, 12), wall(29, 10)),
        (NIGHTS, at(24, 20, month=10), wall(25, 12, month=10), wall(25, 10, month=10)),
    ],
)
def test_nights_on_which_clocks_change(pace, start, ada, bob):
    assert Weeks(start, pace).due() == {0: ada, 1: bob}

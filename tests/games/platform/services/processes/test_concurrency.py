"""Eight threads at one match, double clicks included, on the database that the site would use."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client

from games.engine import codec
from games.models import AuthorKind, Match, Notification, Status
from games.platform import clock
from games.platform.errors import MatchNotRunning, SeatTaken, StaleDecision
from games.platform.pace import Pace
from games.platform.selectors.position import game_of, state_of
from games.platform.selectors.replaying import difference
from games.platform.services.authors import Author
from games.platform.services.bots import play_bots
from games.platform.services.deadlines import apply_due
from games.platform.services.holders import invite_create, invite_token
from games.platform.services.interventions import Actor
from games.platform.services.moves import submit
from games.platform.services.seat_claims import invite_accept
from games.platform.services.talk import message_post
from games.platform.work.notices import notify_open
from games.platform.work.sweep import sweep
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 8


def at_once(work, arguments):
    """Call `work` in one thread for each argument, all at the same moment; results in order. Errors are raised."""
    start = Barrier(len(arguments))

    def one(argument):
        try:
            start.wait()
            return work(argument)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(one, arguments))


def is_sound(match):
    """Check that numbers have no gaps, and that the snapshot equals a replay."""
    match.refresh_from_db()
    assert list(match.moves.values_list("number", flat=True).order_by("number")) == list(range(match.number + 1))
    numbers = list(match.events.values_list("number", flat=True).order_by("number"))
    assert numbers == list(range(1, len(numbers) + 1))
    assert match.moves.get(number=match.number).state_hash == codec.state_hash(match.state.encode())
    assert difference(match) is None


def answers_to(match, user, thread, played):
    """Play default answers until the match is over, each sent twice; returns the accepted ones."""
    rules, by = game_of(match).rules, Author(AuthorKind.PLAYER, user)
    while True:
        now = Match.objects.get(pk=match.pk)
        if now.is_over:
            return played
        state = state_of(now)
        prompts = [prompt for prompt in rules.prompts(state) if not prompt.optional]
        prompt = prompts[thread % len(prompts)]
        move = rules.default(state, prompt.seat, prompt.key)
        for _click in range(2):
            try:
                done = submit(
                    match_id=match.pk,
                    seat=prompt.seat,
                    key=prompt.key,
                    move=move,
                    by=by,
                    submission_id=f"{thread}.{now.number}",
                )
                played.append((done.move.number, done.repeated))
            except (StaleDecision, MatchNotRunning):
                break  # somebody else was faster: the page says so and shows the fresh position


def test_eight_people_with_double_clicks_play_one_match_to_the_end():
    ada = person()
    match = match_of(*[ada] * 6)

    played = at_once(lambda thread: answers_to(match, ada, thread, []), range(THREADS))

    is_sound(match)
    made = sorted(number for each in played for number, repeated in each if not repeated)
    again = sorted(number for each in played for number, repeated in each if repeated)
    assert match.status == Status.FINISHED
    assert made == again == list(range(1, match.number + 1))


def test_one_click_sent_eight_times_is_one_move():
    ada = person()
    match = match_of(ada)
    body = {"key": "activity-1/buy/owner", "submission_id": "one", "move": {"kind": "buy", "quantity": 3}}

    def click(_thread):
        client = Client()
        client.force_login(ada)
        return client.post(f"/api/v1/matches/{match.pk}/seats/0/moves", body, content_type="application/json")

    answers = at_once(click, range(THREADS))

    is_sound(match)
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert [answer.json()["number"] for answer in answers] == [1] * 8
    assert match.number == 1


def test_eight_different_answers_to_one_question_play_one_and_seven_are_told():
    ada = person()
    match = match_of(ada)

    def click(quantity):
        client = Client()
        client.force_login(ada)
        body = {"key": "activity-1/buy/owner", "move": {"kind": "buy", "quantity": quantity}}
        return client.post(f"/api/v1/matches/{match.pk}/seats/0/moves", body, content_type="application/json")

    answers = at_once(click, range(1, THREADS + 1))

    is_sound(match)
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"stale_decision"}
    assert match.number == 1


def test_bots_deadlines_sweeps_notices_and_talk_at_once_lose_nothing():
    ada = person()
    match = match_of(ada, pace_of_match=Pace(mode="live", minutes=1))
    late = clock.now().replace(year=2099)

    def work(thread):
        for _ in range(6):
            match thread % 5:
                case 0:
                    play_bots(match_id=pk)
                case 1:
                    apply_due(match_id=pk, now=late)
                case 2:
                    notify_open(match_id=pk)
                case 3:
                    message_post(match_id=pk, seat=0, author=ada, text=f"line of {thread}")
                case 4:
                    sweep(now=late)

    pk, before = match.pk, match.revision
    at_once(work, range(THREADS))

    is_sound(match)
    assert match.messages.count() == 6
    assert match.revision == before + 6 + match.number
    told = Notification.objects.values_list("decision", "user")
    assert len(set(told)) == len(told)


def test_of_eight_sweeps_one_gets_each_piece_of_work():
    matches = [match_of(scenario="pair", now=NOW) for _ in range(5)]

    found = at_once(lambda _thread: sweep(), range(THREADS))

    assert sorted(sum(found, [])) == [("games.after_move", match.pk) for match in matches]


def test_eight_notifiers_tell_everybody_once():
    ada, bob = person(), person()
    match = match_of(ada, bob, scenario="pair")

    at_once(lambda _thread: notify_open(match_id=match.pk), range(THREADS))

    assert sorted(Notification.objects.values_list("user", flat=True)) == [ada.pk, bob.pk]


def test_of_eight_people_with_one_link_one_sits_down():
    people = [person() for _ in range(THREADS)]
    match = match_of()
    link = invite_token(invite_create(seat=match.seats.get(index=2), by=None))

    def open_link(user):
        try:
            invite_accept(token=link, actor=Actor(user))
        except SeatTaken:
            return None
        return user.pk

    answers = at_once(open_link, people)

    seated = [answer for answer in answers if answer is not None]
    assert len(seated) == 1
    assert list(match.seats.get(index=2).holders.values_list("user", flat=True)) == seated

"""The page of a plan: written at the table, shown to the team, withdrawn."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.engine import registry
from games.engine.away import MOST_IN_A_ROW
from games.models import AuthorKind, AwayPlan
from games.platform import clock
from games.platform.pace import Pace
from games.platform.services.away import play_absent
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_abort, match_create, match_start
from tests.every_game import GAMES
from tests.games.factories import SEED, match_of, person, play_on, role_ids
from tests.games.web.forms import table_url
from tests.site.html import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
SLOW = Pace(mode="async", hours=24, time_zone="America/Montreal")


@pytest.fixture
def ada(client):
    user = person("ada")
    client.force_login(user)
    return user


@pytest.fixture
def match(ada):
    return match_of(ada, person("bob"), scenario="pair", pace_of_match=SLOW)


def url(match):
    return f"/matches/{match.pk}/away/"


def back_on(days=2):
    """A moment some days ahead in the match's time zone, as a browser sends it."""
    moment = timezone.localtime(clock.now() + timedelta(days=days), ZoneInfo(SLOW.time_zone))
    return moment.strftime("%Y-%m-%dT%H:%M")


def sent(**more):
    return {"seat": "0", "ends_at": back_on(), "places": "on", "buys": "on", "risk_tier": "0", **more}


def test_a_plan_is_written_in_the_time_of_the_match_shown_to_the_team_and_taken_back(client, match, ada):
    assert client.post(url(match), sent()).status_code == 302

    plan = AwayPlan.objects.get()
    assert (plan.user, plan.instructions["places"], plan.instructions["buys"]) == (ada, True, True)
    assert abs(plan.ends_at - clock.now() - timedelta(days=2)) < timedelta(minutes=2)
    assert play_absent(match_id=match.pk) == 1
    own = client.get(url(match)).content.decode()
    assert "Buy at the special price what the project requires." in own
    assert "buys" in own
    page = client.get(table_url(match, 0)).content.decode()
    assert "plan until" in page
    assert "by plan" in page
    client.force_login(match.seats.get(index=1).holders.get().user)
    theirs = client.get(table_url(match, 1)).content.decode()
    assert "plan until" in theirs
    assert "Your plan" not in theirs
    client.force_login(ada)
    client.post(url(match), {"seat": "0", "stop": "1"})
    plan.refresh_from_db()
    assert (plan.end, "plan until" in client.get(table_url(match, 0)).content.decode()) == ("taken_back", False)


def test_the_team_is_told_why_a_plan_waits(client, match, ada):
    client.post(url(match), sent())
    assert "The plan waits" not in client.get(table_url(match, 0)).content.decode()

    eve = person("eve")
    seat_assign(match_id=match.pk, seat=0, user=eve)
    assert "somebody who is here decides for this role" in client.get(table_url(match, 0)).content.decode()

    seat_release(match_id=match.pk, seat=0, user=eve)
    assert "The plan waits" not in client.get(table_url(match, 0)).content.decode()


def test_the_team_is_told_that_a_plan_has_made_its_moves_in_a_row(client, ada):
    match = play_on(match_of(ada, person("bob"), pace_of_match=SLOW), 20)
    client.post(url(match), sent())
    assert "The plan waits" not in client.get(table_url(match, 0)).content.decode()

    match.moves.filter(seat=0).update(author_kind=AuthorKind.PLAN, author=None)

    assert match.moves.filter(seat=0).count() >= MOST_IN_A_ROW
    assert "as many moves in a row as it may" in client.get(table_url(match, 0)).content.decode()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"ends_at": ""}, "This field is required."),
        ({"ends_at": "2020-01-01T10:00"}, "You would be back before you are away."),
        ({"places": "", "buys": ""}, "The plan says nothing: give it at least one thing to do."),
        ({"risk_tier": "9"}, "There is no tier 9 here"),
        ({"places": "", "buys": "", "risk_tier": "x"}, "Enter a whole number."),
    ],
)
def test_what_is_refused_stands_beside_its_field_and_what_was_typed_stays(client, match, more, said):
    answer = client.post(url(match), sent(delay_tier="1", **more))

    page = answer.content.decode()
    assert (answer.status_code, AwayPlan.objects.count()) == (422, 0)
    assert said in page
    assert Page(page).inline == []
    assert 'name="delay_tier" value="1"' in page


def test_a_price_without_its_other_bound_is_asked_for(client, ada):
    match = match_of(ada, person("bob"), pace_of_match=SLOW)
    page = client.get(url(match)).content.decode()
    number = page.partition('name="low_')[2].partition('"')[0]

    answer = client.post(url(match), sent(**{f"low_{number}": "20"}))

    assert (answer.status_code, AwayPlan.objects.count()) == (422, 0)
    assert "Say from which price up to which price you accept." in answer.content.decode()


def test_only_who_holds_the_seat_writes_one(client, match):
    client.force_login(match.seats.get(index=1).holders.get().user)

    theirs = client.post(url(match), sent())

    assert (theirs.status_code, AwayPlan.objects.count()) == (404, 0)
    client.force_login(person())
    assert client.get(url(match)).status_code == 404


def test_after_the_end_there_is_nothing_to_plan(client, match):
    match_abort(match_id=match.pk)

    assert client.get(url(match)).status_code == 302


@pytest.mark.parametrize("game", [game for game in GAMES if registry.load(game).away is None])
def test_in_games_without_plans_of_their_own_a_bot_answers(client, ada, game):
    spec = registry.get(game)
    text = next(iter(spec.micro.values()))
    match = match_create(game=game, roles=role_ids(text, game), by=None, scenario=text, seed=SEED, pace_of_match=SLOW)
    seat_assign(match_id=match.pk, seat=0, user=ada)
    match_start(match_id=match.pk)

    assert client.post(url(match), {"seat": "0", "ends_at": back_on(), "strength": "nobody"}).status_code == 422
    client.post(url(match), {"seat": "0", "ends_at": back_on(), "strength": spec.usual_bot})

    assert "A bot, " in client.get(url(match)).content.decode()
    play_absent(match_id=match.pk)
    made = match.moves.filter(seat=0).values_list("author_kind", flat=True)
    assert (set(made), 0 < len(made) <= 3) == ({"plan"}, True)
    assert client.get(table_url(match, 0)).status_code == 200

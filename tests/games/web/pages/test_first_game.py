"""First games on the site: started, taught step by step, continued, left. They are offered to newcomers and count
nowhere.
"""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from lxml.html import document_fromstring

from classrooms.assess.reports import results
from classrooms.assess.reports.queries import has_debrief
from classrooms.people.class_lists.services.people import traces_of
from games.catalogue.domego.rules.moves import Offer
from games.engine.lesson import LESSON
from games.models import FIRST_GAME, AuthorKind, Job, Match, Notification, Status
from games.platform import selectors
from games.platform.permissions import open_match
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.bots import play_bots
from games.platform.services.first_games import first_game_start
from games.platform.services.moves import submit
from games.platform.work import notices
from games.ui import faces
from games.web.lessons import moment_of
from games.web.table_read import TableRead
from tests.every_game import GAMES
from tests.games.factories import match_of, person, play, play_default

pytestmark = pytest.mark.django_db
HOME = "/games/"
WITH_ONE = [game for game in GAMES if faces.get(game).lesson is not None]


@pytest.fixture
def me(client, no_broker):
    user = person("olga")
    client.force_login(user)
    return user


def begun(client, game="domego"):
    """Start a game's lesson with its button; returns the match."""
    answer = client.post(reverse("games:first-game", args=[game]))
    assert answer.status_code == 302
    play_bots(match_id=Match.objects.latest("pk").pk)
    return Match.objects.get(scenario_key=FIRST_GAME, pk=int(answer["Location"].split("/")[2]))


def page_of(client, match, **more):
    return client.get(reverse("games:match", args=[match.pk]), **more)


def guidance(client, match):
    return page_of(client, match).context["page"].read.lesson.guidance


def obey(match, user):
    """Follow the instruction of the lesson's step; the other seats answer."""
    match.refresh_from_db()
    table = TableRead(open_match(match.pk, user), None)
    seat = table.face.game.lesson.seat
    moment = moment_of(table, seat)
    step = next(each for each in table.face.lesson.steps if not each.done(moment))
    key, move = step.advised(moment)
    submit(match_id=match.pk, seat=seat, key=key, move=move, by=Author(AuthorKind.PLAYER, user))
    play_bots(match_id=match.pk)


NOT_TOLD = {"dominyam": 1}
"""Moves of the list at the end that the lesson does not teach: ending a turn without a meal."""


def assert_places_are_lit(content, at):
    """Check that exactly the element of a step and the elements for its move are marked, and that they have content."""
    tree = document_fromstring(content)
    lit = {element_name(each) for each in tree.iter() if each.get("data-lit") is not None}
    (place,) = tree.xpath("//*[@id=$id]", id=at.step.at)
    assert at.step.at in lit, (at.step.id, lit)
    assert place.get("hidden") is None
    assert place.text_content().strip(), at.step.id
    (link,) = tree.xpath("//*[@id='first-game']//a[starts-with(@href, '#')]")
    assert tree.xpath("//*[@id=$id]", id=link.get("href")[1:])
    wanted = set(at.marks[1:])
    assert lit - {at.step.at} <= wanted, (at.step.id, lit)
    assert not wanted or lit & wanted, (at.step.id, wanted)


def element_name(element):
    """The element's name as in `lit`: its id if marked, else its field, with a value where fields share a name."""
    field, value = element.get("name"), element.get("value")
    if element.tag == "rect":
        return f"place={element.get('data-number')}"
    if field is None:
        return element.get("id")
    many = element.get("type") in ("radio", "checkbox") or field in ("eat", "step")
    return f"{field}={value}" if many else field


@pytest.mark.parametrize("game", WITH_ONE)
def test_the_lesson_is_played_at_the_real_table_to_its_end(client, me, game):
    match = begun(client, game)
    steps, titles = faces.get(game).lesson.steps, []
    while True:
        answer = page_of(client, match)
        at, page = answer.context["page"].read.lesson.guidance, answer.content.decode()
        if at.state != "told":
            break
        assert f"First game, step {at.number} of {len(steps)}" in page
        assert_places_are_lit(answer.content, at)
        assert at.title in page
        titles.append(at.title)
        obey(match, me)

    assert at.state == "end"
    assert titles == [str(step.title) for step in steps]
    assert [str(each.words) in page for each in faces.get(game).lesson.learned].count(False) <= NOT_TOLD.get(game, 0)
    assert "data-lit" not in page
    assert page.count("Play a match against bots") == 1
    assert set(match.seats.exclude(index=faces.get(game).game.lesson.seat).values_list("bot", flat=True)) == {LESSON}


@pytest.mark.parametrize("game", WITH_ONE)
def test_the_card_is_read_in_french(client, me, game):
    match = begun(client, game)

    page = page_of(client, match, headers={"accept-language": "fr"}).content.decode()

    assert "Première partie, étape 1 sur" in page
    assert "Passer la leçon" in page


def test_it_goes_on_where_it_was_left_on_another_device(client, me):
    match = begun(client)
    obey(match, me)
    other = Client()
    other.force_login(me)

    again = begun(other)

    assert again == match
    assert guidance(other, match).number == 2
    assert [line[1] for line in client.get(HOME).context["lessons"].going_on] == [match]
    assert "Go on with the first game" in client.get(HOME).content.decode()


def test_whoever_does_otherwise_is_told_so_and_goes_on(client, me):
    match = begun(client)
    play(match, 1, "activity-1/negotiate/owner>architect", Offer(0), me)
    play_bots(match_id=match.pk)

    answer = page_of(client, match)

    at = answer.context["page"].read.lesson.guidance
    assert (at.number, at.state) == (3, "free")
    assert "That is no mistake: the rules allow what you did." in answer.content.decode()
    match.refresh_from_db()
    play_default(match, 1, me)
    assert guidance(client, match).state == "told"


def test_the_list_at_the_end_names_only_what_was_done(client, me):
    match = begun(client)
    for _answer in range(9):
        match.refresh_from_db()
        if match.is_over:
            break
        play_default(match, 1, me)
        play_bots(match_id=match.pk)

    learned = page_of(client, match).context["page"].read.lesson.learned

    assert match.is_over
    assert "Offer a price, and accept one." not in learned
    assert "Place what is required, and a tier against risk or for days." not in learned
    assert "Read a risk card: each one drawn is a failure." in learned


def test_it_can_be_skipped_and_begun_anew(client, me):
    match = begun(client)

    answer = client.post(reverse("games:first-game-leave", args=[match.pk]), follow=True)

    match.refresh_from_db()
    assert match.status == Status.ABORTED
    assert "You skipped the lesson" in answer.content.decode()
    assert begun(client) != match


def test_a_match_against_bots_comes_next(client, me):
    match = begun(client)

    answer = client.post(reverse("games:first-game-leave", args=[match.pk]), {"next": "play"}, follow=True)

    practice = answer.context["page"].read.match
    assert practice.scenario_key == "classic"
    assert answer.context["page"].read.access.seats == (0, 1)
    assert answer.context["page"].read.lesson is None
    assert guidance(client, match).state == "end"


def test_nobody_else_can_see_or_leave_it(client, me):
    lesson = first_game_start(user=person("nina"), game="domego")

    assert client.post(reverse("games:first-game-leave", args=[lesson.pk])).status_code == 404
    assert page_of(client, lesson).status_code == 404
    own = match_of(me)
    assert client.post(reverse("games:first-game-leave", args=[own.pk])).status_code == 404


def test_without_an_account_it_is_played_as_a_guest_where_the_site_is_open(client, domego, no_broker):
    domego.OPEN_DEMO = True
    match = begun(client)
    assert match.seats.get(index=1).holders.get().user.is_guest

    domego.OPEN_DEMO = False
    closed = Client().post(reverse("games:first-game", args=["domego"]))
    assert "/sign-in/" in closed["Location"]
    assert Match.objects.count() == 1


def test_the_demo_starts_there(client, domego, no_broker):
    domego.OPEN_DEMO = True

    answer = client.post(reverse("classrooms:demo"), follow=True)

    assert answer.context["page"].read.lesson.guidance.number == 1


def test_a_game_without_one_is_not_found(client, me, monkeypatch):
    monkeypatch.setitem(faces._faces, "domego", replace(faces.get("domego"), lesson=None))

    assert client.post(reverse("games:first-game", args=["domego"])).status_code == 404
    assert client.post(reverse("games:first-game", args=["nonsense"])).status_code == 404
    assert "Play the first game" not in client.get(reverse("games:game-rules", args=["domego"])).content.decode()


def test_it_is_offered_to_whom_the_game_is_new(client, me):
    def offered():
        return [face.game.key for face in client.get(HOME).context["lessons"].offered]

    assert offered() == []
    match = match_of(me)
    assert offered() == ["domego"]
    play_default(match, 0, me)
    assert offered() == []


def test_the_offer_can_be_put_away(client, me):
    match_of(me)

    client.post(reverse("games:first-game-dismiss", args=["domego"]))

    assert client.get(HOME).context["lessons"].offered == []


@pytest.mark.parametrize("address", ["/rules/", "/rules/domego/", "/games/start/"])
def test_it_is_offered_where_one_reads_and_begins(client, me, address):
    assert f'action="{reverse("games:first-game", args=["domego"])}"' in client.get(address).content.decode()


def test_it_is_offered_in_a_lobby(client, me):
    waiting = match_of(me, started=False)

    assert "Play the first game" in page_of(client, waiting).content.decode()


def test_it_counts_nowhere(client, me):
    match = begun(client)
    notices.notify_open(match_id=match.pk)
    assert selectors.inbox_count(me.pk) == 0
    for _step in faces.get("domego").lesson.steps:
        obey(match, me)
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    home = selectors.home(me)

    assert (home.your_turn, home.waiting, home.finished, home.finished_count) == ([], [], [], 0)
    assert list(selectors.matches_of(me)) == []
    assert results.own_results(me, "domego") == []
    assert not Notification.objects.exists()
    assert not match.decisions.filter(notified_at=None, required=True, seat=1, closed_at=None).exists()
    assert not Job.objects.exists()
    assert not has_debrief(match)
    assert match.stewards.count() == 0
    assert traces_of([me.pk])[me.pk].played is False
    assert "Read the debrief" not in page_of(client, match).content.decode()
    assert not selectors.is_closed(match)


def test_one_lesson_does_not_close_another_of_the_same_luck(client, me):
    match = begun(client)
    first_game_start(user=person("nina"), game="domego")
    for _step in faces.get("domego").lesson.steps:
        obey(match, me)
    match.refresh_from_db()

    assert not selectors.is_closed(match)
    assert selectors.seed_is_public(match)
    assert state_of(match).phase == "over"


def test_the_first_page_takes_no_more_queries_with_more_lessons(client, me, django_assert_max_num_queries):
    for game in WITH_ONE:
        begun(client, game)
    client.get(HOME)

    with django_assert_max_num_queries(32):
        assert len(client.get(HOME).context["lessons"].going_on) == len(WITH_ONE)

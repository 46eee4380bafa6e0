"""The table page: access, and the cost of a look."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games.catalogue.domego.face import board_region
from games.catalogue.domego.rules.moves import Allocate, Offer
from games.platform import selectors
from games.platform.permissions import open_match
from games.platform.selectors import event_log
from games.platform.selectors.position import state_of
from games.platform.services.matches import match_pause
from games.urls import urlpatterns
from games.web.table_read import HISTORY_ON_PAGE, TableRead
from tests.every_game import GAMES
from tests.games.factories import match_of, person, play, play_on, played_by_bots
from tests.games.web.forms import form_in, played_until, table_url
from tests.games.web.plain import begun
from tests.site.html import Page

pytestmark = pytest.mark.django_db
READS_CLOCK = connection.vendor == "postgresql"
OF_A_MATCH = [pattern for pattern in urlpatterns if "match_id" in str(pattern.pattern)]
TALK = "activity-3/negotiate/owner>architect"


def signed_in(client, name="olga", **more):
    user = person(name, **more)
    client.force_login(user)
    return user


def address(pattern, match):
    found = {"match_id": match.pk} | ({"index": 0} if "index" in str(pattern.pattern) else {})
    return reverse(f"games:{pattern.name}", kwargs=found)


def test_the_tab_says_whose_turn_it_is(client):
    match = match_of(signed_in(client))

    page = client.get(table_url(match)).content.decode()

    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)[1]
    assert title == "(1) Your decision. Owner&#x27;s resource allocation. Harbour bridge. Domego"


def test_every_seat_sees_its_own_sheet(client):
    user = signed_in(client)
    match = match_of(*[user] * 6)

    for seat, role in enumerate(("Project owner", "Architect", "Design engineer", "Technical inspection body")):
        response = client.get(table_url(match, seat))
        assert response.status_code == 200
        assert response.context["page"].part("drawing").context["own"]["role"].name == role


def test_who_runs_a_match_without_a_seat_looks_on(client):
    match = match_of(by=signed_in(client))

    response = client.get(table_url(match))

    assert response.context["page"].part("drawing").context["own"] is None
    assert "You hold no seat in this match" in response.content.decode()


@pytest.mark.parametrize("pattern", OF_A_MATCH, ids=lambda pattern: pattern.name)
def test_strangers_get_404_or_the_sign_in_at_every_address_of_a_match(client, pattern):
    match = match_of(person())
    url = address(pattern, match)
    paper = ("paper", "paper-sheets", "paper-order")
    pages = ("match", "replay", "history", "explain", "away", "text", "text-mode", *paper)
    asked_to_sign_in = pattern.name in (*pages, "play", "undo", "seen", "arrive")

    for visitor in ("nobody", "stranger"):
        if visitor == "stranger":
            signed_in(client)
        answers = {client.get(url).status_code, client.post(url).status_code}
        assert answers - {405} == {302 if asked_to_sign_in and visitor == "nobody" else 404}


def test_an_unchanged_page_costs_one_query(client, django_assert_num_queries):
    match = match_of(signed_in(client))
    page = client.get(table_url(match, 0))
    etag, url = page.context["etag"], page.context["frame"].live_url
    client.get(url)

    with django_assert_num_queries(1):
        response = client.get(url, headers={"If-None-Match": etag})

    assert (response.status_code, response.content) == (304, b"")
    assert response["ETag"] == etag


def test_news_bring_the_regions_and_a_new_tag(client):
    match = match_of(signed_in(client), None)
    page = client.get(table_url(match, 0))
    match_pause(match_id=match.pk)

    response = client.get(page.context["frame"].live_url, headers={"If-None-Match": page.context["etag"]})

    assert response.status_code == 200
    assert response["ETag"] != page.context["etag"]
    assert "The match is paused" in response.content.decode()
    assert {"heading", "counters", "decision", "board", "sheet", "seats", "history", "talk"} <= set(
        Page(response.content.decode()).ids
    )


def test_a_lost_seat_sends_the_open_page_to_load_itself_anew(client):
    user = signed_in(client)
    match = match_of(user, by=user)
    url = client.get(table_url(match, 0)).context["frame"].live_url
    client.post(reverse("games:seat", args=[match.pk, 0]), {"action": "bot", "bot": "minimal"})

    assert client.get(url).status_code == 404
    assert client.get(table_url(match)).status_code == 200


def hidden_match(*people):
    """Activity 6, with the owner's placement of 5 cubes made and the architect's not."""
    match = played_until(match_of(*people, options={"hidden_allocations": True}), 6, "allocation")
    play(match, 0, "activity-6/allocate/owner", Allocate(1, 1, 2))
    return match


def test_a_hidden_placement_is_in_no_page_of_another_seat(client):
    match = hidden_match(person(), signed_in(client))
    names = ("match", "live", "history", "replay", "explain")
    urls = [reverse(f"games:{name}", args=[match.pk]) for name in names]

    for url in [*urls, urls[-1] + "?what=money-0", urls[3] + f"?at={match.number}"]:
        text = client.get(url, follow=True).content.decode()
        assert "Placed <b>5 cubes</b>" not in text
        assert "1 card and 5 days fewer" not in text
    page = client.get(urls[0])
    assert page.context["page"].part("drawing").context["places"][0].money == f"{state_of(match).firms[0].money}k"
    assert page.context["page"].part("drawing").context["places"][0].now == "has placed"


def test_a_hidden_placement_is_told_to_its_own_seat(client):
    match = hidden_match(signed_in(client), person())

    text = client.get(table_url(match, 0)).content.decode()

    assert "Placed <b>" in text
    assert "Only you can see this until all have placed." in text


def test_changing_a_hidden_placement_changes_nothing_that_another_seat_sees(client):
    match = hidden_match(person(), signed_in(client))
    first = client.get(table_url(match, 1))
    play(match, 0, "activity-6/allocate/owner", Allocate(0, 0, 0))
    second = client.get(table_url(match, 1))

    for name in ("counters", "own", "places"):
        assert (
            first.context["page"].part("drawing").context[name] == second.context["page"].part("drawing").context[name]
        )
    assert board_region.reads(first.context["page"].read.scene) == board_region.reads(second.context["page"].read.scene)
    assert region_of(first, "board") == region_of(second, "board")


def test_each_seat_is_drawn_what_it_may_know_where_drawings_are_kept(client):
    user = signed_in(client)
    match = hidden_match(user, user)
    first, second = (region_of(client.get(table_url(match, seat)), "board") for seat in (0, 1))
    again = region_of(client.get(table_url(match, 0)), "board")

    assert first == again != second
    french = region_of(client.get(table_url(match, 0), headers={"accept-language": "fr"}), "board")
    assert "Lire le plateau" in french
    assert "Lire le plateau" not in first


def region_of(page, name):
    """The HTML of one region."""
    start = page.content.decode().split(f'id="{name}"', 1)[1]
    return start.split("</section>", 1)[0]


def test_who_holds_two_seats_sees_which_of_them_is_asked(client):
    user = signed_in(client)
    match = played_until(match_of(user, user), 3, "special")
    play(match, 0, TALK, Offer(90))

    seats = {
        line.index: line.awaited for line in client.get(table_url(match, 0)).context["page"].read.seats if line.mine
    }

    assert seats == {0: False, 1: True}


def test_the_page_is_french_for_a_french_reader(client):
    match = match_of(signed_in(client, language="fr"))
    client.cookies["django_language"] = "fr"

    response = client.get(table_url(match))

    page = Page(response.content.decode())
    assert page.language == "fr"
    assert "Maître d’ouvrage" in response.content.decode()


@pytest.mark.parametrize("moves", [0, 3, 12, 1000])
def test_pages_have_nothing_inline_and_no_id_twice(client, moves):
    user = signed_in(client)
    match = play_on(match_of(user, user, by=user), moves)
    for name in ("match", "history", "replay", "explain"):
        query = "?what=money-0" if name == "explain" else ""
        response = client.get(reverse(f"games:{name}", args=[match.pk]) + query)
        page = Page(response.content.decode())
        assert (response.status_code, page.inline, page.twice, page.headings) == (200, [], set(), 1)


@pytest.mark.parametrize("what", ["delay", "cost", "failures", *[f"money-{s}" for s in range(6)], "points-1"])
def test_the_terms_of_an_explained_number_add_up_to_it(client, what):
    match = played_by_bots(match_of(by=signed_in(client)))

    response = client.get(reverse("games:explain", args=[match.pk]), {"what": what})

    found, page = response.context["found"], response.content.decode()
    shown = [int(text.replace("\u2212", "-")) for text in re.findall(r'<td class="num">([^<-]+)</td>', page)]
    assert sum(term.amount for term in found.terms) == found.total
    assert shown == ([term.amount for term in found.terms] or [0]) + [found.total]


def test_the_explained_money_counts_the_placement_of_now(client):
    match = played_until(match_of(signed_in(client), person()), 6, "allocation")
    play(match, 0, "activity-6/allocate/owner", Allocate(1, 1, 2))

    found = client.get(reverse("games:explain", args=[match.pk]), {"what": "money-0"}).context["found"]

    assert found.total == state_of(match).firms[0].money - 2
    assert sum(term.amount for term in found.terms) == found.total


def test_the_page_asks_the_same_number_of_questions_after_500_moves(client):
    user = signed_in(client)
    match = played_until(match_of(user, None), 3, "special")
    client.get(table_url(match))
    with CaptureQueriesContext(connection) as early:
        client.get(table_url(match))
    for price in range(500 - match.number):
        play(match, price % 2, TALK, Offer(60 + price % 40))
    client.get(table_url(match))
    with CaptureQueriesContext(connection) as late:
        response = client.get(table_url(match))

    assert match.number == 500
    assert len(late) == len(early)
    assert len(response.context["page"].part("history").lines) == 12
    assert len(response.context["page"].part("drawing").context["talks"]["threads"][0].lines) == 8


def test_what_nobody_did_at_a_table_is_not_asked_for(client, django_assert_num_queries):
    match = played_until(match_of(signed_in(client), None), 3, "special")
    client.get(table_url(match))

    with django_assert_num_queries(6):
        client.get(table_url(match))


def test_a_decision_takes_fourteen_queries_in_a_transaction_and_the_page_after_it_five(
    client, django_assert_num_queries
):
    match = match_of(*[signed_in(client)] * 6)
    client.get(table_url(match, 0))
    form = form_in(client.get(table_url(match, 0)).content.decode(), "buy-low")

    with CaptureQueriesContext(connection) as asked:
        answer = client.post(form.action, form.fields | {"quantity": "12"}, HTTP_X_ANSWER="regions")

    assert answer.status_code == 200
    assert sum("SAVEPOINT" not in query["sql"] for query in asked) == 14 + 2 * READS_CLOCK
    with django_assert_num_queries(5 + READS_CLOCK):
        client.get(table_url(match, 0))


def test_a_finished_match_shows_scores_replay_and_the_seed(client):
    user = signed_in(client)
    match = play_on(match_of(user, by=user), -1)

    text = client.get(table_url(match)).content.decode()

    assert match.commitment in text
    assert match.seeds[0][1] in text
    assert reverse("games:replay", args=[match.pk]) in text


def test_the_seed_is_not_shown_while_it_can_still_matter(client):
    user = signed_in(client)
    match = match_of(user)
    over = play_on(match_of(user), -1)

    assert match.seeds[0][1] not in client.get(table_url(match)).content.decode()
    assert over.seeds[0][1] not in client.get(table_url(over)).content.decode()


def test_replay_shows_the_position_after_each_move(client):
    user = signed_in(client)
    match = play_on(match_of(user), 10)
    url = reverse("games:replay", args=[match.pk])

    first, last = client.get(url, {"at": 0}), client.get(url, {"at": 10})

    assert [counter.value for counter in first.context["counters"]] == [0, 0, 0]
    assert [counter.value for counter in last.context["counters"]] == [
        state_of(match).delay,
        state_of(match).cost,
        state_of(match).failures,
    ]
    assert (first.context["previous"], first.context["next"]) == (None, 1)
    assert client.get(url, {"at": 10**8}).context["at"] == 10


def test_history_is_filtered_by_turn_and_role(client):
    user = signed_in(client)
    match = played_until(match_of(user), 4, "special")
    url = reverse("games:history", args=[match.pk])

    lines = client.get(url, {"turn": 2, "role": 0}).context["lines"]

    assert {line.role.id for line in lines} == {"owner"}
    assert [line.heading for line in lines if line.heading] == ["Activity 2, Feasibility studies"]


def test_what_is_said_is_on_the_page_and_a_bad_text_stays_in_its_field(client):
    user = signed_in(client)
    match = match_of(user)
    url = reverse("games:talk", args=[match.pk])

    client.post(url, {"text": "I buy twelve.", "seat": 0})
    refused = client.post(url, {"text": "x" * 501, "seat": 0}, headers={"HX-Request": "true"})

    assert "I buy twelve." in client.get(table_url(match)).content.decode()
    assert refused.status_code == 422
    assert form_in(refused.content.decode(), "say-form").fields["text"] == "x" * 501


def test_words_of_people_are_escaped(client):
    user = signed_in(client, display_name="<b>Olga</b>")
    match = played_until(match_of(user, None, title="<i>Bridge</i>"), 3, "special")
    play(match, 0, TALK, Offer(60, "<script>alert(1)</script>"), user)
    client.post(reverse("games:talk", args=[match.pk]), {"text": "<u>hello</u>"})

    for seat_url in (table_url(match), reverse("games:history", args=[match.pk]), reverse("games:home")):
        text = client.get(seat_url).content.decode()
        for bad in ("<script>alert", "<b>Olga", "<i>Bridge", "<u>hello"):
            assert bad not in text


def test_switching_the_language_does_not_bring_the_old_tag(client):
    match = match_of(signed_in(client))
    english = client.get(table_url(match)).context["etag"]
    with translation.override("fr"):
        client.cookies["django_language"] = "fr"
        french = client.get(table_url(match)).context["etag"]

    assert english != french


@pytest.mark.parametrize("game", GAMES)
def test_the_newest_events_are_those_of_the_record(game):
    me = person("nadia")
    match = begun(game, me)
    watcher = person("olga")
    match.observers.add(watcher)

    for _ in range(2 * HISTORY_ON_PAGE):
        for reader, seat in ((me, 0), (me, 1), (watcher, None)):
            table = TableRead(open_match(match.pk, reader), seat)
            assert table.newest == event_log.history(match, table.eyes, length=HISTORY_ON_PAGE)
            last = list(selectors.events_until(match, table.eyes).filter(move__number=match.number).order_by("number"))
            assert table.events_of(match.number) == last
        play_on(match, 1)


def test_while_others_decide_the_page_says_what_is_asked_of_them(client):
    match = match_of(person("bob"), signed_in(client))

    waits = " ".join(client.get(table_url(match, 1)).content.decode().split()).partition("The match waits for:")[2]

    assert '<span class="m-sub">decides: “Buy cubes at the special price, once in the match”</span>' in waits

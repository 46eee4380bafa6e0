"""Starting matches, the lobby, personal links, and running a match."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from games.models import Match, SeatInvite, Status
from games.platform.services.guests import guest_create
from games.platform.services.holders import invite_create, invite_token
from games.platform.work.mail import unsubscribe_token
from games.ui import faces
from games.ui.faces import OptionsForm, all_faces
from tests.games.factories import match_of, person
from tests.games.web.forms import form_in, send
from tests.site.html import Page, dense

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("olga")
    client.force_login(user)
    return user


def start_form(client):
    url = reverse("games:start-game", args=["domego"])
    form = form_in(client.get(url).content.decode(), "start-form")
    form.action = url
    return form


def return_link_in(response):
    return re.search(r"http://testserver(/back/[^/]+/)", response.content.decode())[1]


def seats(**chosen):
    found = {f"seat-{index}": "bot:balanced" for index in range(6)}
    return found | {f"seat-{index.removeprefix('s')}": choice for index, choice in chosen.items()}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_game_is_offered_with_a_picture_its_length_its_players_and_what_it_teaches(client, me, language):
    page = client.get("/games/start/", headers={"accept-language": language}).content.decode()

    offered = all_faces()
    assert len(offered) > 1
    with translation.override(language):
        for face in offered:
            assert f'src="{static(face.cover)}"' in page
            for words in (str(face.length), str(face.teaches)):
                assert words
                assert escape(words) in page
            low, high = face.players()
            assert f"<dd>{low}</dd>" in dense(page) or f"<dd>{low}–{high}</dd>" in dense(page)
    form = client.get("/games/start/master_builder/", headers={"accept-language": language}).content.decode()
    assert {"en": "Start a match of Master Builder", "fr": "Commencer une partie des Architectes"}[language] in form


def test_a_game_without_a_form_of_its_own_offers_its_options_by_their_types(client, me, monkeypatch):
    monkeypatch.setitem(faces._faces, "domego", replace(faces.get("domego"), options_form=OptionsForm))

    send(client, start_form(client), **seats(s0="me"), **{"options-hidden_allocations": "on"})

    assert '"hidden_allocations":true' in Match.objects.get().options


def test_a_match_against_bots_starts_at_once(client, me):
    fields = {
        "options-hidden_allocations": "on",
        "options-payments": "staged",
        "mode": "live",
        "minutes": 7,
        "seed_text": "harbour",
    }
    response = send(client, start_form(client), **seats(s0="me", s4="me", s2="bot:cautious"), **fields)

    match = Match.objects.get()
    assert response["Location"] == reverse("games:match", args=[match.pk])
    assert (match.status, match.seed_text, match.pace["minutes"]) == (Status.RUNNING, "harbour", 7)
    assert '"payments":"staged","hidden_allocations":true' in match.options
    held = match.seats.filter(holders__user=me).values_list("index", flat=True)
    assert sorted(held) == [0, 4]
    assert match.seats.get(index=2).bot == "cautious"


def test_wrong_options_are_shown_beside_their_field(client, me):
    fields = {"options-payments": "upfront", "options-price_cap_percent": "7", "mode": "free", "title": "Pier"}
    response = send(client, start_form(client), **seats(s0="me"), **fields)

    assert response.status_code == 422
    assert form_in(response.content.decode(), "start-form").fields["title"] == "Pier"
    assert Match.objects.count() == 0


def test_an_invited_seat_opens_the_lobby_with_its_link(client, me):
    send(client, start_form(client), **seats(s0="me", s1="invite"), mode="free", **{"options-payments": "upfront"})

    match = Match.objects.get()
    text = client.get(reverse("games:match", args=[match.pk])).content.decode()
    link = reverse("games:invite", args=[invite_token(SeatInvite.objects.get())])
    page = Page(text)
    assert match.status == Status.LOBBY
    assert link in text
    assert (page.inline, page.twice) == ([], set())
    qr = client.get(reverse("games:seat-qr", args=[match.pk, 1]))
    assert (qr.status_code, qr["Content-Type"]) == (200, "image/svg+xml")


def test_the_lobby_starts_and_sends_open_pages_to_the_table(client, me):
    match = match_of(me, by=me, started=False)
    url = client.get(reverse("games:match", args=[match.pk])).context["live_url"]
    assert client.get(url).status_code == 200

    client.post(reverse("games:begin", args=[match.pk]))

    match.refresh_from_db()
    assert match.status == Status.RUNNING
    assert client.get(url).status_code == 410


def test_only_who_runs_a_match_may_start_or_steer_it(client, me):
    match = match_of(me, started=False)

    client.post(reverse("games:begin", args=[match.pk]))
    client.post(reverse("games:seat", args=[match.pk, 1]), {"action": "take"})

    match.refresh_from_db()
    assert match.status == Status.LOBBY
    assert match.seats.filter(holders__user=me).count() == 1


def test_a_visitor_takes_a_seat_with_a_name_and_comes_back_by_a_link(client):
    match = match_of(by=person("olga"))
    token = invite_token(invite_create(seat=match.seats.get(index=1), by=match.created_by))
    url = reverse("games:invite", args=[token])
    assert "Olga" in client.get(url).content.decode()

    response = client.post(url, {"name": "Nora"})

    guest = get_user_model().objects.get(is_guest=True)
    link = return_link_in(response)
    assert (guest.display_name, guest.has_usable_password()) == ("Nora", False)
    assert client.get(reverse("games:match", args=[match.pk])).context["page"].read.seat == 1
    client.logout()
    assert client.get(link).status_code == 200
    assert client.get(reverse("games:home")).status_code == 302
    client.post(link)
    assert client.get(reverse("games:home")).context["user"] == guest


def test_the_link_of_a_guest_is_on_the_account_page(client):
    guest = guest_create(display_name="Nora")
    client.force_login(guest)

    link = return_link_in(client.get(reverse("classrooms:account")))

    client.logout()
    client.post(link)
    assert client.get(reverse("games:home")).context["user"] == guest


def test_a_bad_name_takes_no_seat(client):
    match = match_of(by=person())
    token = invite_token(invite_create(seat=match.seats.get(index=1), by=match.created_by))

    for name in ("", "  ", "x" * 81, "a\u202eb"):
        assert client.post(reverse("games:invite", args=[token]), {"name": name}).status_code == 422
    assert not get_user_model().objects.filter(is_guest=True).exists()


def test_a_used_withdrawn_or_forged_link_says_so_and_takes_nothing(client, me):
    match = match_of(by=person())
    used = invite_token(invite_create(seat=match.seats.get(index=1), by=match.created_by))
    withdrawn = invite_token(invite_create(seat=match.seats.get(index=2), by=match.created_by))
    client.post(reverse("games:invite", args=[used]))
    SeatInvite.objects.filter(seat__index=2).update(revoked_at=match.created_at)
    assert client.get(reverse("games:invite", args=[used])).status_code == 302

    client.force_login(person("nora"))
    for token in (used, withdrawn, "forged:token", used[:-1] + "_"):
        assert client.post(reverse("games:invite", args=[token])).status_code == 410
    assert match.seats.filter(holders__user__username="nora").count() == 0


def test_pause_extend_resume_and_end(client, me):
    match = match_of(me, by=me)
    url = reverse("games:steer", args=[match.pk])
    found = []

    for data in ({"action": "pause"}, {"action": "resume"}, {"action": "end"}, {"action": "end", "sure": "1"}):
        client.post(url, data)
        match.refresh_from_db()
        found.append(match.status)

    assert found == [Status.PAUSED, Status.RUNNING, Status.RUNNING, Status.ABORTED]
    assert (
        "This match was ended without a result" in client.get(reverse("games:match", args=[match.pk])).content.decode()
    )


def test_a_seat_goes_to_a_bot_and_back(client, me):
    match = match_of(me, by=me)
    url = reverse("games:seat", args=[match.pk, 0])

    client.post(url, {"action": "bot", "bot": "cautious"})
    assert (
        match.seats.get(index=0).bot,
        match.seats.filter(holders__released_at=None, index=0, holders__user=me).count(),
    ) == (
        "cautious",
        0,
    )
    client.post(url, {"action": "take"})

    assert match.seats.filter(holders__released_at=None, index=0, holders__user=me).count() == 1


def test_odd_input_to_the_controls_changes_nothing(client, me):
    match = match_of(me, by=me)
    before = match.revision
    for data in (
        {"action": "x"},
        {"action": "extend", "minutes": "9" * 30},
        {"action": "extend", "minutes": "-5"},
        {},
    ):
        assert client.post(reverse("games:steer", args=[match.pk]), data).status_code == 302
        assert client.post(reverse("games:seat", args=[match.pk, 0]), data).status_code == 302
    match.refresh_from_db()
    assert match.revision == before


def test_the_link_in_a_mail_stops_the_mails_after_a_press(client):
    user = person()
    url = reverse("games:unsubscribe", args=[unsubscribe_token(user.pk)])

    assert client.get(url).status_code == 200
    user.refresh_from_db()
    assert user.mail_notifications
    client.post(url)

    user.refresh_from_db()
    assert not user.mail_notifications
    assert client.get(reverse("games:unsubscribe", args=["forged"])).status_code == 404


@pytest.mark.parametrize("name", ["start", "home"])
def test_pages_around_a_match_have_nothing_inline(client, me, name):
    page = Page(client.get(reverse(f"games:{name}")).content.decode())

    assert (page.inline, page.twice, page.headings) == ([], set(), 1)

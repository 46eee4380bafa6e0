"""All pages of a match of Dominato say *tu* in French, also in texts that all games share."""

import re
from html import unescape

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import get_language, gettext, override

from classrooms.assess.reports.pdf import student_draft
from classrooms.assess.reports.services import debrief_freeze
from domego_site.languages import Key, key_of, strings
from domego_site.translations import catalogues
from games.models import AuthorKind
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from games.ui.languages import FAMILIAR, offered, speak_to_pupils
from tests.games.catalogue.dominato.matches import match_of
from tests.games.catalogue.dominato.pages.test_table_page import CHALLENGE, GAME, opened, sent, wrong_move
from tests.games.factories import match_of as match_of_domego
from tests.games.factories import person
from tests.site.html import Page, steady

pytestmark = pytest.mark.django_db
TO_ADULTS = re.compile(r"\b(?:vous|votre|vos|vôtres?)\b|(?<!-)\b(?!chez\b|assez\b|nez\b)\w+ez\b", re.IGNORECASE)


@pytest.fixture
def french(client):
    """A client whose pages are in French."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    return client


def spoken(answer, status=200):
    """The page's whole text, with the attributes that scripts show."""
    assert answer.status_code == status
    return unescape(answer.content.decode())


def said_to_adults(html):
    html = steady(html)  # a token may end as a word for adults does
    return sorted({html[max(0, found.start() - 40) : found.end() + 20] for found in TO_ADULTS.finditer(html)})


def play_on(match, user, moves):
    for _move in range(moves):
        if match.is_over:
            return
        prompt = GAME.rules.prompts(state_of(match))[0]
        move = GAME.rules.default(state_of(match), prompt.seat, prompt.key)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, user))
        match.refresh_from_db()


def test_a_table_its_refusals_and_its_recap_say_tu(french):
    user, match, seat = opened({"helper": False}, moves=1)
    french.force_login(user)
    pages = [
        french.get(f"/matches/{match.pk}/?seat={seat}"),
        french.get(f"/matches/{match.pk}/?seat={1 - seat}"),
        french.get(f"/matches/{match.pk}/live/?seat={seat}"),
        french.get(f"/matches/{match.pk}/away/"),
        french.get(f"/matches/{match.pk}/text/?seat={seat}"),
    ]
    refused = [
        sent(french, match, seat, **wrong_move(match, seat)),
        sent(french, match, seat),
        french.post(f"/matches/{match.pk}/talk/", {"seat": seat, "text": ""}),
        french.post(f"/matches/{match.pk}/text/", {"seat": seat, "command": "?"}),
    ]
    play_on(match, user, 3)
    pages.append(french.get(f"/matches/{match.pk}/"))

    html = "".join([*map(spoken, pages), *(spoken(answer, answer.status_code) for answer in refused)])

    assert "Tes places" in html
    assert said_to_adults(html) == []


def test_checking_giving_and_asking_say_tu(french):
    user, match, seat = opened(CHALLENGE, moves=1)
    french.force_login(user)
    sent(french, match, seat, **wrong_move(match, seat))
    html = spoken(french.get(f"/matches/{match.pk}/?seat={1 - seat}"))
    sent(french, match, 1 - seat, claim="1")
    html += spoken(french.get(f"/matches/{match.pk}/?seat={1 - seat}"))

    assert "Donne une tuile" in html
    assert said_to_adults(html) == []


def test_the_end_the_history_and_the_replay_say_tu(french):
    user, match, _seat = opened(moves=60)
    french.force_login(user)
    assert match.is_over
    paths = ("", "history/", "replay/?at=4", "replay/", "explain/?what=points-0", "text/")

    html = "".join(spoken(french.get(f"/matches/{match.pk}/{path}")) for path in paths)

    assert said_to_adults(html) == []


def test_the_lobby_says_tu(french):
    user = person()
    match = match_of(user, None, started=False)
    french.force_login(user)

    assert said_to_adults(spoken(french.get(f"/matches/{match.pk}/"))) == []


def test_a_table_of_another_game_says_vous(french):
    user = person()
    match = match_of_domego(user)
    french.force_login(user)

    assert said_to_adults(spoken(french.get(f"/matches/{match.pk}/"))) != []


def test_to_a_browser_the_page_is_french_and_the_next_page_says_vous(french):
    user, match, seat = opened(moves=1)
    french.force_login(user)
    answer = french.get(f"/matches/{match.pk}/?seat={seat}")

    assert (Page(answer.content.decode()).language, answer["Content-Language"]) == ("fr", "fr")
    assert 'value="fr"' not in answer.content.decode()
    assert gettext("Your seats") == "Vos places"


def test_an_open_page_is_told_that_nothing_changed(french):
    user, match, seat = opened(moves=1)
    french.force_login(user)
    tag = french.get(f"/matches/{match.pk}/live/?seat={seat}")["ETag"]

    assert french.get(f"/matches/{match.pk}/live/?seat={seat}", headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize(("language", "code"), [("fr", "fr-x-tu"), ("es", "es-x-tu"), ("en", "en"), ("de", "de")])
def test_french_and_spanish_have_other_words_for_pupils(language, code):
    with override(language):
        speak_to_pupils()

        assert (get_language(), offered()) == (code, language)


def entries(language):
    """The translations of a language's catalogues by text."""
    found: dict[Key, tuple[str, ...]] = {}
    for path in catalogues(settings.BASE_DIR, language):
        with path.open("rb") as file:
            found |= {key_of(entry): tuple(strings(entry)) for entry in read_po(file, locale="fr") if entry.id}
    return found


def test_what_is_said_to_pupils_says_the_texts_of_french_in_other_words():
    usual, to_pupils = entries("fr"), entries("fr_X-tu")

    assert [key for key, said in to_pupils.items() if usual.get(key, said) == said] == []
    assert [key for key, said in to_pupils.items() if TO_ADULTS.search(" ".join(said))] == []


def test_all_else_is_said_to_pupils_as_to_adults():
    usual, to_pupils = entries("fr"), entries("fr_X-tu")

    plain = {
        text: said[0] for (context, text), said in (usual | to_pupils).items() if context is None and len(said) == 1
    }
    with override(FAMILIAR["fr"]):
        assert {text: gettext(text) for text in plain} == plain


def test_a_pupils_own_report_says_tu_on_the_page_and_on_paper(french):
    user, match, _seat = opened(moves=60)
    french.force_login(user)
    debrief = debrief_freeze(match=match)

    page = spoken(french.get(f"/matches/{match.pk}/debrief/mine/"))
    paper = unescape(student_draft(debrief, user, "fr").text)

    assert ("Ta part" in page, "Ta part" in paper) == (True, True)
    assert (said_to_adults(page), said_to_adults(paper)) == ([], [])


def test_the_api_of_a_match_says_tu_and_that_of_another_game_says_vous(french):
    user, match, seat = opened(moves=1)
    other, adults = person(), match_of_domego(user)
    match.observers.add(other)
    adults.observers.add(other)
    french.force_login(other)

    refused = [french.get(f"/api/v1/matches/{each.pk}/seats/{seat}/view").json() for each in (match, adults)]

    assert [each["message"] for each in refused] == ["Tu ne tiens pas cette place.", "Vous ne tenez pas cette place."]
    assert refused[0]["code"] == "not_your_seat"


def test_a_player_is_refused_with_tu_and_an_error_page_speaks_to_everybody(french):
    user, match, seat = opened(moves=1)
    french.force_login(user)

    refused = spoken(french.post(f"/matches/{match.pk}/play/", {"seat": 9, "key": "x"}), 403)
    paths = [f"/matches/{pk}/play/" for pk in (match.pk, match.pk + 1)]
    missing, unknown = (steady(spoken(french.post(path, {"key": "x"}), 404)).replace(path, "") for path in paths)

    assert "Tu ne tiens pas cette place." in refused
    assert missing == unknown


@pytest.mark.parametrize("signed_in", [True, False])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/matches/{}/"),
        ("get", "/matches/{}/live/"),
        ("post", "/matches/{}/play/"),
        ("put", "/matches/{}/begin/"),
        ("get", "/matches/{}/debrief/"),
        ("get", "/matches/{}/analysis/"),
        ("get", "/api/v1/matches/{}"),
        ("put", "/api/v1/matches/{}"),
        ("post", "/api/v1/matches/{}/seats/0/moves"),
    ],
)
def test_a_stranger_learns_nothing_of_a_match_for_pupils(french, method, path, signed_in):
    _user, match, _seat = opened(moves=1)
    if signed_in:
        french.force_login(person())

    answers = [getattr(french, method)(path.format(pk)) for pk in (match.pk, match.pk + 1)]

    there, unknown = (
        steady(each.content.decode()).replace(path.format(pk), "")
        for each, pk in zip(answers, (match.pk, match.pk + 1), strict=True)
    )
    assert answers[0].status_code == answers[1].status_code
    assert there == unknown


def test_the_game_of_a_match_is_looked_up_once_and_only_for_french(french, django_assert_num_queries):
    user, match, seat = opened(moves=1)
    french.force_login(user)
    path = f"/matches/{match.pk}/live/?seat={seat}"
    tag = french.get(path)["ETag"]

    with django_assert_num_queries(1):
        assert french.get(path, headers={"if-none-match": tag}).status_code == 304

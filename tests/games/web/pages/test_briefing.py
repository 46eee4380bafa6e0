"""The first page of a table: role, aim and present decision; for late joiners also the events so far."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.html import conditional_escape
from lxml.html import document_fromstring

from games.models import Match
from games.platform.permissions import open_match
from games.platform.selectors.position import scenario_of
from games.platform.services.first_games import practice_start
from games.platform.services.holders import seat_assign
from games.platform.services.read_markers import seen
from games.ui import faces
from games.web.table_read import TableRead
from tests.every_game import GAMES
from tests.games.factories import match_of, person, play_default, played_by_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client, no_broker):
    user = person("ada")
    client.force_login(user)
    return user


def page_of(client, match, seat=None, **more):
    query = "" if seat is None else f"?seat={seat}"
    return client.get(reverse("games:match", args=[match.pk]) + query, **more)


def lines_of(answer):
    """The text of a page's briefing, and of the briefing folded under the heading."""
    tree = document_fromstring(answer.content)
    found = []
    for place in ("briefing", "brief-again"):
        items = tree.xpath(f"//*[@id='{place}']//li")
        found.append([" ".join(item.text_content().split()) for item in items])
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_first_look_names_role_aim_and_what_is_asked(client, ada, game, language):
    match = played_by_bots(practice_start(user=ada, game=game))

    answer = page_of(client, match, headers={"accept-language": language})

    table, face = TableRead(open_match(match.pk, ada), 0), faces.get(game)
    (role, aim, now), folded = lines_of(answer)
    assert folded == []
    labels = {"en": ("Your role:", "Your aim:", "Now:"), "fr": ("rôle", "but", "Maintenant")}[language]
    assert [label in line for label, line in zip(labels, (role, aim, now), strict=True)] == [True] * 3
    if language == "en":
        assert table.roles[0].name in role
        assert face.words.aim(table.bare_scene) in aim
        asked = [each for each in table.prompts if each.seat == 0 and not each.optional and not each.passive]
        assert face.words.decision(scenario_of(match), asked[0]) in now


def test_it_folds_into_the_heading_after_the_first_decision(client, ada):
    match = match_of(ada, by=ada)
    first, _none = lines_of(page_of(client, match))

    play_default(match, 0, ada)
    seen(match_id=match.pk, seat=0, user_id=ada.pk, number=match.number)
    shown, folded = lines_of(page_of(client, match))

    assert shown == []
    assert folded[:2] == first[:2]


def test_several_roles_are_named_and_each_has_a_first_look(client, ada):
    match = match_of(ada, ada, by=ada)
    seen(match_id=match.pk, seat=0, user_id=ada.pk, number=0)

    owner, architect = page_of(client, match, 0), page_of(client, match, 1)

    assert lines_of(owner)[0] == []
    assert "You also play: Project owner." in lines_of(architect)[0][0]


def test_spectators_and_learners_have_none(client, ada):
    looked_at = match_of(person("nina"), by=ada)
    client.post(reverse("games:first-game", args=["domego"]))
    lesson = Match.objects.latest("pk")

    for match in (looked_at, lesson):
        assert lines_of(page_of(client, match)) == [[], []]


def test_whoever_joins_in_the_middle_reads_where_it_is_how_it_stands_and_what_was_decided_last(client, ada):
    nina = person("nina", display_name="Nina & Co")
    match = match_of(nina, by=nina)
    play_default(match, 0, nina)
    last = match.moves.get(seat=0)
    seat_assign(match_id=match.pk, seat=0, user=ada, now=last.created_at + timedelta(seconds=1))

    answer = page_of(client, match)

    where, figures, decided = answer.context["page"].read.briefing.so_far
    heading = answer.context["page"].read.heading
    assert str(conditional_escape(heading.title)) in where
    assert heading.sub in where
    assert figures.startswith("Duration ")
    assert "target 380" in figures
    assert decided.startswith("Nina &amp; Co decided here before you, last:")
    assert "So far" in answer.content.decode()


def test_a_bot_is_named_as_the_one_who_decided_before(client, ada):
    match = match_of(None, person("nina"), scenario="tiny")
    match = played_by_bots(match)
    assert match.moves.filter(seat=0).exists()
    at = match.moves.latest("number").created_at + timedelta(seconds=1)
    seat_assign(match_id=match.pk, seat=0, user=ada, now=at)

    assert (
        page_of(client, match)
        .context["page"]
        .read.briefing.so_far[-1]
        .startswith("A bot decided here before you, last:")
    )


def test_nothing_is_told_of_before_to_who_sat_there_from_the_start(client, ada):
    match = match_of(ada, by=ada)

    assert page_of(client, match).context["page"].read.briefing.so_far == ()

"""Events of the facilitator on the pages of a match of Dominato."""

import re

import pytest
from django.urls import reverse

from games.catalogue.dominato.rules.rules import RULES
from games.engine.facilitation import Brought, offers_of
from games.models import Decision
from games.platform.selectors.position import state_of
from games.platform.selectors.replaying import difference
from games.platform.services.facilitation import event_bring
from games.platform.services.interventions import Actor
from tests.games.catalogue.dominato.matches import match_of
from tests.games.factories import person, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
CHECK = Brought("check", 1)


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def bring(match, brought):
    event_bring(match_id=match.pk, brought=brought, actor=Actor(person()))
    match.refresh_from_db()
    return match


def open_decisions(match):
    return sorted(Decision.objects.filter(match=match, closed_at__isnull=True).values_list("seat", "kind"))


def test_a_check_is_asked_of_the_others_and_then_the_game_goes_on():
    match = match_of(person(), person(), person(), scenario="three", options={"validation": "challenge"})
    while "check" not in [offer.key for offer in offers_of(RULES, state_of(match))]:
        play_on(match, 1)
    before = open_decisions(match)

    bring(match, CHECK)

    waits = open_decisions(match)
    assert sorted({kind for _seat, kind in before}) == ["claim", "play"]
    assert {kind for _seat, kind in waits} == {"check"}
    assert len(waits) == 2
    play_on(match, 2)
    assert "play" in [kind for _seat, kind in open_decisions(match)]
    play_on(match, -1)
    assert difference(match) is None


@pytest.mark.parametrize(
    ("language", "notice", "line"),
    [
        (
            "en",
            "Brought by the facilitator: Points added. Player A has 3 points more. Few points are good.",
            "Points added : 3 points more.",
        ),
        (
            "fr",
            "Apporté par la personne qui anime : Points ajoutés. Le joueur A a 3 points de plus. "
            "Moins on a de points, mieux c’est.",
            "Points ajoutés : 3 points de plus.",
        ),
    ],
)
def test_the_table_and_the_history_say_what_was_brought(client, language, notice, line):
    ada = person("ada", language=language)
    match = bring(match_of(ada, person()), Brought("penalty", 3, 0))
    client.force_login(ada)

    table = words(client.get(reverse("games:match", args=[match.pk]), headers={"accept-language": language}))
    history = words(client.get(reverse("games:history", args=[match.pk]), headers={"accept-language": language}))

    assert notice in table
    assert line.replace(" :", ":") in history.replace(" :", ":")

"""Events of the facilitator on the pages of a match of Dominyam."""

import re

import pytest
from django.urls import reverse

from games.engine.facilitation import Brought
from games.platform.selectors.replaying import difference
from games.platform.services.facilitation import event_bring
from games.platform.services.interventions import Actor
from tests.games.catalogue.dominyam.matches import match_of, play_on
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.mark.parametrize(
    ("language", "notice", "line", "column"),
    [
        (
            "en",
            "Brought by the facilitator: Bonus by hand. Player A receives 4 points at once.",
            "Bonus by hand: 4 points more.",
            "Hand Facilitator Score",
        ),
        (
            "fr",
            "Apporté par la personne qui anime : Prime décidée à la main. Le joueur A reçoit aussitôt 4 points.",
            "Prime décidée à la main : 4 points de plus.",
            "Main Animation Score",
        ),
    ],
)
@pytest.mark.usefixtures("no_broker")
def test_the_table_and_the_history_say_what_was_brought(client, language, notice, line, column):
    ada = person("ada", language=language)
    match = match_of(ada, person())
    event_bring(match_id=match.pk, brought=Brought("bonus", 4, 0), actor=Actor(person()))
    client.force_login(ada)

    table = words(client.get(reverse("games:match", args=[match.pk]), headers={"accept-language": language}))
    history = words(client.get(reverse("games:history", args=[match.pk]), headers={"accept-language": language}))

    assert notice in table
    assert column in table
    assert line.replace(" :", ":") in history.replace(" :", ":")


@pytest.mark.usefixtures("no_broker")
def test_a_whole_match_with_events_verifies():
    ada = person()
    match = match_of(ada, ada)
    for brought in (Brought("easier", 2), Brought("bonus", 4, 1), Brought("penalty", 2, 1)):
        event_bring(match_id=match.pk, brought=brought, actor=Actor(person()))
    match.refresh_from_db()
    play_on(match, ada)

    assert difference(match) is None
    assert match.is_over


@pytest.mark.usefixtures("no_broker")
def test_the_open_decision_names_the_changed_target():
    match = match_of(person(), person())
    before = match.decisions.get(closed_at__isnull=True)

    event_bring(match_id=match.pk, brought=Brought("easier", 2), actor=Actor(person()))

    after = match.decisions.get(closed_at__isnull=True)
    assert (after.pk, after.key) == (before.pk, before.key)
    assert after.params == before.params | {"target": before.params["target"] - 2}

"""News of a move have digests of the prompts that are open on the pages after it, so that waiting pages may pause."""

import pytest

from games.engine import registry
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from tests.every_game import GAMES
from tests.games.factories import person, play_default, role_ids

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
MOVES = 12


def digests(text):
    """The digests by seat."""
    return dict(each.split(":") for each in text.split() if ":" in each)


@pytest.mark.parametrize("game", GAMES)
def test_the_digests_in_the_news_are_those_of_the_page_of_each_seat(
    game, client, news_heard, django_capture_on_commit_callbacks
):
    roles_of = {key: role_ids(text, game) for key, text in registry.get(game).scenarios.items()}
    scenario = next(key for key in sorted(roles_of) if len(roles_of[key]) > 1)
    people = [person() for _role in roles_of[scenario]]
    match = match_create(game=game, roles=roles_of[scenario], by=people[0], scenario_key=scenario)
    for seat, user in enumerate(people):
        seat_assign(match_id=match.pk, seat=seat, user=user)
    match = match_start(match_id=match.pk)
    has_any = False
    for _move in range(MOVES):
        news_heard()
        with django_capture_on_commit_callbacks(execute=True):
            play_default(match)
        [text] = [each for each in news_heard() if each.startswith(f"match-{match.pk} {match.revision}")]
        published = digests(text.partition(" ")[2])
        for seat, user in enumerate(people):
            client.force_login(user)
            page = client.get(f"/matches/{match.pk}/live/?seat={seat}")
            assert digests(page["X-Prompts"]) == {str(seat): published.get(str(seat), "-")}
            has_any |= str(seat) in published
    assert has_any


def test_a_page_of_two_seats_names_both_and_that_of_an_observer_none(client):
    both, olga = person("both"), person("olga")
    scenario, text = next(iter(registry.get(GAMES[0]).scenarios.items()))
    match = match_create(game=GAMES[0], roles=role_ids(text, GAMES[0]), by=both, scenario_key=scenario)
    for seat in (0, 1):
        seat_assign(match_id=match.pk, seat=seat, user=both)
    match = match_start(match_id=match.pk)
    match.observers.add(olga)
    found = []
    for user in (both, olga):
        client.force_login(user)
        found.append(client.get(f"/matches/{match.pk}/live/")["X-Prompts"])

    assert [list(digests(each)) for each in found] == [["0", "1"], []]

"""A table that draws its own cards: their numbers are typed with the decision that draws them."""

from random import Random

import pytest
from django.urls import reverse

from games.engine import registry
from games.engine.export import verify, write
from games.models import AuthorKind, Match
from games.platform.selectors.position import deals_own, scenario_of, seeds_of, state_of
from games.platform.selectors.replaying import difference, exported
from games.platform.services.authors import Author
from games.platform.services.forks import match_fork
from games.platform.services.moves import submit
from games.platform.services.paper import OwnCardsOff, paper_own_cards
from tests.games.factories import SEED, match_of
from tests.games.web.pages.test_paper import decided, hashes, match_of_game, on_paper, text_of, typed

pytestmark = pytest.mark.django_db


def own_cards(*people, **more):
    """A paused match whose table draws its own cards, and its steward."""
    match, tutor = on_paper(*people, **more)
    paper_own_cards(match_id=match.pk)
    return match, tutor


def drawn(match_id):
    """All draws of a match, as its moves have them."""
    rows = Match.objects.get(pk=match_id).moves.order_by("number").values_list("draws", flat=True)
    return [draw for draws in rows for draw in draws]


def with_cards(client, match_id, text, choose):
    """Type a line, then the number of each card that is asked. `choose` picks one of the options of a draw."""
    match = Match.objects.get(pk=match_id)
    url, cards = reverse("games:paper", args=[match_id]), ""
    prompt = client.get(url).context["lines"][0].line.prompt
    form = {"typed": text, "seat": prompt.seat, "key": prompt.key, "at": match.number}
    while (answer := client.post(url, {**form, "cards": cards})).status_code == 422:
        (line,) = [each for each in answer.context["lines"] if each.asked]
        assert (line.typed, line.cards, line.error) == (text, cards, "")
        cards = f"{cards} {choose(line.asked.options)[0]}".strip()
    assert answer.status_code == 302
    return {**form, "cards": cards}


def first_cards(client, match_id, choose=lambda options: options[0]):
    """Type the first two lines, the second of which turns over two cards; returns the second form."""
    typed(client, match_id, "2")
    return with_cards(client, match_id, "0 0", choose)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_typed_with_cards_in_the_seeds_order_is_the_match_on_screens(client, seed):
    """The table happens to draw what the seed would. Only the header of the record says that it drew itself."""
    chance = Random(seed)  # noqa: S311
    match, tutor = own_cards(seed=SEED)
    other = match_of(by=tutor, seed=SEED)
    client.force_login(tutor)
    while Match.objects.get(pk=match.pk).status == "paused":
        prompt = client.get(reverse("games:paper", args=[match.pk])).context["lines"][0].line.prompt
        text, moves = decided(prompt, state_of(Match.objects.get(pk=match.pk)), chance)
        before = len(drawn(other.pk))
        for seat, move in moves:
            submit(match_id=other.pk, seat=seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER))
        due = iter(drawn(other.pk)[before:])

        def by_seed(options, due=due):
            draw = next(due)
            assert draw["sides"] == len(options)
            return options[draw["value"]]

        with_cards(client, match.pk, text, by_seed)

        assert hashes(match.pk) == hashes(other.pk)
        assert next(due, None) is None
        assert Match.objects.get(pk=match.pk).seeds[0][2] == drawn(match.pk)
    ended, played = Match.objects.get(pk=match.pk), Match.objects.get(pk=other.pk)
    assert (ended.status, ended.result) == ("finished", played.result)
    own, site = exported(ended), exported(played)
    assert [(each.move, each.events, each.draws) for each in own.moves] == [
        (each.move, each.events, each.draws) for each in site.moves
    ]
    assert (site.header.seeds[0].dealt, own.header.commitment) == (None, site.header.commitment)
    verify(write(own), registry.get("domego"))


def test_the_cards_that_are_typed_are_those_of_the_activity_and_verify(client):
    match, tutor = own_cards()
    client.force_login(tutor)

    form = first_cards(client, match.pk, lambda options: options[-1])

    after = Match.objects.get(pk=match.pk)
    state, titles = state_of(after), {card.id: card.title.en.casefold() for card in scenario_of(after).risk_cards}
    deck = [card.id for card in state.decks[0]]
    assert form["cards"] == f"{len(deck)} {len(deck) - 1}"
    assert state.drawn[0] == (deck[-1], deck[-2])
    page = text_of(client.get(reverse("games:paper", args=[match.pk])))
    assert all(titles[card] in page.casefold() for card in state.drawn[0])
    assert "the table's own cards" in page
    assert difference(after) is None
    verify(write(exported(after)), registry.get("domego"))


@pytest.mark.parametrize(
    ("cards", "words"),
    [("99", "99 is none of the numbers"), ("1 1", "1 is none of the numbers"), ("1 2 3", "Too many: 3"), ("x", "Type")],
)
def test_cards_that_cannot_have_been_drawn_are_refused_and_nothing_changes(client, cards, words):
    match, tutor = own_cards()
    client.force_login(tutor)
    typed(client, match.pk, "2")
    before, prompt = (
        hashes(match.pk),
        client.get(reverse("games:paper", args=[match.pk])).context["lines"][0].line.prompt,
    )

    form = {"typed": "0 0", "seat": prompt.seat, "key": prompt.key, "at": 1, "cards": cards}
    page = client.post(reverse("games:paper", args=[match.pk]), form)

    assert page.status_code == 422
    (line,) = [each for each in page.context["lines"] if each.error]
    assert words in line.error
    assert (line.typed, line.cards) == ("0 0", cards)
    assert hashes(match.pk) == before
    assert Match.objects.get(pk=match.pk).seeds[0][2] == []


def test_a_line_with_cards_that_is_sent_twice_is_entered_once(client):
    match, tutor = own_cards()
    client.force_login(tutor)
    form = first_cards(client, match.pk)
    after = hashes(match.pk)

    client.post(reverse("games:paper", args=[match.pk]), form)

    assert hashes(match.pk) == after
    assert Match.objects.get(pk=match.pk).seeds[0][2] == drawn(match.pk)


def test_the_cards_of_a_line_that_is_undone_are_typed_again(client):
    match, tutor = own_cards()
    client.force_login(tutor)
    first_cards(client, match.pk)

    typed(client, match.pk, "<")
    fork = Match.objects.get(parent=match)

    assert deals_own(fork)
    assert (seeds_of(fork)[0].dealt, hashes(fork.pk)) == ((), hashes(match.pk)[:2])
    with_cards(client, fork.pk, "0 0", lambda options: options[2])
    assert state_of(Match.objects.get(pk=fork.pk)).drawn != state_of(Match.objects.get(pk=match.pk)).drawn
    assert difference(Match.objects.get(pk=fork.pk)) is None


@pytest.mark.parametrize("same_cards", [True, False])
def test_a_fork_keeps_the_cards_that_its_moves_drew(client, same_cards):
    match, tutor = own_cards()
    client.force_login(tutor)
    first_cards(client, match.pk, lambda options: options[-1])

    fork = match_fork(match_id=match.pk, number=2, by=tutor, reason="tried", same_cards=same_cards)

    assert fork.seeds[0] == Match.objects.get(pk=match.pk).seeds[0]
    assert hashes(fork.pk) == hashes(match.pk)
    assert difference(Match.objects.get(pk=fork.pk)) is None


def test_the_choice_is_made_before_the_first_move_and_in_games_whose_draws_can_be_typed(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    typed(client, match.pk, "2")
    other = match_of_game("utboheme", tutor)

    for match_id in (match.pk, other):
        with pytest.raises(OwnCardsOff):
            paper_own_cards(match_id=match_id)

    assert [deals_own(each) for each in Match.objects.all()] == [False, False]


def test_a_table_with_its_own_cards_has_no_printed_order(client):
    match, tutor = own_cards()
    client.force_login(tutor)

    page = client.get(reverse("games:paper", args=[match.pk]))

    assert not page.context["has_order"]
    assert "The table draws its own cards" in text_of(page)
    assert client.get(reverse("games:paper-order", args=[match.pk])).status_code == 404


def test_the_record_holds_no_card_before_it_is_turned_over(client):
    match, tutor = own_cards()
    client.force_login(tutor)

    typed(client, match.pk, "2")

    assert Match.objects.get(pk=match.pk).seeds[0][2] == []
    with_cards(client, match.pk, "0 0", lambda options: options[-1])
    labels = [draw["label"] for draw in Match.objects.get(pk=match.pk).seeds[0][2]]
    assert labels == ["activity-1/card-1", "activity-1/card-2"]

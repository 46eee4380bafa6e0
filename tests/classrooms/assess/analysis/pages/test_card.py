"""The card at the end of a match: the account in one line, and the reader's three costliest decisions."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from classrooms.assess.analysis.card import card_of
from classrooms.assess.analysis.queries import analysis_of
from classrooms.assess.analysis.results import written
from classrooms.assess.analysis.services import analysis_request
from classrooms.models import Analysis
from games.models import AuthorKind, Match, Move
from games.platform import clock
from games.platform.selectors.authorship import own_numbers
from games.platform.services.holders import seat_assign
from tests.classrooms.assess.analysis.conftest import analysed
from tests.games.factories import match_of, person, played_by_bots
from tests.site.html import steady

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(steward) -> Match:
    """A match of the classic scenario that is over."""
    return played_by_bots(match_of(by=steward))


def own(match, user, seat):
    """Make the moves of a seat those of `user`, who then holds the seat."""
    seat_assign(match_id=match.pk, seat=seat, user=user)
    Move.objects.filter(match=match, seat=seat).update(author_kind=AuthorKind.PLAYER, author=user)
    return own_numbers(match, user)


def with_losses(match, losses):
    """The same analysis, with these losses by number of the decision, in hundredths of a point."""
    results = analysis_of(match)
    decisions = tuple(
        replace(
            each,
            loss="clear" if losses.get(each.number, 0) >= 200 else "",
            best=replace(each.best, project=replace(each.best.project, value=float(losses.get(each.number, 0)))),
        )
        for each in results.weighing.decisions
    )
    weighing = replace(results.weighing, decisions=decisions)
    Analysis.objects.filter(match=match).update(results=written(replace(results, weighing=weighing)))


def table(match, user, language="en", **more):
    client = Client(headers={"accept-language": language} | more)
    client.force_login(user)
    return client.get(reverse("games:match", args=[match.pk]))


def text_of(answer):
    return steady(answer.content.decode())


def test_the_three_costliest_of_the_reader_are_listed_and_the_others_summed(over, steward):
    analysed(over)
    player = person("player")
    numbers = own(over, player, 4)
    mine = [each.number for each in analysis_of(over).weighing.decisions if each.number in numbers]
    others = [each.number for each in analysis_of(over).weighing.decisions if each.number not in numbers]
    assert len(mine) >= 4
    losses = dict(zip(mine, (300, 900, 250, 600, 100), strict=False)) | {others[0]: 1500}
    with_losses(over, losses)

    card = card_of(over, numbers, "en")

    assert [(row["number"], row["minus"]) for row in card["costliest"]] == [
        (mine[1], "\u22129.0"),
        (mine[3], "\u22126.0"),
        (mine[0], "\u22123.0"),
    ]
    left = [losses.get(number, 0) for number in (*mine[2:3], *mine[4:])]
    assert card["others"] == {"count": len(left), "points": f"\u2212{sum(left) / 100:.1f}"}
    assert card_of(over, frozenset(), "en")["costliest"][0]["number"] == others[0]


def test_one_figure_is_told_of_a_person_from_three_decisions_on(over):
    """The figure is computed from the entries of the account: one for each placement, with its loss."""
    analysed(over)
    numbers = own(over, person("player"), 4)
    lost = [-each.project for each in analysis_of(over).account.entries if each.kind == "decision" and each.seat == 4]
    assert len(lost) >= 3

    told = card_of(over, numbers, "en")["person"]

    assert (told["decisions"], told["near"]) == (len(lost), sum(each <= 10 for each in lost))
    assert told["each"].startswith(f"{sum(lost) / len(lost) / 10:.1f}\xa0±")
    assert card_of(over, frozenset(sorted(numbers)[:1]), "en")["person"] == {}
    assert card_of(over, frozenset(), "en")["person"] == {}


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Your costliest decisions"), ("fr", "Vos décisions les plus chères")]
)
def test_the_end_says_why_and_leads_to_what_if_and_to_the_lesson(over, language, words):
    analysed(over)
    player = person("player")
    numbers = own(over, player, 4)
    mine = next(each.number for each in analysis_of(over).weighing.decisions if each.number in numbers)
    with_losses(over, {mine: 400})

    page = text_of(table(over, player, language))

    assert words in page
    assert f"{reverse('classrooms:what-if', args=[over.pk])}?at={mine}" in page
    assert reverse("classrooms:analysis-learn", args=[over.pk]) in page
    assert " ".join(card_of(over, numbers, language)["sentence"].split()) in page


def test_somebody_without_a_costly_decision_is_told_so(over):
    analysed(over)
    player = person("player")
    numbers = own(over, player, 4)
    with_losses(over, {})

    page = text_of(table(over, player))

    count = sum(each.number in numbers for each in analysis_of(over).weighing.decisions)
    assert f"Each of the {count} decisions gave little or nothing away." in page
    assert "What if?" not in page


def test_an_open_page_asks_on_until_the_account_is_there(over, steward):
    """The ETag changes while the page waits, so that each answer is a full page. Then the page stops asking."""
    over.ended_at = clock.now()
    over.save()
    analysis_request(match=over)
    client = Client()
    client.force_login(steward)
    live = reverse("games:live", args=[over.pk])

    waiting = client.get(live)
    again = client.get(live, headers={"If-None-Match": waiting["ETag"]})
    analysed(over)
    there = client.get(live, headers={"If-None-Match": waiting["ETag"]})
    still = client.get(live, headers={"If-None-Match": there["ETag"]})

    assert [answer.status_code for answer in (waiting, again, there, still)] == [200, 200, 200, 304]
    assert ["data-poll-stop" in answer.content.decode() for answer in (waiting, again, there)] == [False, False, True]
    assert ["points." in answer.content.decode() for answer in (waiting, there)] == [False, True]


def test_a_page_that_waited_long_enough_stops(over, steward):
    over.ended_at = clock.now() - timedelta(seconds=31)
    over.save()
    analysis_request(match=over)
    client = Client()
    client.force_login(steward)

    answer = client.get(reverse("games:live", args=[over.pk]))

    assert "data-poll-stop" in answer.content.decode()
    assert 'id="live"' not in text_of(table(over, steward))


def test_while_the_match_goes_on_nothing_is_said_of_it(steward):
    page = text_of(table(match_of(by=steward), steward))

    assert "because-h" not in page


def test_rivals_are_told_their_luck_and_what_they_gave_away(rivals):
    player = person("player")
    numbers = own(rivals, player, 0)

    card = card_of(rivals, numbers, "en")

    assert (card["sentence"], [row["role"].name for row in card["accounts"]]) == ("", ["Player A"])
    assert card["others"] is None

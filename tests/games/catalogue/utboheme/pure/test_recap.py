"""The recap of the other players' turns: dice and income, sevens, trades, buildings."""

from games.catalogue.utboheme.face import FACE
from games.catalogue.utboheme.rules.moves import BankTrade, BuyCard, MoveRobber, Roll, UpgradeUv
from tests.games.catalogue.utboheme.table import CLASSIC, SHAPE, at, hexagon, utb
from tests.recaps import cards_after, rows

SPOT = at((0, 0), (0, 1), (1, 0))


def cards(after, seat=1):
    return cards_after(FACE, CLASSIC, after.state, after.events, seat)


def test_the_dice_are_one_card_with_the_income_of_all():
    place = hexagon(-1, 0)
    near = [crossing for crossing in SHAPE.crossings_of[place] if len(SHAPE.hexagons_at[crossing]) == 3]
    after = utb(stage="roll", uv={0: near[:1]}, upgraded={1: near[3:4]}).play(Roll(), die_1=1, die_2=1)

    (thrown,) = cards(after)

    assert (thrown.label, thrown.title, thrown.weight, thrown.rule) == (
        "Player A",
        "Dice and income",
        "news",
        "rules#dice",
    )
    assert thrown.context["words"] == "Dice: 2 and 2"
    assert rows(thrown) == [("Your cards: course material", 0, 2), ("Cards: Player A", 0, 1)]
    assert cards(after, seat=2)[0].weight == "detail"


def test_income_that_the_robber_keeps_from_the_reader_is_news():
    place = hexagon(-1, 0)
    near = [crossing for crossing in SHAPE.crossings_of[place] if len(SHAPE.hexagons_at[crossing]) == 3]
    after = utb(stage="roll", uv={1: near[:1]}, robber=place).play(Roll(), die_1=1, die_2=1)

    assert [cards(after, seat)[0].weight for seat in (1, 2)] == ["news", "detail"]


def test_a_card_that_is_stolen_is_named_to_two_and_counted_by_all():
    place = hexagon(1, 0)
    table = utb(stage="robber", back="discard", uv={2: SHAPE.crossings_of[place][:1]}, hands={2: "3 food"})
    robbed = table.play(MoveRobber(place, 2))

    own, victim, other = (cards(robbed, seat)[0] for seat in (0, 2, 1))

    assert own.label == "You"
    assert rows(own) == [("Your cards: food", 0, 1), ("Cards: Player C", 3, 2)]
    assert rows(victim) == [("Your cards: food", 3, 2), ("Cards: Player A", 0, 1)]
    assert rows(other) == [("Cards: Player A", 0, 1), ("Cards: Player C", 3, 2)]
    assert ["<b>1 food</b>" in card.words for card in (own, victim, other)] == [True, True, False]


def test_what_is_built_is_told_with_its_points():
    after = utb(uv={0: [SPOT]}, hands={0: "3 coffee 2 course 3 food 3 sleep 3 beer"}).play(UpgradeUv(SPOT))

    (built,) = cards(after)

    assert (built.title, built.weight, built.rule) == ("1 UV**", "news", "rules#build")
    assert built.note == "Counts as 2 points for a UV**, the UV before it included."
    assert rows(built)[0] == ("Points: Player A", 1, 2)


def test_which_development_card_was_bought_its_owner_alone_is_told():
    after = utb(hands={0: "5 beer 5 sleep 5 coffee 5 course 5 food"}).play(BuyCard())

    own, other = cards(after, seat=0)[0], cards(after)[0]

    assert "Nobody else sees it." in own.words
    assert "The card is" not in other.words
    assert (other.title, other.weight) == ("1 development card", "detail")


def test_a_trade_with_the_bank_is_a_detail_to_the_others():
    after = utb(hands={0: "4 beer"}).play(BankTrade("beer", "food"))

    own, other = cards(after, seat=0)[0], cards(after)[0]

    assert (own.title, own.weight, other.weight) == ("1 trade", "news", "detail")
    assert rows(own) == [("Your cards: beer", 4, 0), ("Your cards: food", 0, 1)]
    assert rows(other) == [("Cards: Player A", 4, 1)]

"""The sums at the end of the fold."""

from games.catalogue.utboheme.facts.folding import Folding, Player
from games.catalogue.utboheme.facts.tables import Facts, HexagonFacts, OfferFacts, PlayerFacts, TradeFacts
from games.catalogue.utboheme.rules.board import dots
from games.engine.types import Seat, places

WINNER = 100


def close(folding: Folding) -> Facts:
    """The tables with each player's and each hexagon's sums."""
    points = folding.points()
    ranks = tuple(number + WINNER * (seat == folding.winner) for seat, number in enumerate(points))
    order = places(ranks)
    return Facts(
        players=len(folding.players),
        board=folding.board,
        why=folding.why,
        winner=folding.winner,
        throws=tuple(folding.throws[2:]),
        start=folding.start,
        turns=tuple(folding.turns),
        hexagons=tuple(_hexagon(folding, number) for number in range(len(folding.board.land))),
        trades=tuple(folding.trades),
        seats=tuple(
            _player(folding, seat, each, points[seat], order[seat]) for seat, each in enumerate(folding.players)
        ),  # fmt: skip
        built=tuple(folding.built),
        lost=tuple(folding.lost),
    )


def _hexagon(folding: Folding, number: int) -> HexagonFacts:
    token = folding.board.tokens[number]
    return HexagonFacts(
        number=number,
        resource=folding.board.resources[number],
        token=token,
        expected=round(1000 * sum(folding.throws) * dots(token) / 36),
        rolled=folding.throws[token],
        given=tuple(folding.given[number]),
        blocked=tuple(folding.blocked[number]),
        short=tuple(folding.short[number]),
    )


def _player(folding: Folding, seat: Seat, player: Player, points: int, place: int) -> PlayerFacts:
    income, expected = sum(player.by_resource), _thousandths(sum(player.expected))
    bank = [trade for trade in folding.trades if trade.seat == seat and trade.partner is None]
    others = [trade for trade in folding.trades if trade.partner is not None and seat in (trade.seat, trade.partner)]
    return PlayerFacts(
        seat=seat,
        points=points,
        place=place,
        uv=len(player.uv),
        upgraded=len(player.upgraded),
        longest=folding.longest == seat,
        oldest=folding.oldest == seat,
        victory=player.victory,
        cc=player.cc,
        anciens=player.anciens,
        expected=expected,
        income=income,
        luck=1000 * income - expected,
        by_resource=player.by_resource,
        founded=player.founded,
        blocked=player.blocked,
        short=player.short,
        discarded=player.discarded,
        stolen=player.stolen,
        robbed=player.robbed,
        monopoly=player.monopoly,
        discovered=player.discovered,
        bank_trades=len(bank),
        rate_bank=_rate(bank, seat),
        player_trades=len(others),
        rate_players=_rate(others, seat),
        offers=OfferFacts(player.made, player.traded, player.asked, player.accepted),
        cards_bought=player.bought,
        cards_played=player.played,
        hand=folding.hand(seat),
        expected_by=tuple(map(_thousandths, player.expected)),  # type: ignore[arg-type]
        gifts=player.gifts,
        blocked_by_event=player.blocked_by_event,
    )


def _thousandths(of_36: int) -> int:
    return round(1000 * of_36 / 36)


def _rate(trades: list[TradeFacts], seat: Seat) -> int:
    """The number of cards that a seat gave for one card, over these trades."""
    gave = sum(sum(trade.gave if trade.seat == seat else trade.got) for trade in trades)
    got = sum(sum(trade.got if trade.seat == seat else trade.gave) for trade in trades)
    return round(1000 * gave / got) if got else 0

"""Trade: with the bank, and offers between the active player and the others. Source, "Commerce"; README decision 8."""

from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from games.catalogue.utboheme.rules.events import BankTraded, OfferAnswered, OfferClosed, Offered, Traded
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.moves import MOST_IN_OFFER, BankTrade, Confirm, Offer, Withdraw, cards_of
from games.catalogue.utboheme.rules.resources import INDEX, RESOURCES, Cards, covers, lacking, minus, of_one, plus
from games.catalogue.utboheme.rules.types import MOST_OFFERS, Answer, OnOffer, Rate, State
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def bank_trade(ledger: Ledger, move: BankTrade) -> None:
    """Trade several cards of one kind for one of another, at the best rate of the player's trade zones."""
    if ledger.building:
        raise IllegalMove("trade_is_over")
    give, take, seat = INDEX[move.give], INDEX[move.take], ledger.seat
    if give == take:
        raise IllegalMove("same_resource")
    rate = ledger.layout.rates(ledger.pieces(seat))[give]
    if ledger.hands[seat][give] < rate:
        raise IllegalMove("rate_not_reached", rate=rate, held=ledger.hands[seat][give])
    if not ledger.bank[take]:
        raise IllegalMove("bank_lacks")
    ledger.to_bank(seat, of_one(give, rate))
    ledger.from_bank(seat, of_one(take, 1))
    ledger.emit(BankTraded(turn=ledger.turn, seat=seat, give=move.give, paid=rate, take=move.take))


def given(cards: Cards) -> Cards:
    """The cards that the offerer gives."""
    return tuple(max(0, number) for number in cards)  # type: ignore[return-value]


def wanted(cards: Cards) -> Cards:
    """The cards that the offerer gets."""
    return tuple(max(0, -number) for number in cards)  # type: ignore[return-value]


def offer(ledger: Ledger, seat: Seat, move: Offer, counters: int | None = None) -> None:
    """Make an offer; seats with a standing order for it answer at once. An own offer opens a new prompt of the active
    player, so that others have time to answer. The last answer does so once more. README decision 15.
    """
    check_offer(ledger, seat, move)
    cards = cards_of(move)
    everybody = move.to == seat or move.to >= ledger.players
    asked = [each for each in range(ledger.players) if each != seat and (everybody or each == move.to)]
    number = sum(ledger.made) + 1
    ledger.made = tuple(made + (each == seat) for each, made in enumerate(ledger.made))
    answers: list[Answer] = ["open" if each in asked and seat == ledger.seat else "unasked" for each in range(4)]
    open_offer = OnOffer(number, seat, None if everybody else move.to, cards, tuple(answers[: ledger.players]))
    ledger.offers = (*ledger.offers, open_offer)
    ledger.emit(
        Offered(
            turn=ledger.turn, seat=seat, number=number, asked=tuple(asked), cards=cards, counters=counters,
            need=move.need or UNSET,
        )
    )  # fmt: skip
    if seat == ledger.seat:
        ledger.step += 1
        for each in asked:
            if _ordered(ledger.rates[each], cards) and covers(ledger.hands[each], wanted(cards)):
                answer(ledger, each, number, "accepted", by_order=True)


def check_offer(ledger: Ledger, seat: Seat, move: Offer) -> None:
    """Raises IllegalMove for an offer that cannot be made now."""
    cards = cards_of(move)
    if seat != ledger.seat and move.to != ledger.seat:
        raise IllegalMove("only_with_the_active_player", seat=ledger.seat)
    if ledger.made[seat] >= MOST_OFFERS:
        raise IllegalMove("too_many_offers", most=MOST_OFFERS)
    if min(cards) >= 0 or max(cards) <= 0:
        raise IllegalMove("no_gifts")
    if max(map(abs, cards)) > MOST_IN_OFFER:
        raise IllegalMove("more_than_there_are", cards=MOST_IN_OFFER)


def _ordered(rates: tuple[Rate, ...], cards: Cards) -> bool:
    """True if a standing order accepts these cards, which is possible only for one resource against one other."""
    gets = [index for index in range(5) if cards[index] > 0]
    gives = [index for index in range(5) if cards[index] < 0]
    if len(gets) > 1 or len(gives) > 1:
        return False
    give, get = RESOURCES[gives[0]], RESOURCES[gets[0]]
    return any(
        (rate.give, rate.get) == (give, get) and -cards[gives[0]] <= rate.most * cards[gets[0]] for rate in rates
    )  # fmt: skip


def find_offer(table: Ledger | State, number: int) -> OnOffer | None:
    """An open offer by its number."""
    return next((each for each in table.offers if each.number == number), None)


def _open_offer(ledger: Ledger, number: int) -> OnOffer:
    found = find_offer(ledger, number)
    if found is None:
        raise IllegalMove("no_such_offer", offer=number)
    return found


def answer(ledger: Ledger, seat: Seat, number: int, how: Answer, *, by_order: bool = False) -> None:
    """Accept, refuse, or make a counter-offer. An offer that all refuse is closed."""
    open_offer = _open_offer(ledger, number)
    if how == "accepted" and not covers(ledger.hands[seat], wanted(open_offer.cards)):
        raise IllegalMove("too_few_cards", **lacking(ledger.hands[seat], wanted(open_offer.cards)))
    if how == open_offer.answers[seat]:
        raise IllegalMove("same_answer")
    answers = tuple(how if each == seat else before for each, before in enumerate(open_offer.answers))
    was_waiting = waits_for_answers(ledger)
    told = OfferAnswered(
        turn=ledger.turn, seat=seat, number=number, accepted=how == "accepted", by_order=by_order
    )  # fmt: skip
    ledger.emit(told)
    ledger.offers = tuple(replace(o, answers=answers) if o.number == number else o for o in ledger.offers)
    if "open" not in answers and "accepted" not in answers:
        _close(ledger, open_offer, "refused")
    if was_waiting and not waits_for_answers(ledger):
        ledger.step += 1


def _close(ledger: Ledger, open_offer: OnOffer, why: Literal["withdrawn", "refused", "uncovered"]) -> None:
    ledger.offers = tuple(each for each in ledger.offers if each.number != open_offer.number)
    ledger.emit(OfferClosed(turn=ledger.turn, seat=open_offer.seat, number=open_offer.number, why=why))


def withdraw(ledger: Ledger, move: Withdraw) -> None:
    """Close an offer of the active player, or one made to the active player."""
    _close(ledger, _open_offer(ledger, move.offer), "withdrawn")


def partners(table: Ledger | State, open_offer: OnOffer) -> list[Seat]:
    """The seats with whom the active player can try to carry out an offer now. They have accepted, and the active
    player has the cards. The partner's cards are not checked beforehand (README decision 8).
    """
    if open_offer.seat != table.seat:
        ready, gives = [open_offer.seat], wanted(open_offer.cards)
    else:
        ready, gives = (
            [seat for seat, how in enumerate(open_offer.answers) if how == "accepted"],
            given(open_offer.cards),
        )
    return ready if covers(table.hands[table.seat], gives) else []


def confirm(ledger: Ledger, move: Confirm) -> None:
    """Exchange the cards and close the offer. A partner without the cards refuses by that."""
    open_offer = _open_offer(ledger, move.offer)
    if move.partner not in partners(ledger, open_offer):
        raise IllegalMove("cannot_be_carried_out", offer=move.offer, seat=move.partner)
    gave, got = given(open_offer.cards), wanted(open_offer.cards)
    if open_offer.seat != ledger.seat:
        gave, got = got, gave
    one, other = ledger.seat, move.partner
    if not covers(ledger.hands[other], got):
        _fall_through(ledger, open_offer, other)
        return
    ledger.hands[one] = plus(minus(ledger.hands[one], gave), got)
    ledger.hands[other] = plus(minus(ledger.hands[other], got), gave)
    ledger.offers = tuple(each for each in ledger.offers if each.number != open_offer.number)
    ledger.emit(Traded(turn=ledger.turn, seat=one, number=open_offer.number, partner=other, gave=gave, got=got))


def _fall_through(ledger: Ledger, open_offer: OnOffer, partner: Seat) -> None:
    """The partner lacks the cards: its own offer is closed, or its acceptance is taken back."""
    if open_offer.seat == partner:
        _close(ledger, open_offer, "uncovered")
    else:
        answer(ledger, partner, open_offer.number, "refused")


def waits_for_answers(state: Ledger | State) -> bool:
    """True if the active player has an open offer that somebody has not answered."""
    return any("open" in each.answers for each in state.offers)

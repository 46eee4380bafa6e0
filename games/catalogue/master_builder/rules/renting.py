"""Rentals of workers between players before construction, with the option `rent_workers`. README decision 11."""

from msgspec.structs import replace

from games.catalogue.master_builder.rules.events import Offered, OfferRefused, Rented, TalksClosed
from games.catalogue.master_builder.rules.moves import Answer, CloseTalks, Offer
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Rental, State, Talk, Talks
from games.catalogue.master_builder.rules.view import View
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def run(table: Table) -> bool:
    """Continue until somebody must decide (True), or to the end of the talks."""
    if table.options.rent_workers and len(in_talks(table)) > 1 and _something_to_let(table):
        return True
    table.talks = Talks()
    table.phase = "plan"
    table.plans = [None] * table.players
    return False


def in_talks(table: Table | State | View) -> tuple[Seat, ...]:
    """The seats that have not closed their talks, in turn order."""
    return tuple(seat for seat in table.order if seat not in table.talks.closed)


def _something_to_let(table: Table) -> bool:
    return bool(table.talks.open) or any(offers(table, seat) for seat in in_talks(table))


def offers(table: Table | State | View, seat: Seat) -> tuple[tuple[str, Seat], ...]:
    """Pairs (worker, renter) that this seat may offer now: its own face-up workers, not let yet, without talks with
    this renter.
    """
    let = {rental.worker for rental in table.rentals}
    known = {(talk.worker, talk.renter) for talk in table.talks.open} | set(table.talks.failed)
    renters = [renter for renter in in_talks(table) if renter != seat]
    return tuple(
        (each.worker, renter)
        for each in table.firms[seat].crew
        if not each.down and each.worker not in let
        for renter in renters
        if (each.worker, renter) not in known
    )


def offer(table: Table, seat: Seat, move: Offer) -> None:
    """Offer one of the seat's workers at a price."""
    if move.to >= table.players or move.to == seat:
        raise IllegalMove("no_such_renter", renter=move.to)
    if (move.worker, move.to) not in offers(table, seat):
        raise IllegalMove("not_to_let", worker=move.worker)
    _refuse_price(table, move.to, move.price)
    talk = Talk(move.worker, seat, move.to, move.price, seat)
    table.talks = replace(table.talks, open=(*table.talks.open, talk))
    _tell_offer(table, talk, first=True)


def _refuse_price(table: Table, renter: Seat, price: int) -> None:
    cash = table.firms[renter].cash
    if price > cash:
        raise IllegalMove("price_over_cash", price=price, cash=cash)


def _tell_offer(table: Table, talk: Talk, *, first: bool) -> None:
    table.emit(
        Offered(
            turn=table.round,
            seat=talk.by,
            worker=talk.worker,
            owner=talk.owner,
            renter=talk.renter,
            price=talk.price,
            first=first,
        )
    )


def talks_to_answer(state: State | Table | View, seat: Seat) -> tuple[Talk, ...]:
    """The negotiations in which this seat must answer."""
    return tuple(talk for talk in state.talks.open if seat in (talk.owner, talk.renter) and talk.by != seat)


def answer(table: Table, seat: Seat, move: Answer) -> None:
    """Accept, counter or refuse the other side's price."""
    talk = next(
        (each for each in talks_to_answer(table, seat) if (each.worker, each.renter) == (move.worker, move.renter)),
        None,
    )
    if talk is None:
        raise IllegalMove("no_offer", worker=move.worker)
    if move.how == "accept":
        _accept(table, seat, talk, move.price)
    elif move.how == "counter":
        _refuse_price(table, talk.renter, move.price)
        changed = replace(talk, price=move.price, by=seat)
        table.talks = replace(table.talks, open=tuple(changed if each == talk else each for each in table.talks.open))
        _tell_offer(table, changed, first=False)
    elif move.price:
        raise IllegalMove("refusal_has_no_price", price=move.price)
    else:
        _fail(table, seat, (talk,))


def _accept(table: Table, seat: Seat, talk: Talk, price: int) -> None:
    if price != talk.price:
        raise IllegalMove("offer_changed", price=price, offer=talk.price)
    _refuse_price(table, talk.renter, price)
    table.change(talk.renter, cash=table.firms[talk.renter].cash - price)
    table.change(talk.owner, cash=table.firms[talk.owner].cash + price)
    table.rentals = (*table.rentals, Rental(talk.worker, talk.owner, talk.renter))
    table.talks = replace(table.talks, open=tuple(each for each in table.talks.open if each != talk))
    table.emit(
        Rented(turn=table.round, seat=seat, worker=talk.worker, owner=talk.owner, renter=talk.renter, price=price)
    )
    _fail(table, seat, tuple(each for each in table.talks.open if each.worker == talk.worker))


def _fail(table: Table, seat: Seat, talks: tuple[Talk, ...]) -> None:
    for talk in talks:
        table.emit(OfferRefused(turn=table.round, seat=seat, worker=talk.worker, owner=talk.owner, renter=talk.renter))
    table.talks = replace(
        table.talks,
        open=tuple(each for each in table.talks.open if each not in talks),
        failed=(*table.talks.failed, *((talk.worker, talk.renter) for talk in talks)),
    )


def close(table: Table, seat: Seat, _move: CloseTalks) -> None:
    """Leave the talks; open offers with this seat are refused."""
    _fail(table, seat, tuple(talk for talk in table.talks.open if seat in (talk.owner, talk.renter)))
    table.talks = replace(table.talks, closed=(*table.talks.closed, seat))
    table.emit(TalksClosed(turn=table.round, seat=seat))

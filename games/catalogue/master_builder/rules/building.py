"""Phase 4: plans and construction. README decision 12."""

from collections.abc import Iterable

from msgspec.structs import replace

from games.catalogue.master_builder.rules.crews import (
    NOBODY,
    Count,
    count_of,
    needed_for,
    refuse_shortage,
    staffed,
    sum_of,
)
from games.catalogue.master_builder.rules.events import Finished, Idle, PlanConfirmed, PlanKept, ProposalAsked, Work
from games.catalogue.master_builder.rules.moves import Build, Propose
from games.catalogue.master_builder.rules.planner import Plan, possible_now
from games.catalogue.master_builder.rules.sites import all_of, indexes, refuse_order
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.types import Employee, Sheet, Site, State
from games.catalogue.master_builder.rules.view import View
from games.engine.errors import IllegalMove
from games.engine.types import Seat


def available(state: State | Table | View, seat: Seat) -> tuple[Employee, ...]:
    """The workers available to this seat in this round: its own face-up workers who are not let, then those it
    rents.
    """
    let = {rental.worker for rental in state.rentals}
    own = [each for each in state.firms[seat].crew if not each.down and each.worker not in let]
    rented = [
        next(each for each in state.firms[rental.owner].crew if each.worker == rental.worker)
        for rental in state.rentals
        if rental.renter == seat
    ]
    return (*own, *rented)


def available_count(state: State | Table | View, seat: Seat) -> Count:
    """The count of this seat's available workers by rank."""
    return count_of([each.worker for each in available(state, seat)])


def run(table: Table) -> bool:
    """Wait for the plans of all players who can build (True), then build."""
    for seat in table.order:
        if table.plans[seat] is None and not possible_now(
            table.sheet.contracts, table.firms[seat].sites, available_count(table, seat)
        ):
            _keep(table, seat, (), forced=True)
    if None in table.plans:
        return True
    for seat in table.order:
        _carry_out(table, seat, table.plans[seat] or ())
    for seat in range(table.players):
        table.change(seat, crew=tuple(replace(each, down=False) for each in table.firms[seat].crew))
    table.plans, table.rentals, table.proposed = [], (), ()
    table.phase = "wages"
    table.owing = table.order
    return False


def confirm(table: Table, seat: Seat, move: Build) -> None:
    """Keep a plan until everybody has one. Raises IllegalMove for a plan that cannot be carried out."""
    refuse_plan(table, seat, move.sections)
    _keep(table, seat, move.sections)


def may_ask(state: State | Table, seat: Seat) -> bool:
    """True if a seat that still plans may ask for the best plan in this round."""
    return state.options.proposal is True and seat not in (state.proposed or ())


def propose(table: Table, seat: Seat, move: Propose) -> None:
    """Note that a seat has asked for the best plan; its page then shows that plan. README decision 23."""
    if not may_ask(table, seat):
        raise IllegalMove("no_proposal")
    table.proposed = (*(table.proposed or ()), seat)
    table.emit(ProposalAsked(turn=table.round, seat=seat, audience=(seat,)))


def refuse_plan(table: State | Table | View, seat: Seat, sections: tuple[str, ...]) -> None:
    """Raises IllegalMove for a plan that cannot be carried out. A view suffices, because nothing relevant is hidden."""
    sites = table.firms[seat].sites
    standing = {site.contract: site.standing for site in sites}
    needed = NOBODY
    for number, mask in plan_of(table.sheet, sites, sections):
        contract = table.sheet.contract(number)
        refuse_order(contract, standing[number], mask)
        needed = sum_of(needed, needed_for(contract, mask))
    refuse_shortage(needed, available_count(table, seat))


def _keep(table: Table, seat: Seat, sections: tuple[str, ...], *, forced: bool = False) -> None:
    table.plans[seat] = sections
    table.emit(PlanConfirmed(turn=table.round, seat=seat, forced=forced))
    if not forced:
        table.emit(PlanKept(turn=table.round, seat=seat, audience=(seat,), sections=sections))


def plan_of(sheet: Sheet, sites: Iterable[Site], sections: tuple[str, ...]) -> Plan:
    """The plan for a list of sections. Raises IllegalMove for sections that can never be built."""
    standing = {site.contract: site.standing for site in sites}
    masks: dict[int, int] = {}
    places = []
    for piece in sections:
        name, _, section = piece.partition("/")
        number = int(name)
        if number not in standing:
            raise IllegalMove("not_your_contract", contract=number)
        ids = [each.id for each in sheet.contract(number).sections]
        if section not in ids:
            raise IllegalMove("no_such_section", contract=number, section=section)
        index = ids.index(section)
        if standing[number] >> index & 1:
            raise IllegalMove("already_built", contract=number, section=section)
        masks[number] = masks.get(number, 0) | 1 << index
        places.append((number, index))
    if places != sorted(set(places)):
        raise IllegalMove("sections_out_of_order")
    return tuple(sorted(masks.items()))


def sections_of(sheet: Sheet, plan: Plan) -> tuple[str, ...]:
    """A plan as a list of sections."""
    return tuple(
        f"{number}/{sheet.contract(number).sections[index].id}" for number, mask in plan for index in indexes(mask)
    )


def crew_for(sheet: Sheet, plan: Plan, crew: tuple[Employee, ...]) -> dict[str, tuple[Employee, ...]]:
    """The builders of each section of a plan, with as little skill wasted as possible."""
    needs: list[str] = []
    places: list[str] = []
    for piece in sections_of(sheet, plan):
        number, _, id_ = piece.partition("/")
        asked = next(section.needs for section in sheet.contract(int(number)).sections if section.id == id_)
        needs += asked
        places += [piece] * len(asked)
    found: dict[str, tuple[Employee, ...]] = {}
    for piece, worker in zip(places, staffed(needs, crew), strict=True):
        found[piece] = (*found.get(piece, ()), worker)
    return found


def _carry_out(table: Table, seat: Seat, sections: tuple[str, ...]) -> None:
    crew = available(table, seat)
    plan = plan_of(table.sheet, table.firms[seat].sites, sections)
    busy: set[str] = set()
    for piece, workers in crew_for(table.sheet, plan, crew).items():
        number, _, section = piece.partition("/")
        ids = tuple(each.worker for each in workers)
        busy.update(ids)
        table.emit(Work(turn=table.round, seat=seat, contract=int(number), section=section, workers=ids))
    idle = tuple(each.worker for each in crew if each.worker not in busy)
    if idle:
        table.emit(Idle(turn=table.round, seat=seat, workers=idle))
    built = dict(plan)
    sites = tuple(
        replace(site, standing=site.standing | built.get(site.contract, 0)) for site in table.firms[seat].sites
    )
    table.change(seat, sites=sites)
    for site in sites:
        contract = table.sheet.contract(site.contract)
        if site.contract in built and site.standing == all_of(contract):
            table.pay(seat, -contract.payment)
            table.emit(Finished(turn=table.round, seat=seat, contract=site.contract, payment=contract.payment))

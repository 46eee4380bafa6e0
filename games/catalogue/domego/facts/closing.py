"""The sums at the end of the fold."""

from msgspec.structs import replace

from games.catalogue.domego.facts.folding import Folding
from games.catalogue.domego.facts.tables import Facts, RoleResult
from games.catalogue.domego.rules.accounts import COUNTERS, POSSESSIONS
from games.catalogue.domego.rules.scoring import Points, points_of, targets_of
from games.catalogue.domego.rules.sheet import Goals
from games.catalogue.domego.rules.types import Firm
from games.engine.types import places


def close(folding: Folding) -> Facts:
    """The tables with each role's sums, points and place."""
    sheet, books = folding.sheet, folding.books
    firms = [Firm(*(books[each.key, seat] for each in POSSESSIONS)) for seat in range(len(sheet.roles))]
    reached = Goals(*(books[each.key, None] for each in COUNTERS))
    points = [points_of(sheet, seat, firm, reached) for seat, firm in enumerate(firms)]
    order = places(tuple(point.total for point in points))
    return Facts(
        finished=folding.finished,
        reached=reached,
        targets=targets_of(sheet.goals, reached),
        activities=tuple(folding.activities),
        contracts=tuple(folding.contracts.values()),
        bankruptcies=tuple(folding.bankruptcies),
        roles=tuple(_role_result(folding, seat, firm, points[seat], order[seat]) for seat, firm in enumerate(firms)),
    )


def _role_result(folding: Folding, seat: int, firm: Firm, points: Points, place: int) -> RoleResult:
    turns = [activity.roles[seat] for activity in folding.activities]
    if not folding.finished:
        row = folding.rows[seat]
        turns.append(replace(row, required=min(row.required, row.placed)))
    made = folding.contracts.values()
    role = folding.sheet.roles[seat]
    return RoleResult(
        seat=seat,
        id=role.id,
        start_money=role.start_money,
        money=firm.money,
        stock=firm.stock,
        bought_low=sum(turn.bought_low for turn in turns),
        bought_high=sum(turn.bought_high for turn in turns),
        forced=sum(turn.forced for turn in turns),
        required=sum(turn.required for turn in turns),
        placed=sum(turn.placed for turn in turns),
        risk_cubes=sum(turn.risk_cubes for turn in turns),
        risk_k=sum(turn.risk_k for turn in turns),
        contract_paid=sum(contract.paid - contract.by_bank for contract in made if contract.payer == seat),
        contract_received=sum(contract.paid for contract in made if contract.payee == seat),
        bankruptcies=firm.bankruptcies,
        failed=firm.failed,
        points=points,
        place=place,
    )

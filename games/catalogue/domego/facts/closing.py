"""The sums at the end of the fold."""

from msgspec.structs import replace

from games.catalogue.domego.facts.folding import Folding
from games.catalogue.domego.facts.tables import Facts, RoleResult
from games.catalogue.domego.rules.scoring import Points, points_of, targets_of
from games.catalogue.domego.rules.types import Firm
from games.engine.types import places


def close(folding: Folding) -> Facts:
    """The tables with each role's sums, points and place."""
    entries = folding.books.entries()
    points = [points_of(folding.sheet, seat, Firm(*entry), folding.books.reached) for seat, entry in enumerate(entries)]
    order = places(tuple(point.total for point in points))
    return Facts(
        finished=folding.finished,
        reached=folding.books.reached,
        targets=targets_of(folding.sheet.goals, folding.books.reached),
        activities=tuple(folding.activities),
        contracts=tuple(folding.contracts.values()),
        bankruptcies=tuple(folding.bankruptcies),
        roles=tuple(
            _role_result(folding, seat, Firm(*entry), points[seat], order[seat]) for seat, entry in enumerate(entries)
        ),
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

"""The reader's money and stock and the counters before each event, computed backwards from the current position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from msgspec import structs

from games.catalogue.domego.face.statements import STATEMENTS
from games.catalogue.domego.rules.accounts import ADDED, COUNTERS, MONEY, STOCK
from games.catalogue.domego.rules.events import Allocated, Placed
from games.catalogue.domego.rules.sheet import Sheet
from games.catalogue.domego.rules.view import View
from games.engine.ledger import Account, Accounts, Figures, Holder, Posting, Posts, own
from games.ui.faces import Scene
from games.ui.recap import Change, Happened


def _bought(event: Placed, sheet: Sheet) -> Iterator[Posting]:
    yield Posting(event.seat, -event.buy * sheet.high_price)


def _when_placed(account: Account, placed: Posts) -> Account:
    """The account as the page shows it: placements count when they are made, not when they are paid."""

    def shown(view: View) -> dict[Holder, int]:
        return {seat: getattr(firm, account.key) for seat, firm in enumerate(view.firms)}

    posts = {kind: each for kind, each in account.posts.items() if kind is not Allocated} | {Placed: placed}
    return replace(account, posts=posts, shown=shown)


ON_THE_PAGE: Final = Accounts(
    (
        _when_placed(MONEY, _bought),
        _when_placed(STOCK, own(lambda event: event.buy - event.cubes)),
        *COUNTERS,
        ADDED,
    )
)


@dataclass(frozen=True)
class Step:
    """Something that happened, with its place, and the figures around it."""

    place: int
    told: Happened
    before: Figures
    after: Figures

    @property
    def event(self) -> Any:
        """The event of this step."""
        return self.told.event


def steps_of(scene: Scene, happened: Sequence[Happened]) -> list[Step]:
    """Every event with the figures before and after it."""
    view: View = scene.view
    known = [ON_THE_PAGE.shown(view)]
    for event in reversed(_differences(scene, happened)):
        known.append(ON_THE_PAGE.before(known[-1], event, view.sheet))
    known.reverse()
    return [Step(place, told, known[place], known[place + 1]) for place, told in enumerate(happened)]


def _differences(scene: Scene, happened: Sequence[Happened]) -> list[Any]:
    """The events. The reader's placements have the cubes that they add to the earlier placement that they replace."""
    mine = [event for event in scene.record if _is_own(event, scene.seat)]
    new = sum(_is_own(each.event, scene.seat) for each in happened)
    last, found = (mine[: len(mine) - new] or [None])[-1], []
    for event in (each.event for each in happened):
        more = event
        if _is_own(event, scene.seat):
            if last is not None and last.turn == event.turn:
                more = structs.replace(event, buy=event.buy - last.buy, cubes=event.cubes - last.cubes)
            last = event
        found.append(more)
    return found


def _is_own(event: Any, seat: int | None) -> bool:
    return isinstance(event, Placed) and seat is not None and event.seat == seat


def changes(scene: Scene, steps: Sequence[Step], *names: str, holder: int | None = None) -> list[Change]:
    """The changes of some accounts in some steps."""
    found = []
    for name in names:
        moved = [step for step in steps if step.before[name, holder] != step.after[name, holder]]
        if moved:
            found.append(STATEMENTS.change(scene, name, holder, moved[0].before, moved[-1].after))
    return found

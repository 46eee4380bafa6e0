"""The town as a drawing: a site for each contract, with the sections that stand. Lengths are SVG units."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kit.faces import RoleName, Scene
from games.master_builder import cards, names
from games.master_builder.rules.scenario import Contract
from games.master_builder.rules.types import Site
from games.master_builder.rules.view import View
from games.master_builder.shapes import outline

CELL_WIDTH, CELL_HEIGHT = 108, 122
WIDE, TALL = 6, 3
"""Sites in a row on a desk and on a phone."""


@dataclass(frozen=True)
class Shape:
    """A section: `points` of its outline, whether it stands, and whether it was built only now."""

    points: str
    part: str
    stands: bool
    new: bool = False


@dataclass(frozen=True)
class Plot:
    """A site of the town. `state` is unseen, offer, sold, done or gone."""

    number: int
    name: str
    state: str
    owner: RoleName | None
    shapes: tuple[Shape, ...]
    built: int
    sections: int
    payment: str
    words: str


@dataclass(frozen=True)
class Placed:
    """A plot at its place in the drawing."""

    plot: Plot
    x: int
    y: int


@dataclass(frozen=True)
class Picture:
    """The town with so many sites in a row."""

    width: int
    height: int
    places: tuple[Placed, ...]


def plots(scene: Scene) -> list[Plot]:
    """All contracts of the scenario, by number. `scene.view` is what anybody sees."""
    view: View = scene.view
    roles = names.role_names(scene.scenario)
    owners = {site.contract: (seat, site) for seat, firm in enumerate(view.firms) for site in firm.sites}
    offered = {lot.contract for lot in view.lots}
    found = []
    for contract in view.sheet.contracts:
        seat, site = owners.get(contract.number, (None, Site(contract.number)))
        found.append(_plot(view, contract, site, roles[seat] if seat is not None else None, offered))
    return found


def _plot(view: View, contract: Contract, site: Site, owner: RoleName | None, offered: set[int]) -> Plot:
    sections, built = len(contract.sections), site.standing.bit_count()
    if owner is not None:
        state = "done" if built == sections else "sold"
    elif contract.number in offered:
        state = "offer"
    else:
        state = "unseen" if contract.number in view.deck else "gone"
    return Plot(
        number=contract.number,
        name=cards.contract(view.sheet, contract.number),
        state=state,
        owner=owner,
        shapes=shapes(contract, site.standing) if state != "gone" else (),
        built=built,
        sections=sections,
        payment=names.k(contract.payment),
        words=_words(state, built, sections, contract, site.standing),
    )


def _words(state: str, built: int, sections: int, contract: Contract, standing: int) -> str:
    """What becomes of a contract, for the list below the drawing."""
    if state == "sold" and built:
        there = [cards.section(contract, each) for at, each in enumerate(contract.sections) if standing >> at & 1]
        words = {"built": built, "sections": sections, "list": names.listed(there)}
        return _("%(built)d of %(sections)d sections stand: %(list)s") % words
    return {
        "sold": _("sold, nothing stands yet"),
        "done": pgettext("contract", "finished"),
        "offer": _("on offer"),
        "unseen": _("not on offer yet"),
        "gone": _("left the match unsold"),
    }[state]


def shapes(contract: Contract, standing: int, before: int | None = None) -> tuple[Shape, ...]:
    """From the back to the front, so that what stands in front hides what is behind. New is what did not stand
    `before`.
    """
    made = []
    for index, section in enumerate(contract.sections):
        depth, points = outline(contract, section)
        stands, stood = bool(standing >> index & 1), bool((standing if before is None else before) >> index & 1)
        made.append((depth, Shape(points, section.part, stands, stands and not stood)))
    return tuple(shape for _depth, shape in sorted(made, key=lambda pair: (pair[1].stands, pair[0])))


def picture(plots_of_town: list[Plot], columns: int) -> Picture:
    """The drawing with so many sites in a row."""
    rows = -(-len(plots_of_town) // columns)
    places = tuple(
        Placed(plot, CELL_WIDTH * (at % columns), CELL_HEIGHT * (at // columns))
        for at, plot in enumerate(plots_of_town)
    )
    return Picture(CELL_WIDTH * columns, CELL_HEIGHT * rows, places)


def description(town: list[Plot]) -> str:
    """What the drawing shows, in one sentence."""
    words = {
        "done": sum(plot.state == "done" for plot in town),
        "sold": sum(plot.state == "sold" for plot in town),
        "sections": sum(plot.built for plot in town),
    }
    text = _("finished: %(done)d, under way: %(sold)d, sections standing: %(sections)d")
    return text % words

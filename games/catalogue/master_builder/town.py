"""A drawing of the town: a building for each contract, coloured as far as it is built, with its changes in the round.
Lengths are SVG units.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.buildings import Stroke, look_of
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Contract
from games.catalogue.master_builder.rules.types import Site
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import RoleName, Scene

CELL, GROUND, WIDTH, HEIGHT = 70, 112, 840, 172
"""A site's width, the height of its ground, and the drawing's size for twelve sites."""
LINE = 11
"""The distance between two lines of words."""
LONGEST = 11
"""The number of characters of a name that fit below a site."""


@dataclass(frozen=True)
class Picture:
    """A building: coloured up to `stands`, dashed above; the part from `was` to `stands` is new."""

    strokes: tuple[Stroke, ...]
    height: int
    stands: int
    was: int

    @property
    def is_done(self) -> bool:
        """True if the building is coloured to its top."""
        return self.stands == self.height


@dataclass(frozen=True)
class Plot:
    """A site of the town. `state` is unseen, offer, sold, done or gone; `story` are its changes in the round."""

    number: int
    name: str
    lines: tuple[str, ...]
    state: str
    owner: RoleName | None
    is_mine: bool
    shape: str
    picture: Picture
    built: int
    sections: int
    payment: str
    words: str
    story: str
    x: int


def picture(contract: Contract, standing: int, before: int | None = None) -> Picture:
    """A contract with the sections of a mask built; those not built `before` are new."""
    look, sections = look_of(contract), len(contract.sections)
    stands, was = (
        look.height * mask.bit_count() // sections for mask in (standing, standing if before is None else before)
    )
    return Picture(look.strokes, look.height, stands, was)


def plots(scene: Scene) -> list[Plot]:
    """All contracts of the scenario, by number."""
    view: View = scene.view
    roles = names.role_names(scene.scenario)
    owners = {site.contract: (seat, site) for seat, firm in enumerate(view.firms) for site in firm.sites}
    offered = {lot.contract: lot.waited for lot in view.lots}
    stories = _stories(scene)
    found = []
    for at, contract in enumerate(view.sheet.contracts):
        seat, site = owners.get(contract.number, (None, Site(contract.number)))
        state = _state(view, contract, site, seat, offered)
        name = cards.contract(view.sheet, contract.number)
        story = stories.get(contract.number, "")
        if state == "offer":
            bonus = names.k(view.sheet.unsold_bonus) if offered[contract.number] else ""
            story = _("on offer, +%(bonus)s") % {"bonus": bonus} if bonus else _("on offer")
        found.append(
            Plot(
                number=contract.number,
                name=name,
                lines=wrapped(name),
                state=state,
                owner=roles[seat] if seat is not None else None,
                is_mine=seat is not None and seat == scene.seat,
                shape=names.SHAPES[seat or 0],
                picture=picture(contract, site.standing),
                built=site.standing.bit_count(),
                sections=len(contract.sections),
                payment=names.k(contract.payment),
                words=_describe_state(state, contract, site.standing),
                story=story,
                x=CELL * at + CELL // 2,
            )
        )
    return found


def _state(view: View, contract: Contract, site: Site, seat: int | None, offered: dict[int, bool]) -> str:
    if seat is not None:
        return "done" if site.standing.bit_count() == len(contract.sections) else "sold"
    if contract.number in offered:
        return "offer"
    return "unseen" if contract.number in view.deck else "gone"


def _stories(scene: Scene) -> dict[int, str]:
    """The changes by contract in this round, or in the round before while the next crews are hired."""
    turn = scene.view.round - (scene.view.phase == "hire" and scene.view.round > 1)
    built: dict[int, int] = {}
    found: dict[int, str] = {}
    for event in scene.record:
        if event.turn != turn:
            continue
        if isinstance(event, events.Won):
            found[event.contract] = _("sold for %(price)s") % {"price": names.k(event.price)}
        elif isinstance(event, events.Work):
            built[event.contract] = built.get(event.contract, 0) + 1
        elif isinstance(event, events.Finished):
            found[event.contract] = _("paid %(payment)s") % {"payment": names.k(event.payment)}
            built.pop(event.contract, None)
    for number, sections in built.items():
        found[number] = ngettext("%(n)d more", "%(n)d more", sections) % {"n": sections}
    return found


def wrapped(name: str) -> tuple[str, ...]:
    """A name in lines that fit below a site."""
    lines: list[str] = []
    for word in name.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= LONGEST:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return tuple(lines)


def _describe_state(state: str, contract: Contract, standing: int) -> str:
    """The state of a contract, for the list below the drawing."""
    built = standing.bit_count()
    if state == "sold" and built:
        there = [cards.section(contract, each) for at, each in enumerate(contract.sections) if standing >> at & 1]
        words = {"built": built, "sections": len(contract.sections), "list": names.listed(there)}
        return _("%(built)d of %(sections)d sections stand: %(list)s") % words
    return {
        "sold": _("sold, nothing stands yet"),
        "done": pgettext("contract", "finished"),
        "offer": _("on offer"),
        "unseen": _("not on offer yet"),
        "gone": _("left the match unsold"),
    }[state]


def description(town: list[Plot]) -> str:
    """One sentence that describes the drawing."""
    words = {
        "done": sum(plot.state == "done" for plot in town),
        "sold": sum(plot.state == "sold" for plot in town),
        "sections": sum(plot.built for plot in town),
    }
    text = _("finished: %(done)d, under way: %(sold)d, sections standing: %(sections)d")
    return text % words


def middle(town: list[Plot]) -> str:
    """The first visible point of a drawing that is too large for a screen. It is among the reader's unfinished sites,
    else among those built or on offer.
    """
    wanted = (
        [plot for plot in town if plot.is_mine and plot.state == "sold"],
        [plot for plot in town if plot.is_mine],
        [plot for plot in town if plot.state in ("offer", "sold", "done")],
        town,
    )
    places = [plot.x for plot in next(filter(None, wanted))]
    return f"{min(places, key=lambda x: abs(x - sum(places) / len(places)))} {HEIGHT // 2}"


def width(town: list[Plot]) -> int:
    """The width of the drawing."""
    return CELL * len(town)


def hill(town: list[Plot]) -> str:
    """The ground behind and below the sites."""
    step = width(town) / 4
    high = ((104, 86), (110, 92), (100, 88), (106, 96))
    waves = "".join(
        f"C{step * at + step / 3:g} {high[at][0]} {step * at + 2 * step / 3:g} {high[at][1]} {step * (at + 1):g} 100"
        for at in range(4)
    )
    return f"M0 102{waves}V{HEIGHT}H0z"

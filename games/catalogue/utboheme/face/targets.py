"""The places that can be chosen on the island now: crossings, paths and hexagons, as the values of the forms."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.catalogue.utboheme import names
from games.catalogue.utboheme.board import centre, crossing_at, path_at
from games.catalogue.utboheme.face.robbing import victims_at
from games.catalogue.utboheme.face.steps import NOBODY
from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.places import reach
from games.catalogue.utboheme.rules.resources import covers
from games.catalogue.utboheme.rules.topology import bits, mask_of
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Prompt

SIZES = {"cc": 24, "uv": 24, "up": 32, "robber": 44}
"""The sides of the clickable squares, in units of the drawing."""


@dataclass(frozen=True)
class Target:
    """A place that can be chosen: `value` is the step (see `steps`), (x, y) the corner of its square. `shown` is its
    description without its number; `victims` are players who could be robbed there.
    """

    kind: str
    value: str
    x: float
    y: float
    size: int
    words: str
    shown: str
    victims: str = ""


def targets(view: View, prompt: Prompt | None) -> tuple[Target, ...]:
    """The places for the active player's prompt; none for other prompts."""
    if prompt is None:
        return ()
    if prompt.kind == "robber":
        others = (place for place in range(len(view.board.land)) if place != view.robber)
        return tuple(_target(view, "robber", place) for place in others)
    found = places_for(view, prompt.seat, prompt.kind)
    return tuple(_target(view, kind, place) for kind, places in found.items() for place in places)


def _target(view: View, kind: str, place: int) -> Target:
    victims = ""
    if kind == "cc":
        (x, y), words = path_at(view, place), names.path(view.board, place)
        around = names.around_path(view.board, place)
    elif kind == "robber":
        (x, y), words = centre(view.board.land[place]), names.hexagon(view.board, place)
        around, victims = names.region(view.board, place), " ".join(map(str, victims_at(view, place))) or NOBODY
    else:
        (x, y), words = crossing_at(view, place), names.crossing(view.board, place)
        around = names.around_crossing(view.board, place)
    size = SIZES[kind]
    said = {"cc": "CC, {}", "uv": "UV, {}", "up": "UV**, {}", "robber": "{}"}[kind]
    corner = round(x - size / 2, 1), round(y - size / 2, 1)
    return Target(kind, f"{kind}-{place}", *corner, size, said.format(words), said.format(around), victims)


def places_for(view: View, seat: int, asked: str) -> dict[str, tuple[int, ...]]:
    """By kind of piece: the places for one now, as far as cards and pieces suffice."""
    if asked == "found_uv":
        return {"uv": tuple(bits(free_crossings(view)))}
    if asked == "found_cc":
        return {"cc": tuple(bits(layout(view.board).paths_at[view.spot] & ~taken_paths(view)))}
    if asked == "roads":
        return {"cc": tuple(bits(cc_places(view, seat, mask_of(view.cc[seat]))))}
    if asked != "act":
        return {}
    figures, found = view.figures, {}
    if covers(view.hand, figures.cc_cost) and len(view.cc[seat]) < figures.cc:
        found["cc"] = tuple(bits(cc_places(view, seat, mask_of(view.cc[seat]))))
    if covers(view.hand, figures.uv_cost) and len(view.uv[seat]) < figures.uv:
        found["uv"] = tuple(bits(uv_places(view, mask_of(view.cc[seat]))))
    if covers(view.hand, figures.upgrade_cost) and len(view.upgraded[seat]) < figures.upgraded:
        found["up"] = view.uv[seat]
    return {kind: places for kind, places in found.items() if places}


def taken_paths(view: View) -> int:
    """All CC of all players."""
    return mask_of(path for paths in view.cc for path in paths)


def free_crossings(view: View) -> int:
    """Crossings at a distance from every piece."""
    table = layout(view.board)
    found = table.every_crossing
    for crossing in _occupied(view):
        found &= ~table.near[crossing]
    return found


def _occupied(view: View) -> Iterable[int]:
    return (crossing for pieces in (*view.uv, *view.upgraded) for crossing in pieces)


def cc_places(view: View, seat: int, cc: int) -> int:
    """The free paths that a CC of this player may join, for a player with these CC."""
    own = mask_of((*view.uv[seat], *view.upgraded[seat]))
    foreign = mask_of(_occupied(view)) & ~own
    return reach(layout(view.board), cc, own, foreign) & ~taken_paths(view) & ~cc


def uv_places(view: View, cc: int) -> int:
    """The free crossings at which one of these CC ends."""
    table, ends = layout(view.board), 0
    for path in bits(cc):
        ends |= table.end_mask[path]
    return free_crossings(view) & ends

"""Drawings of the buildings of the town: walls, houses, towers, gates and a hall in colours of their own. Lengths are
SVG units. The ground is y = 0, and a building is centred in a cell from -36 to 36.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.catalogue.master_builder.rules.scenario import Contract


@dataclass(frozen=True)
class Stroke:
    """A piece of a drawing: the path and its class."""

    css: str
    path: str


@dataclass(frozen=True)
class Look:
    """The drawing of a finished building, with its height."""

    strokes: tuple[Stroke, ...]
    height: int


def _solid(colour: str, path: str) -> Stroke:
    return Stroke(f"m-{colour} m-ed", path)


def _lines(path: str) -> Stroke:
    return Stroke("m-line", path)


def _wall(colour: str, height: int = 34, *more: Stroke) -> Look:
    top = "h5v-5h5v5" * 6
    rows = range(height - 8, 0, -9)
    courses = "".join(f"M-30 -{y}H30" for y in rows)
    joints = "".join(
        f"M{x} -{y}v9" for at, y in enumerate(rows) if y > 9 for x in ((-18, 0, 18) if at % 2 == 0 else (-9, 9, 24))
    )
    return Look((_solid(colour, f"M-30 0V-{height}{top}V0z"), _lines(courses + joints), *more), height + 5)


def _house(colour: str, roof: str, height: int, *more: Stroke) -> Look:
    tiles = "".join(f"M-{26 - 2 * at} -{height + 4 + 5 * at}H{26 - 2 * at}" for at in range(4))
    return Look(
        (
            _solid(colour, f"M-24 0V-{height}H24V0z"),
            _solid(roof, f"M-29 -{height}L-16 -{height + 24}H16L29 -{height}z"),
            _lines(tiles),
            _solid("door", "M-6 0V-15a6 6 0 0 1 12 0V0z"),
            _solid("win", f"M-19 -{height - 8}h8v9h-8zM11 -{height - 8}h8v9h-8z"),
            *more,
        ),
        height + 24,
    )


def _tower(colour: str, roof: str, width: int, height: int) -> Look:
    top, spire = width + 4, height + 9
    courses = "".join(f"M-{width} -{y}H{width}" for y in range(15, height - 20, 9))
    return Look(
        (
            _solid(colour, f"M-{width} 0V-{height}H{width}V0z"),
            _solid(colour, f"M-{top} -{height}v-9H{top}v9z"),
            _solid(roof, f"M-{top + 2} -{spire}L0 -{spire + 27}L{top + 2} -{spire}z"),
            _solid("win", f"M-3 -{height - 9}h6v10h-6z"),
            _solid("door", "M-5 0v-11a5 5 0 0 1 10 0V0z"),
            _lines(courses),
        ),
        spire + 27,
    )


def _gate(colour: str, roof: str) -> Look:
    return Look(
        (
            _solid(colour, "M-16 0V-40H16V0z"),
            _solid(colour, "M-33 0V-48h16V0zM17 0V-48h16V0z"),
            _solid(roof, "M-36 -48L-25 -66l11 18zM14 -48L25 -66l11 18z"),
            _solid("win", "M-27 -38h4v8h-4zM23 -38h4v8h-4z"),
            _solid("door", "M-10 0V-20a10 10 0 0 1 20 0V0z"),
            _lines("M-4 0v-28M4 0v-28M-10 -10h20M-10 -18h20"),
        ),
        66,
    )


def _hall() -> Look:
    return Look(
        (
            _solid("rose", "M-31 0V-34H31V0z"),
            _solid("roof-2", "M-34 -34L-26 -54H26l8 20z"),
            _solid("plaster", "M-9 -34V-66H9v32z"),
            _solid("roof-1", "M-12 -66L0 -88l12 22z"),
            _solid("win", "M-5 -54a5 5 0 0 1 10 0a5 5 0 0 1 -10 0z"),
            _solid("door", "M-7 0V-16a7 7 0 0 1 14 0V0z"),
            _solid("win", "M-27 -26h7v11h-7zM-17 -26h7v11h-7zM10 -26h7v11h-7zM20 -26h7v11h-7z"),
        ),
        88,
    )


BEAMS: Final = Stroke("m-beam", "M-24 -24H24M-24 -4L-10 -24M24 -4L10 -24")
CHIMNEY: Final = (_solid("brick", "M12 -44V-62h8v24"), Stroke("m-beam", "M14 -66q3 -4 0 -8t2 -7"))
SIGN: Final = (Stroke("m-beam", "M24 -28h9v3"), _solid("roof-3", "M28 -25h9v10h-9z"))
TURRET: Final = _solid("stone", "M-34 0V-56h4v-4h5v4h5v-4h5v4h2V0z")

LOOKS: Final[dict[str, Look]] = {
    "north_wall": _wall("stone"),
    "east_wall": _wall("brick"),
    "south_wall": _wall("ochre"),
    "west_rampart": _wall("stone-2", 46, TURRET),
    "weavers_house": _house("plaster", "roof-2", 28, BEAMS),
    "bakers_house": _house("ochre", "roof-1", 30, *CHIMNEY),
    "inn_of_the_three_keys": _house("rose", "roof-3", 34, *SIGN),
    "corner_tower": _tower("brick", "roof-2", 16, 50),
    "watch_tower": _tower("stone", "roof-1", 14, 68),
    "mill_gate": _gate("ochre", "roof-2"),
    "bridge_gate": _gate("stone", "roof-1"),
    "town_hall": _hall(),
}
KINDS: Final[dict[str, Callable[[], Look]]] = {
    "tower": lambda: LOOKS["corner_tower"],
    "gate": lambda: LOOKS["mill_gate"],
    "town_hall": lambda: LOOKS["town_hall"],
    "inn": lambda: LOOKS["inn_of_the_three_keys"],
}
"""The drawings of contracts of custom scenarios, by category."""


def look_of(contract: Contract) -> Look:
    """The drawing of a contract's finished building."""
    if contract.key in LOOKS:
        return LOOKS[contract.key]
    usual = "north_wall" if contract.kind == "wall" else "bakers_house"
    return KINDS.get(contract.category, lambda: LOOKS[usual])()

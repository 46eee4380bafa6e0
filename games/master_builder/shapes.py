"""Outlines of the sections of a building or a wall, in parallel perspective: within a cell of the town's drawing."""

from games.master_builder.rules.scenario import Contract, Section

Point = tuple[float, float]
LONG: Point = (46, -15)
"""Along the ridge, on the ground."""
SHORT: Point = (-34, -15)
"""Along the gable."""
FRONT: Point = (50, 98)
"""The foremost corner of a building."""
HEIGHTS = {"house": (17, 11), "tower": (38, 13), "gate": (26, 10), "inn": (20, 13), "town_hall": (28, 15)}
"""By category: of the walls, and of the ridge above them."""
WALL_START: Point = (8, 96)
WALL_STEP, WALL_HEIGHT = (46, -11), 30
LAYERS = {"face": (0, (0, 0), -7), "core": (1, (5, -8), 4), "back": (2, (10, -16), -3)}
"""By part of a wall: its depth, how far it is moved back, and how much higher it is."""


def _at(point: Point, *moves: tuple[Point, float], up: float = 0) -> Point:
    x, y = point
    for (dx, dy), times in moves:
        x, y = x + dx * times, y + dy * times
    return x, y - up


def outline(contract: Contract, section: Section) -> tuple[int, str]:
    """(how far in front, points of the outline)."""
    depth, corners = _wall(section) if contract.kind == "wall" else _building(contract, section)
    return depth, " ".join(f"{x:g},{y:g}" for x, y in corners)


def _building(contract: Contract, section: Section) -> tuple[int, list[Point]]:
    high, ridge = HEIGHTS.get(contract.category, HEIGHTS["house"])
    is_first = section.id.endswith("1")
    near = FRONT if is_first else _at(FRONT, (SHORT, 1))
    if section.part == "side":
        far = _at(near, (LONG, 1))
        return (3 if is_first else 1), [near, far, _at(far, up=high), _at(near, up=high)]
    if section.part == "gable":
        right = FRONT if is_first else _at(FRONT, (LONG, 1))
        left = _at(right, (SHORT, 1))
        top = _at(right, (SHORT, 0.5), up=high + ridge)
        return (4 if is_first else 0), [right, _at(right, up=high), top, _at(left, up=high), left]
    first = _at(FRONT, (SHORT, 0.5), up=high + ridge)
    eaves = _at(near, up=high)
    return (6 if is_first else 5), [eaves, _at(eaves, (LONG, 1)), _at(first, (LONG, 1)), first]


def _wall(section: Section) -> tuple[int, list[Point]]:
    order, (dx, dy), higher = LAYERS[section.part]
    x, y = _at(WALL_START, (WALL_STEP, (section.wall or 1) - 1))
    x, y, high = x + dx, y + dy, WALL_HEIGHT + higher
    width, rise = WALL_STEP[0] - 4, WALL_STEP[1] * (WALL_STEP[0] - 4) / WALL_STEP[0]
    return 3 - order, [(x, y), (x + width, y + rise), (x + width, y + rise - high), (x, y - high)]

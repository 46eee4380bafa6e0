"""The order in which the sections of a contract can be built. Sets of sections are bit masks, bit i for section i."""

from collections.abc import Iterator
from functools import lru_cache

from games.catalogue.master_builder.rules.scenario import Contract
from games.engine.errors import IllegalMove

ROOF = "roof"


def all_of(contract: Contract) -> int:
    """The mask of all sections."""
    return (1 << len(contract.sections)) - 1


def mask_of(contract: Contract, parts: tuple[str, ...], wall: int = 0) -> int:
    """The mask of the sections of these parts (and of this wall, if given)."""
    return sum(
        1 << index
        for index, section in enumerate(contract.sections)
        if section.part in parts and section.wall in (wall, 0)
    )


def refuse_order(contract: Contract, standing: int, new: int) -> None:
    """Raises IllegalMove if the `new` sections cannot be built in one round after those that are built."""
    if contract.kind == "building":
        _refuse_building(contract, standing, new)
    else:
        _refuse_walls(contract, standing, new)


def _refuse_building(contract: Contract, standing: int, new: int) -> None:
    number = contract.number
    if not standing and new:
        sides, gables = (new & mask_of(contract, (part,)) for part in ("side", "gable"))
        if not sides or not gables:
            raise IllegalMove("side_and_gable_first", contract=number, missing="gable" if sides else "side")
    walls = mask_of(contract, ("side", "gable"))
    lacking = walls & ~(standing | new)
    if new & ~walls and lacking:
        raise IllegalMove("walls_before_roof", contract=number, missing=lacking.bit_count())


def _refuse_walls(contract: Contract, standing: int, new: int) -> None:
    number, below = contract.number, 0
    for wall in range(1, 1 + max(section.wall for section in contract.sections)):
        pieces = mask_of(contract, ("core", "face", "back"), wall)
        core = mask_of(contract, ("core",), wall)
        started = new & pieces
        if started and below & ~(standing | new):
            lacking = (below & ~(standing | new)).bit_count()
            raise IllegalMove("wall_before_next", contract=number, wall=wall - 1, missing=lacking)
        if started and not standing & pieces:
            if not started & core:
                raise IllegalMove("core_first", contract=number, wall=wall)
            if not started & ~core:
                raise IllegalMove("core_needs_face_or_back", contract=number, wall=wall)
        below |= pieces


@lru_cache(4096)
def possible_steps(contract: Contract, standing: int) -> tuple[int, ...]:
    """The masks that can be built in one round after those that are built, with any number of workers. None at all (0)
    is included.
    """
    return tuple(new for new in _subsets(all_of(contract) & ~standing) if _possible(contract, standing, new))


def _subsets(mask: int) -> Iterator[int]:
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


def _possible(contract: Contract, standing: int, new: int) -> bool:
    try:
        refuse_order(contract, standing, new)
    except IllegalMove:
        return False
    return True


def indexes(mask: int) -> tuple[int, ...]:
    """The sections of a mask, in the order of the card."""
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)

"""The order of stages in a chain. Seats of a chain are numbered from the retailer up to the factory."""

from collections.abc import Sequence

from games.engine.types import Seat


def chain_of(chains: Sequence[int], seat: Seat) -> int:
    """The number of a seat's chain, from 0."""
    return 0 if seat < chains[0] else 1


def seats_of(chains: Sequence[int], chain: int) -> range:
    """The seats of a chain, the retailer first."""
    first = sum(chains[:chain])
    return range(first, first + chains[chain])


def customer(chains: Sequence[int], seat: Seat) -> Seat | None:
    """The seat that orders from this seat; None: the building sites."""
    return None if seat == seats_of(chains, chain_of(chains, seat))[0] else seat - 1


def supplier(chains: Sequence[int], seat: Seat) -> Seat | None:
    """The seat from which this seat orders; None: a factory's own production."""
    return None if seat == seats_of(chains, chain_of(chains, seat))[-1] else seat + 1


def retailers(chains: Sequence[int]) -> tuple[Seat, ...]:
    """The seats from which the building sites order."""
    return tuple(seats_of(chains, chain)[0] for chain in range(len(chains)))

"""The format of a scenario: the island's shape and contents, prices, pieces and points. Read from a file and
checked.
"""

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta

from games.catalogue.utboheme.rules.resources import Cards, Number, Resource
from games.catalogue.utboheme.rules.topology import Hexagon, connected, neighbours, topology
from games.engine import codec
from games.engine.errors import ScenarioError
from games.engine.types import Value

Coordinate = Annotated[int, Meta(ge=-9, le=9)]
Index = Annotated[int, Meta(ge=0, le=36)]
Place = Annotated[int, Meta(ge=0, le=149)]
Token = Annotated[int, Meta(ge=2, le=12)]
DESERT = None


class Terrain(Value, frozen=True):
    """A number of land hexagons of one resource; None is desert."""

    resource: Resource | None
    hexagons: Annotated[int, Meta(ge=1, le=37)]


class HarbourPlace(Value, frozen=True):
    """A sea hexagon with a trade zone, and the land hexagon (number) at whose coast it is."""

    sea: tuple[Coordinate, Coordinate]
    land: Index


class HarbourKind(Value, frozen=True):
    """A number of cards of the resource for one of another; None: of any one resource."""

    rate: Annotated[int, Meta(ge=2, le=3)]
    resource: Resource | None


class Price(Value, frozen=True):
    """The cards of each resource for a purchase."""

    beer: Number = 0
    sleep: Number = 0
    coffee: Number = 0
    course: Number = 0
    food: Number = 0

    @property
    def cards(self) -> Cards:
        """The numbers in the order of the resources."""
        return self.beer, self.sleep, self.coffee, self.course, self.food


class Costs(Value, frozen=True):
    """The prices of a CC, a UV, the upgrade from UV to UV**, and a development card."""

    cc: Price
    uv: Price
    upgrade: Price
    card: Price


class Pieces(Value, frozen=True):
    """The numbers of pieces of each player."""

    cc: Annotated[int, Meta(ge=2, le=30)]
    uv: Annotated[int, Meta(ge=2, le=15)]
    upgraded: Number


class Points(Value, frozen=True):
    """The points for pieces and cards."""

    uv: Number
    upgraded: Number
    longest: Number
    oldest: Number
    victory: Number


class CardCounts(Value, frozen=True):
    """The number of development cards of each kind."""

    ancien: Number
    roads: Number
    discovery: Number
    monopoly: Number
    victory: Number

    @property
    def cards(self) -> Cards:
        """The numbers in the order of the kinds."""
        return self.ancien, self.roads, self.discovery, self.monopoly, self.victory


class Scenario(Value, frozen=True):
    """A scenario file. `land` is the first spiral: hexagons are numbered in its order. `spirals` are the ways to lay
    tokens. If `shuffled` is false, everything is in the order of the lists, along the first spiral. `foundation` is a
    foundation made for everybody, by seat: crossing and path, then the second ones. If `asides` is false, there are no
    offers between players and no standing orders.
    """

    format: Literal[1]
    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,23}$")]
    players: tuple[Annotated[int, Meta(ge=2, le=4)], Annotated[int, Meta(ge=2, le=4)]]
    land: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Meta(min_length=3, max_length=37)]
    spirals: Annotated[tuple[tuple[Index, ...], ...], Meta(min_length=1, max_length=12)]
    terrain: Annotated[tuple[Terrain, ...], Meta(min_length=1, max_length=37)]
    tokens: tuple[Token, ...]
    shuffled: bool
    harbours: Annotated[tuple[HarbourPlace, ...], Meta(max_length=18)]
    harbour_kinds: Annotated[tuple[HarbourKind, ...], Meta(max_length=18)]
    bank: Annotated[int, Meta(ge=1, le=99)]
    costs: Costs
    pieces: Pieces
    points: Points
    cards: CardCounts
    target: Annotated[int, Meta(ge=3, le=30)]
    longest_from: Annotated[int, Meta(ge=2, le=30)]
    oldest_from: Annotated[int, Meta(ge=1, le=30)]
    hand_limit: Annotated[int, Meta(ge=1, le=99)]
    foundation: tuple[tuple[Place, Place, Place, Place], ...] = ()
    asides: bool = True

    @property
    def hexagons(self) -> tuple[Resource | None, ...]:
        """The resources of the land hexagons before they are shuffled."""
        return tuple(kind.resource for kind in self.terrain for _ in range(kind.hexagons))


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with the path of the first fault."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    _check_island(scenario)
    _check_harbours(scenario)
    _check_room(scenario)
    return scenario


def _check_island(scenario: Scenario) -> None:
    land = scenario.land
    if scenario.players[0] > scenario.players[1]:
        raise ScenarioError("players", "the lower number comes first")
    if len(set(land)) != len(land):
        raise ScenarioError("land", "a hexagon is listed twice")
    if not connected(land):
        raise ScenarioError("land", "the hexagons are not one island")
    for index, spiral in enumerate(scenario.spirals):
        if sorted(spiral) != list(range(len(land))):
            raise ScenarioError(f"spirals[{index}]", "a spiral names every hexagon once")
    if len(scenario.hexagons) != len(land):
        raise ScenarioError("terrain", f"{len(scenario.hexagons)} hexagons for {len(land)} places")
    deserts = Counter(scenario.hexagons)[DESERT]
    if deserts == 0:
        raise ScenarioError("terrain", "the binome glandeur needs a desert to start on")
    if len(scenario.tokens) != len(land) - deserts:
        raise ScenarioError("tokens", f"{len(scenario.tokens)} tokens for {len(land) - deserts} hexagons")


def _check_harbours(scenario: Scenario) -> None:
    if len(scenario.harbours) != len(scenario.harbour_kinds):
        raise ScenarioError("harbour_kinds", "there are as many kinds as harbours")
    coasts: set[tuple[Hexagon, int]] = set()
    for index, place in enumerate(scenario.harbours):
        coast = place.sea, place.land
        if place.land >= len(scenario.land) or place.sea in scenario.land or coast in coasts:
            raise ScenarioError(f"harbours[{index}]", "a harbour has its own sea hexagon beside its land hexagon")
        if place.sea not in neighbours(scenario.land[place.land]):
            raise ScenarioError(f"harbours[{index}]", "sea and land hexagon are not neighbours")
        coasts.add(coast)


def _check_room(scenario: Scenario) -> None:
    """Checks that there are enough crossings for all. Each UV takes its crossing and up to three neighbours."""
    crossings = len(topology(scenario.land).corners)
    needed = 4 * (2 * scenario.players[1] - 1) + 1
    if crossings < needed:
        raise ScenarioError("players", f"{crossings} crossings for {scenario.players[1]} players, who need {needed}")
    if not scenario.foundation:
        return
    if scenario.players != (len(scenario.foundation),) * 2:
        raise ScenarioError("foundation", "a foundation is for one number of players, and has a line for each")
    shape, taken = topology(scenario.land), 0
    for turn in (0, 2):
        for seat, line in enumerate(scenario.foundation):
            crossing, path = line[turn], line[turn + 1]
            if crossing >= crossings or path >= len(shape.sides) or crossing not in shape.ends[path]:
                raise ScenarioError(f"foundation[{seat}]", f"path {path} does not end at crossing {crossing}")
            if taken >> crossing & 1:
                raise ScenarioError(f"foundation[{seat}]", f"crossing {crossing} is too near to another one")
            taken |= shape.near[crossing]

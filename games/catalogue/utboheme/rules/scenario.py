"""The format of a scenario: the island's shape and contents, prices, pieces and points. Read from a file and
checked.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from games.catalogue.utboheme.rules.resources import Cards, Number, Resource
from games.catalogue.utboheme.rules.topology import Hexagon, connected, neighbours, topology
from games.engine import codec
from games.engine.errors import Fault, fault, refuse
from games.engine.fields import label
from games.engine.types import Value

Coordinate = Annotated[int, Meta(ge=-9, le=9)]
Index = Annotated[int, Meta(ge=0, le=36)]
Place = Annotated[int, Meta(ge=0, le=149)]
Token = Annotated[int, Meta(ge=2, le=12), label("Number")]
DESERT = None


class Terrain(Value, frozen=True):
    """A number of land hexagons of one resource; None is desert."""

    resource: Annotated[
        Resource | None,
        label(
            "Resource",
            names={
                None: "Desert",
                "beer": "Beer",
                "sleep": "Sleep",
                "coffee": "Coffee",
                "course": "Course",
                "food": "Food",
            },
        ),
    ]
    hexagons: Annotated[int, Meta(ge=1, le=37), label("Hexagons")]


class HarbourPlace(Value, frozen=True):
    """A sea hexagon with a trade zone, and the land hexagon (number) at whose coast it is."""

    sea: tuple[Coordinate, Coordinate]
    land: Index


class HarbourKind(Value, frozen=True):
    """A number of cards of the resource for one of another; None: of any one resource."""

    rate: Annotated[int, Meta(ge=2, le=3), label("Cards given for one")]
    resource: Annotated[
        Resource | None,
        label(
            "Resource given",
            names={
                None: "Any",
                "beer": "Beer",
                "sleep": "Sleep",
                "coffee": "Coffee",
                "course": "Course",
                "food": "Food",
            },
        ),
    ]


class Price(Value, frozen=True):
    """The cards of each resource for a purchase."""

    beer: Annotated[Number, label("Beer")] = 0
    sleep: Annotated[Number, label("Sleep")] = 0
    coffee: Annotated[Number, label("Coffee")] = 0
    course: Annotated[Number, label("Course")] = 0
    food: Annotated[Number, label("Food")] = 0

    @property
    def cards(self) -> Cards:
        """The numbers in the order of the resources."""
        return self.beer, self.sleep, self.coffee, self.course, self.food


class Costs(Value, frozen=True):
    """The prices of a CC, a UV, the upgrade from UV to UV**, and a development card."""

    cc: Annotated[Price, label("CC")]
    uv: Annotated[Price, label("UV")]
    upgrade: Annotated[Price, label("UV to UV**")]
    card: Annotated[Price, label("Development card")]


class Pieces(Value, frozen=True):
    """The numbers of pieces of each player."""

    cc: Annotated[int, Meta(ge=2, le=30), label("CC")]
    uv: Annotated[int, Meta(ge=2, le=15), label("UV")]
    upgraded: Annotated[Number, label("UV**")]


class Points(Value, frozen=True):
    """The points for pieces and cards."""

    uv: Annotated[Number, label("A UV")]
    upgraded: Annotated[Number, label("A UV**")]
    longest: Annotated[Number, label("Longest cursus")]
    oldest: Annotated[Number, label("Oldest ancien")]
    victory: Annotated[Number, label("A card “Victory point”")]


class CardCounts(Value, frozen=True):
    """The number of development cards of each kind."""

    ancien: Annotated[Number, label("Ancien")]
    roads: Annotated[Number, label("Road building")]
    discovery: Annotated[Number, label("Discovery")]
    monopoly: Annotated[Number, label("Monopoly")]
    victory: Annotated[Number, label("Victory point")]

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
    players: Annotated[
        tuple[
            Annotated[int, Meta(ge=2, le=4), label("Fewest", "", "at least")],
            Annotated[int, Meta(ge=2, le=4), label("Most", "", "at most")],
        ],
        label("Players"),
    ]
    land: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Meta(min_length=3, max_length=37)]
    spirals: Annotated[tuple[tuple[Index, ...], ...], Meta(min_length=1, max_length=12)]
    terrain: Annotated[
        tuple[Terrain, ...],
        Meta(min_length=1, max_length=37),
        label("Hexagons of the island", "Their sum is that of the island’s places, and one at least is desert."),
    ]
    tokens: Annotated[
        tuple[Token, ...],
        label("Numbers on the hexagons", "Two dice, 2 to 12. One for each hexagon that is no desert."),
    ]
    shuffled: Annotated[bool, label("Laid by chance", "Otherwise in the order of these lists.")]
    harbours: Annotated[tuple[HarbourPlace, ...], Meta(max_length=18)]
    harbour_kinds: Annotated[
        tuple[HarbourKind, ...],
        Meta(max_length=18),
        label("Trade zones", "Change their kind, not their number: their places on the coast are fixed."),
    ]
    bank: Annotated[int, Meta(ge=1, le=99), label("Cards of each resource", "", "cards")]
    costs: Annotated[Costs, label("Costs", "Cards of each resource.")]
    pieces: Annotated[Pieces, label("Pieces of each player")]
    points: Annotated[Points, label("Points")]
    cards: Annotated[CardCounts, label("Development cards")]
    target: Annotated[int, Meta(ge=3, le=30), label("Wins the match", "", "points")]
    longest_from: Annotated[int, Meta(ge=2, le=30), label("Longest cursus from", "", "CC")]
    oldest_from: Annotated[int, Meta(ge=1, le=30), label("Oldest ancien from", "", "anciens")]
    hand_limit: Annotated[
        int, Meta(ge=1, le=99), label("Safe hand on a seven", "With more, half are discarded.", "cards")
    ]
    foundation: tuple[tuple[Place, Place, Place, Place], ...] = ()
    asides: Annotated[bool, label("Trade between players", "Offers and standing orders.")] = True

    @property
    def hexagons(self) -> tuple[Resource | None, ...]:
        """The resources of the land hexagons before they are shuffled."""
        return tuple(kind.resource for kind in self.terrain for _ in range(kind.hexagons))


COUNTS: Mapping[str, Callable[[Scenario], int]] = {
    "target": lambda scenario: scenario.target,
    "hand_limit": lambda scenario: scenario.hand_limit,
}
"""Numbers of a scenario for texts."""


def load(text: bytes | str) -> Scenario:
    """The scenario of a file's text. Raises ScenarioError with all faults."""
    scenario: Scenario = codec.read_scenario(text, Scenario)
    refuse((*_island_faults(scenario), *_harbour_faults(scenario)))
    refuse(_room_faults(scenario))
    return scenario


def _island_faults(scenario: Scenario) -> Iterator[Fault]:
    land = scenario.land
    if scenario.players[0] > scenario.players[1]:
        yield fault("players", "the lower number comes first")
    if len(set(land)) != len(land):
        yield fault("land", "a hexagon is listed twice")
    if not connected(land):
        yield fault("land", "the hexagons are not one island")
    for index, spiral in enumerate(scenario.spirals):
        if sorted(spiral) != list(range(len(land))):
            yield fault(f"spirals[{index}]", "a spiral names every hexagon once")
    if len(scenario.hexagons) != len(land):
        yield fault(
            "terrain", "%(hexagons)s hexagons for %(places)s places", hexagons=len(scenario.hexagons), places=len(land)
        )
    deserts = Counter(scenario.hexagons)[DESERT]
    if deserts == 0:
        yield fault("terrain", "the binome glandeur needs a desert to start on")
    if len(scenario.tokens) != len(land) - deserts:
        yield fault(
            "tokens",
            "%(tokens)s tokens for %(hexagons)s hexagons",
            tokens=len(scenario.tokens),
            hexagons=len(land) - deserts,
        )


def _harbour_faults(scenario: Scenario) -> Iterator[Fault]:
    if len(scenario.harbours) != len(scenario.harbour_kinds):
        yield fault("harbour_kinds", "there are as many kinds as harbours")
    coasts: set[tuple[Hexagon, int]] = set()
    for index, place in enumerate(scenario.harbours):
        coast = place.sea, place.land
        if place.land >= len(scenario.land) or place.sea in scenario.land or coast in coasts:
            yield fault(f"harbours[{index}]", "a harbour has its own sea hexagon beside its land hexagon")
        elif place.sea not in neighbours(scenario.land[place.land]):
            yield fault(f"harbours[{index}]", "sea and land hexagon are not neighbours")
        coasts.add(coast)


def _room_faults(scenario: Scenario) -> Iterator[Fault]:
    """Checks that there are enough crossings for all. Each UV takes its crossing and up to three neighbours."""
    crossings = len(topology(scenario.land).corners)
    needed = 4 * (2 * scenario.players[1] - 1) + 1
    if crossings < needed:
        yield fault(
            "players",
            "%(crossings)s crossings for %(players)s players, who need %(needed)s",
            crossings=crossings,
            players=scenario.players[1],
            needed=needed,
        )
    if not scenario.foundation:
        return
    if scenario.players != (len(scenario.foundation),) * 2:
        yield fault("foundation", "a foundation is for one number of players, and has a line for each")
    shape, taken = topology(scenario.land), 0
    for turn in (0, 2):
        for seat, line in enumerate(scenario.foundation):
            crossing, path = line[turn], line[turn + 1]
            if crossing >= crossings or path >= len(shape.sides) or crossing not in shape.ends[path]:
                yield fault(
                    f"foundation[{seat}]",
                    "path %(side)s does not end at crossing %(crossing)s",
                    side=path,
                    crossing=crossing,
                )
                continue
            if taken >> crossing & 1:
                yield fault(
                    f"foundation[{seat}]", "crossing %(crossing)s is too near to another one", crossing=crossing
                )
            taken |= shape.near[crossing]

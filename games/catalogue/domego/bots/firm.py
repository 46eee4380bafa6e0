"""A bot that plans its cubes, bargains about its price and places according to its plan."""

from games.catalogue.domego.bots.haggling import answer
from games.catalogue.domego.bots.taste import Taste
from games.catalogue.domego.rules.moves import Allocate, Buy, DomegoMove
from games.catalogue.domego.rules.sheet import Part
from games.catalogue.domego.rules.view import View
from games.engine.bots import SeatBot
from games.engine.draws import Draws
from games.engine.rules import Rules
from games.engine.types import Prompt


class FirmBot(SeatBot):
    """Plays one seat according to its taste. It keeps nothing between calls, so one bot may hold all seats."""

    def __init__(self, taste: Taste, rules: Rules) -> None:
        super().__init__(rules)
        self.taste = taste

    def move(self, view: View, prompt: Prompt, draws: Draws) -> DomegoMove | None:
        if prompt.optional:
            return None
        if prompt.kind == "negotiate":
            return answer(view, prompt, draws)
        return self._buy(view, prompt.seat) if prompt.kind == "buy" else self._place(view, prompt.seat)

    def _buy(self, view: View, seat: int) -> Buy:
        """All required cubes from here on, those for the preferred tiers and some spare ones, within the purse."""
        cubes = self.taste.spare
        for activity in view.sheet.activities[view.turn - 1 :]:
            line = activity.part_of[seat]
            if line >= 0:
                part = activity.parts[line]
                risk, delay = self.taste.tiers(part)
                cubes += part.required + part.risk[risk][0] + part.delay[delay][0]
        return Buy(min(cubes, view.firms[seat].money // view.sheet.low_price))

    def _place(self, view: View, seat: int) -> Allocate:
        """The preferred tiers, paid from the stock that is not required later: cards first, then days."""
        activity = view.sheet.activities[view.turn - 1]
        part = activity.parts[activity.part_of[seat]]
        stock = view.firms[seat].stock
        if stock <= part.required:
            return Allocate(part.required - stock)
        return _within(part, self.taste.tiers(part), stock - part.required - _required_later(view, seat))


def _within(part: Part, liked: tuple[int, int], spare: int) -> Allocate:
    """The highest tiers, up to the preferred ones, that the spare cubes cover."""
    risk, delay = liked
    while part.risk[risk][0] > max(0, spare):
        risk -= 1
    spare -= part.risk[risk][0]
    while part.delay[delay][0] > max(0, spare):
        delay -= 1
    return Allocate(0, risk, delay)


def _required_later(view: View, seat: int) -> int:
    """Cubes required of a role after the current activity."""
    cubes = 0
    for activity in view.sheet.activities[view.turn :]:
        line = activity.part_of[seat]
        if line >= 0:
            cubes += activity.parts[line].required
    return cubes

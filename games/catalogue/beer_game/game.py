"""The beer game as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.catalogue.beer_game.analysis import ANALYST
from games.catalogue.beer_game.away import AWAY
from games.catalogue.beer_game.bots import BOTS
from games.catalogue.beer_game.facts import facts
from games.catalogue.beer_game.lesson import LESSON
from games.catalogue.beer_game.rules.accounts import ACCOUNTS
from games.catalogue.beer_game.rules.rules import RULES
from games.catalogue.beer_game.rules.types import Options
from games.catalogue.beer_game.trial import TRIAL
from games.engine.registry import Game, texts

HERE: Final = Path(__file__).parent
SCENARIOS: Final = ("classic", "short", "random", "seasonal", "promotion")


def hides(options: Options) -> bool:
    """True unless everything is open to all seats."""
    return options.information != "open"


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", *SCENARIOS),
    bots=BOTS,
    usual_bot="strong",
    micro=texts(HERE / "micro", "pair", "twins"),
    variants={
        "open": '{"information": "open", "weeks": 8}',
        "demand": '{"information": "demand", "weeks": 8}',
        "slow_mail": '{"order_delay": 2, "weeks": 10}',
        "limited": '{"capacity": 6, "weeks": 12}',
    },
    facts=facts,
    accounts=ACCOUNTS,
    analysis=ANALYST,
    away=AWAY,
    lesson=LESSON,
    uncovers=RULES.uncovers,
    hides=hides,
    low_is_good=True,
    trial=TRIAL,
    folder=HERE,
    face="games.catalogue.beer_game.face",
    debrief="games.catalogue.beer_game.debrief",
    analysis_words="games.catalogue.beer_game.analysis_words",
)

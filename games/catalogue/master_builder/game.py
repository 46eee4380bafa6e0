"""Master Builder as a playable game, without Django."""

from pathlib import Path
from typing import Final

from games.catalogue.master_builder.analysis import ANALYST
from games.catalogue.master_builder.bots import BOTS
from games.catalogue.master_builder.expected import EXPECTING
from games.catalogue.master_builder.facts import facts
from games.catalogue.master_builder.lesson import LESSON
from games.catalogue.master_builder.rules.accounts import ACCOUNTS
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.scenario import COUNTS
from games.catalogue.master_builder.rules.uncovering import uncovers
from games.catalogue.master_builder.trial import TRIAL
from games.engine.registry import Game, texts

HERE: Final = Path(__file__).parent


GAME: Final = Game(
    key=RULES.key,
    rules=RULES,
    scenarios=texts(HERE / "scenarios", "classic", "classic_3", "classic_2", "village"),
    bots=BOTS,
    usual_bot="thrifty",
    micro=texts(HERE / "micro", "hut", "crew"),
    variants={
        "choose_worker": '{"choose_worker": true}',
        "selective_events": '{"selective_events": true}',
        "rent_workers": '{"rent_workers": true}',
        "extra_events": '{"extra_events": true}',
        "hand_once": '{"selective_events": true, "refill_events": false, "proposal": true}',
        "all_variants": '{"choose_worker": true, "selective_events": true, "rent_workers": true, "extra_events": true}',
    },
    facts=facts,
    accounts=ACCOUNTS,
    analysis=ANALYST,
    expected=EXPECTING,
    uncovers=uncovers,
    lesson=LESSON,
    counts=COUNTS,
    trial=TRIAL,
    folder=HERE,
    face="games.catalogue.master_builder.face",
    debrief="games.catalogue.master_builder.debrief",
    analysis_words="games.catalogue.master_builder.analysis_words",
)

"""Matches as they are read: rights, position, seats, decisions and their authors, deadlines and ends."""

from games.platform import pace, selectors, undo_window
from games.platform.ends import Ends, ends, hours_to_end_by
from games.platform.pace import LEAST_OPEN_HOURS, MOST_HOURS, Pace, due_at
from games.platform.permissions import Access, Opened
from games.platform.selectors import Branch, branches, holders_of, is_closed, seed_is_public
from games.platform.selectors.authorship import (
    AuthoredMove,
    Person,
    SeatStory,
    authors_of,
    decided_on_paper,
    holdings_in,
    holds_at,
    idle_in,
    moves_made,
    own_moves_in,
    own_numbers,
    players,
    stories,
    stories_in,
    story_of,
    together_with,
)
from games.platform.selectors.authorship_words import names_of, seat_words, until_of
from games.platform.selectors.facilitation import results_without_events
from games.platform.selectors.intervention_log import deeds
from games.platform.selectors.past_access import access_back
from games.platform.selectors.position import (
    deals_own,
    event_value,
    game_of,
    has_other_rules,
    hides,
    options_of,
    scenario_in,
    scenario_of,
    seeds_of,
    state_of,
)
from games.platform.selectors.replaying import exported

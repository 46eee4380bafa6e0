"""Services that create, start, play and steer matches. Each is one transaction."""

from games.platform.services import steering, steering_seats
from games.platform.services.authors import BOT, Author
from games.platform.services.bots import bot_answer
from games.platform.services.facilitation import brought_of, event_bring, event_cancel, event_plan, plans_open
from games.platform.services.first_games import first_game_start, lessons_of
from games.platform.services.forks import LONGEST_REASON, match_step_back, match_unstart
from games.platform.services.hand_over_undo import BY_PEOPLE, GivenBack, steer_seats_back
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.interventions import (
    HANDED_OVER,
    REASON_LENGTH,
    TAKES_AWAY,
    Actor,
    changed_hands,
    intervention_record,
    left_to_bot,
)
from games.platform.services.matches import (
    match_abort,
    match_begin,
    match_create,
    match_pause,
    match_resume,
    match_start,
    matches_of_other_rules_pause,
)
from games.platform.services.move_attribution import moves_credit, screen_share
from games.platform.services.moves import submit
from games.platform.services.paper import OwnCardsOff, paper_own_cards
from games.platform.services.seat_claims import hand_check, hands_join_check, hands_known
from games.platform.services.steering import steer_extend, steer_message
from games.platform.services.steering_seats import steer_remind, steer_seat_to_bot

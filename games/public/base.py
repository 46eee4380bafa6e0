"""Clock, settings, addresses, the cache, and errors with their statuses. Nothing of it needs a table."""

from games.platform import clock
from games.platform.addresses import client_address, full_url, inside_a_frame, plain_path, site_url
from games.platform.conf import conf
from games.platform.errors import (
    AlreadyLeft,
    BadRequest,
    MatchNotRunning,
    NobodyAwaited,
    NoDeadline,
    NotAllowed,
    OneHand,
    SeatTaken,
    ServiceError,
    refusal,
)
from games.platform.kept import kept_values
from games.platform.view_options import options_of, view_options

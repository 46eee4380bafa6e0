"""Parts of pages and of the API: fragments, live regions, links, bodies and schema."""

from games.admin import ReadOnlyAdmin
from games.api.base import View
from games.api.bodies import Name
from games.api.errors import CODES, shape
from games.api.schema import answers, described, takes
from games.api.wire import BodyParser, FirstRenderer, read_body
from games.templatetags.ui import when
from games.web import fragments
from games.web.help import printed
from games.web.home import own_matches
from games.web.invites import return_url
from games.web.live import has_news, renewed, stamped, stream
from games.web.opening import open_for
from games.web.page import match_title
from games.web.paper import paper_table
from games.web.replay import number_in, position_at
from games.web.steer import MOST_MINUTES
from games.web.table_read import TableRead

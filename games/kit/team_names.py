"""Names of teams inside sentences: the word "team" is said once."""

import re
from typing import Final

from django.utils.translation import gettext as _

SAYS_IT_ITSELF: Final = re.compile(r"(team|équipe|equipe|group|groupe|table)(?![^\W\d_])", re.IGNORECASE)
"""A name that begins with one of these words says that it is a team's, in either language."""


def team_label(name: str) -> str:
    """ "team Lintel", but "Team 1"; nothing of nothing."""
    if not name or SAYS_IT_ITSELF.match(name):
        return name
    return _("team %(name)s") % {"name": name}

"""Names of teams in sentences, without a doubled word "team"."""

import re
from typing import Final

from django.utils.translation import gettext as _

SAYS_IT_ITSELF: Final = re.compile(r"(team|équipe|equipe|group|groupe|table)(?![^\W\d_])", re.IGNORECASE)
"""The start of a name that already contains a word for a team, in either language."""


def team_label(name: str) -> str:
    """ "team Lintel", but "Team 1"; empty for an empty name."""
    if not name or SAYS_IT_ITSELF.match(name):
        return name
    return _("team %(name)s") % {"name": name}

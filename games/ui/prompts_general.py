"""The instructor's follow-up questions to the printed question, by pattern of every game."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.ui.patterns import Prompts

PROMPTS: Final[Prompts] = {
    "late_answers": _("What did the others do while waiting?"),
    "bot_decided": _("Did anybody adapt to the bot?"),
    "mostly_bots": _("Would people have decided as these bots did?"),
    "slow_seat": _("Did something keep this role waiting too?"),
    "little_talk": _("What was agreed without a message?"),
    "one_voice": _("Who would have needed this knowledge?"),
    "quiz_missed": _("Would you have decided otherwise with this rule in mind?"),
    "stepped_back": _("What had changed between the two decisions?"),
    "far_apart": _("Which decision made the difference?"),
}

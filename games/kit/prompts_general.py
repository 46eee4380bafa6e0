"""What the instructor can go on with after the one question that is printed, by pattern of every game."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kit.patterns import Prompts

PROMPTS: Final[Prompts] = {
    "late_answers": _("What did the others do while they waited?"),
    "bot_decided": _("Did anybody adapt to the bot?"),
    "mostly_bots": _("Would people have agreed to it?"),
    "slow_seat": _("Did something keep it waiting too?"),
    "little_talk": _("What was agreed in another way, and what by nobody?"),
    "one_voice": _("Who would have needed it?"),
    "quiz_missed": _("Would you have decided otherwise?"),
    "stepped_back": _("What had changed in between?"),
    "far_apart": _("What had been done otherwise until then?"),
}

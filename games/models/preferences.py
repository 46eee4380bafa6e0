"""Reading preferences of people."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.people import PERSON_MODEL


class ReadingChoice(models.Model):
    """A person's preferences for reading matches. `text_mode` opens the text page of each match."""

    user = models.OneToOneField(PERSON_MODEL, models.CASCADE, related_name="reading_choice")
    text_mode = models.BooleanField(_("text mode"), default=False)

    class Meta:
        verbose_name = _("way of reading")
        verbose_name_plural = _("ways of reading")

    def __str__(self) -> str:
        return f"{self.user_id}"

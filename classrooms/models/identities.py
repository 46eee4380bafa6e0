"""Who somebody is at the institution's provider of sign-ins."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.people import PERSON_MODEL


class Identity(models.Model):
    """An account of ours is opened by `subject`, which the provider `issuer` gives to nobody else, ever; by no mail
    address. `told` is what the provider said last (name, address): what stands on the account as it was told follows
    the provider, what the person changed here stays. `may_create` says that creating courses was given by a role there,
    so that it goes with that role.
    """

    user = models.ForeignKey(PERSON_MODEL, models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    told = models.JSONField(default=dict)
    may_create = models.BooleanField(default=False)
    linked_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("identity at a provider")
        verbose_name_plural = _("identities at a provider")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="identity_unique_at_issuer"),
            models.UniqueConstraint(fields=["user", "issuer"], name="identity_one_for_each_issuer"),
        ]

    def __str__(self) -> str:
        return f"identity {self.pk} of user {self.user_id}"

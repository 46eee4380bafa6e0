"""A person's identity at the institution's provider of sign-ins (OpenID Connect)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.public.models import PERSON_MODEL


class Identity(models.Model):
    """A sign-in at the provider that opens an account. It is found by `subject`, which the provider `issuer` gives to
    one person only and never again, and never by a mail address. `told` are the provider's last name and address:
    account fields equal to it follow the provider, changed ones stay. `may_create` says that a role at the provider
    gave the right to create courses, which ends with the role.
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

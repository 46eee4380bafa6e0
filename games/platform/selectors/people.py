"""Look-up of accounts by username."""

import unicodedata

from django.contrib.auth import get_user_model


def known_username(typed: str) -> str:
    """The username of the account that the typed text means. It is the same name, else the only one that differs in
    case, width and surrounding spaces. If there is none or several, it is the typed text without these spaces.
    """
    accounts = get_user_model()
    name = unicodedata.normalize("NFKC", typed).strip()
    rows = accounts._default_manager.filter(**{f"{accounts.USERNAME_FIELD}__iexact": name})
    alike = list(rows.values_list(accounts.USERNAME_FIELD, flat=True)[:2])
    return str(alike[0]) if len(alike) == 1 else name

"""Accounts by the name with which somebody signs in."""

import unicodedata

from django.contrib.auth import get_user_model


def known_username(typed: str) -> str:
    """The name of the account that is meant: the same one, else the only one that differs in capitals, width and blanks
    around it. The text typed, without the blanks, where there is none or several.
    """
    accounts = get_user_model()
    name = unicodedata.normalize("NFKC", typed).strip()
    rows = accounts._default_manager.filter(**{f"{accounts.USERNAME_FIELD}__iexact": name})
    alike = list(rows.values_list(accounts.USERNAME_FIELD, flat=True)[:2])
    return str(alike[0]) if len(alike) == 1 else name

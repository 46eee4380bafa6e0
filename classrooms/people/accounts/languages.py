"""The language of a person, stored on the account, and in a cookie so that no request needs a query for it."""

from django.conf import settings
from django.http import HttpResponseBase

A_YEAR = 365 * 24 * 3600


def remember_language(response: HttpResponseBase, language: str) -> None:
    """Set the cookie that LocaleMiddleware reads. Empty: the browser is asked again."""
    if not language:
        response.delete_cookie(
            settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH, domain=settings.LANGUAGE_COOKIE_DOMAIN
        )
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=A_YEAR,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )

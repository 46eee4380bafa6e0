"""The institution's provider of sign-ins (OpenID Connect): its discovery, keys and answers. Authlib implements the
protocol: state, nonce, PKCE, signatures and claims. This module adds the settings, the accepted signatures, time
limits, and one kind of error for all faults.
"""

import logging
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

from authlib.integrations.base_client import OAuthError
from authlib.integrations.base_client.errors import MismatchingStateError
from authlib.integrations.django_client import DjangoIntegration, DjangoOAuth2App
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from joserfc.errors import JoseError
from requests import RequestException

from classrooms.people.signing_on.provider_http import Asking
from games.public.base import ServiceError, conf, refusal

logger = logging.getLogger(__name__)

FRESH: Final = 3600.0
"""Seconds for which the discovery is kept. An unknown key is looked up at once."""
LEEWAY: Final = 60
"""Seconds by which the provider's clock may differ."""
SIGNED_BY: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519")
"""Signatures that only the provider can make. Unsigned tokens and shared secrets are not accepted."""
NEEDED: Final = ("authorization_endpoint", "token_endpoint", "jwks_uri")


ProviderAway = refusal(
    "provider_away", _("%(provider)s does not answer at the moment. Try again in a few minutes."), status=502
)
"""The provider does not answer, or its answer is invalid."""

NotBegunHere = refusal(
    "not_begun_here", _("This sign-in was begun elsewhere, or too long ago. Begin again."), status=403
)
"""The answer belongs to no current request of this browser."""

NotSignedIn = refusal("not_signed_in", _("%(provider)s did not sign you in. Nothing has changed here."), status=403)
"""The person cancelled, or the provider refused them."""


class NotTrusted(ServiceError):
    """The answer may be forged. `reason` is for the log only."""

    code = "not_trusted"
    status = 403
    message = _("The answer of %(provider)s could not be trusted, so nobody was signed in. Begin again.")

    def __init__(self, reason: str) -> None:
        super().__init__(provider=provider_name())
        self.reason = reason


class Provider(DjangoOAuth2App):
    """Authlib's client of the provider, one per process."""

    client_cls = Asking

    def load_server_metadata(self) -> Any:
        """The discovery, at most an hour old. Raises NotTrusted for another issuer, or for endpoints without TLS:
        signatures with keys from there would prove nothing.
        """
        if time.time() - self.server_metadata.get("_loaded_at", 0) > FRESH:
            self.server_metadata.clear()
        metadata = super().load_server_metadata()
        if metadata.get("issuer") != conf.OIDC_ISSUER:
            raise NotTrusted("discovery: another issuer")
        if not all(_is_safe(metadata.get(name)) for name in NEEDED):
            raise NotTrusted("discovery: addresses")
        known = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
        metadata["id_token_signing_alg_values_supported"] = [each for each in known if each in SIGNED_BY]
        return metadata


def _is_safe(address: Any) -> bool:
    """Is it an address with TLS, or the issuer's own without?"""
    scheme = urlsplit(address).scheme if isinstance(address, str) else ""
    return scheme == "https" or (scheme == "http" and conf.OIDC_ISSUER.startswith("http:"))


def is_on() -> bool:
    """Does the site have a provider?"""
    return bool(conf.OIDC_ISSUER and conf.OIDC_CLIENT_ID)


def provider_name() -> str:
    """The name of the provider for people."""
    return str(conf.OIDC_NAME or urlsplit(conf.OIDC_ISSUER).hostname)


def provider() -> Provider:
    """The provider of the current settings."""
    return _provider(conf.OIDC_ISSUER, conf.OIDC_CLIENT_ID, conf.OIDC_CLIENT_SECRET, conf.OIDC_SCOPE)


@lru_cache(maxsize=8)
def _provider(issuer: str, client_id: str, secret: str, scope: str) -> Provider:
    options = {"scope": scope, "code_challenge_method": "S256"}
    if not secret:
        options["token_endpoint_auth_method"] = "none"  # noqa: S105  a program without a secret says so
    return Provider(
        DjangoIntegration("sign_on"),
        client_id=client_id,
        client_secret=secret or None,
        server_metadata_url=issuer.rstrip("/") + "/.well-known/openid-configuration",
        client_kwargs=options,
    )


def redirect_to_provider(request: HttpRequest, back: str) -> HttpResponse:
    """Redirect to the provider, which sends the browser back to `back`. Raises ProviderAway or NotTrusted."""
    try:
        return provider().authorize_redirect(request, back)
    except (RequestException, OAuthError, ValueError, RuntimeError, AttributeError, TypeError) as fault:
        logger.warning("single sign-on: %s", _describe_fault(fault))
        raise ProviderAway(provider=provider_name()) from fault


def answer(request: HttpRequest) -> Mapping[str, Any]:
    """The claims of the person who came back; signature, issuer, audience, times and nonce are verified. Raises
    NotBegunHere, NotSignedIn, NotTrusted or ProviderAway. The request is forgotten in any case.
    """
    site = provider()
    try:
        found = site.authorize_access_token(request, leeway=LEEWAY)
        claims = found.get("userinfo")
        if not claims:
            raise NotTrusted("no id token")
        return _with_more(site, found, dict(claims))
    except MismatchingStateError as fault:
        raise NotBegunHere from fault
    except OAuthError as fault:
        # Said in the query by whoever sent the browser here, or by the provider in answer to the code.
        logger.info("single sign-on: %s", _describe_fault(fault))
        raise NotSignedIn(provider=provider_name()) from fault
    except RequestException as fault:
        logger.warning("single sign-on: %s", _describe_fault(fault))
        raise ProviderAway(provider=provider_name()) from fault
    except (JoseError, ValueError, RuntimeError, AttributeError, TypeError, KeyError) as fault:
        raise NotTrusted(_describe_fault(fault)) from fault


def _with_more(site: Provider, found: Mapping[str, Any], claims: dict[str, Any]) -> dict[str, Any]:
    """The claims with those of the userinfo endpoint, where some providers keep names and addresses. The subject must
    be the same.
    """
    if {"email", "name"} <= claims.keys() or not _is_safe(site.server_metadata.get("userinfo_endpoint")):
        return claims
    more = site.userinfo(token=found)
    if more.get("sub") != claims["sub"]:
        raise NotTrusted("userinfo: another subject")
    return {**more, **claims}


def _describe_fault(fault: BaseException) -> str:
    """A fault in one short line, cleaned, since providers and browsers can write into it."""
    text = f"{type(fault).__name__}: {fault}"
    return "".join(sign if sign.isprintable() else " " for sign in text)[:300]

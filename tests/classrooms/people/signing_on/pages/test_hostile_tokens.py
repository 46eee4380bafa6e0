"""Invalid answers of a provider: each is refused with a sentence and a log line, and changes nothing."""

import hmac
import time

import pytest
from django.test import Client
from joserfc import jwt
from joserfc.jwk import RSAKey

from classrooms.models import Identity, User
from tests.classrooms.people.signing_on.provider import KEY, OTHER_KEY, encoded
from tests.games.factories import person

pytestmark = pytest.mark.django_db

NOT_TRUSTED = "The answer of Campus could not be trusted, so nobody was signed in. Begin again."


def changed(**claims):
    """A change of the provider: the token has these claims."""

    def hostile(provider):
        provider.claims = lambda said: said | {name: make(provider) for name, make in makes.items()}

    makes = {
        name: value if callable(value) else (lambda _provider, value=value: value) for name, value in claims.items()
    }
    return hostile


def without(name):
    def hostile(provider):
        provider.claims = lambda said: {key: value for key, value in said.items() if key != name}

    return hostile


def made(token):
    """A change of the provider: the token is made by this function."""

    def hostile(provider):
        provider.token = token

    return hostile


def unsigned(claims):
    return f"{encoded({'alg': 'none'})}.{encoded(claims)}."


def signed_with_the_public_key(claims):
    """A token signed by HS256 with the public key as the secret, which an unsafe verifier would accept."""
    head = f"{encoded({'alg': 'HS256', 'kid': 'one'})}.{encoded(claims)}"
    secret = KEY.as_pem(private=False)
    return f"{head}.{encoded(hmac.digest(secret, head.encode(), 'sha256'))}"


def signed_with_the_client_secret(claims):
    head = f"{encoded({'alg': 'HS256'})}.{encoded(claims)}"
    return f"{head}.{encoded(hmac.digest(b'a secret of tests', head.encode(), 'sha256'))}"


def with_a_key_of_its_own(claims):
    """A token signed with a key that its own header brings."""
    own = RSAKey.generate_key(2048)
    return jwt.encode({"alg": "RS256", "jwk": own.as_dict(private=False)}, claims, own)


def with_other_claims(claims):
    """A token with the signature of another token."""
    head, _claims, signature = jwt.encode({"alg": "RS256", "kid": "one"}, claims, KEY).split(".")
    return f"{head}.{encoded(claims | {'sub': 'boss-1'})}.{signature}"


def now(seconds):
    return lambda _provider: int(time.time()) + seconds


HOSTILE = {
    "another issuer": (changed(iss="https://evil.example.org"), "iss"),
    "an issuer beside it": (changed(iss=lambda provider: provider.url + "/"), "iss"),
    "no issuer": (without("iss"), "iss"),
    "another audience": (changed(aud="another-program"), "azp"),
    "audiences with another party": (changed(aud=["domego", "another"], azp="another"), "azp"),
    "no audience": (without("aud"), "aud"),
    "over": (changed(exp=now(-3600)), "expired"),
    "no end": (without("exp"), "exp"),
    "an end that is no number": (changed(exp="tomorrow"), "exp"),
    "not yet": (changed(nbf=now(3600)), "not yet valid"),
    "made in the future": (changed(iat=now(3600)), "issued in the future"),
    "no time": (without("iat"), "iat"),
    "another nonce": (changed(nonce="of-another-sign-in"), "nonce"),
    "no nonce": (without("nonce"), "nonce"),
    "no subject": (without("sub"), "sub"),
    "a number as subject": (changed(sub=7), "sub"),
    "an empty subject": (changed(sub=""), "sub"),
    "a subject with a line in it": (changed(sub="anna-7\nboss"), "sub"),
    "a subject of 300 signs": (changed(sub="a" * 300), "sub"),
    "another access token": (changed(at_hash="AAAAAAAAAAAAAAAAAAAAAA"), "at_hash"),
    "not signed": (made(unsigned), "none"),
    "signed with the public key": (made(signed_with_the_public_key), "HS256"),
    "signed with the client's secret": (made(signed_with_the_client_secret), "HS256"),
    "signed by somebody else": (
        made(lambda claims: jwt.encode({"alg": "RS256", "kid": "one"}, claims, OTHER_KEY)),
        "bad_signature",
    ),
    "signed by a key that nobody knows": (
        made(lambda claims: jwt.encode({"alg": "RS256", "kid": "two"}, claims, OTHER_KEY)),
        "kid",
    ),
    "a key of its own": (made(with_a_key_of_its_own), "exceeded_size"),
    "other claims under the signature": (made(with_other_claims), "bad_signature"),
    "no token at all": (made(lambda claims: "not.a.token"), ""),
    "a token that is no text": (made(lambda claims: 7), ""),
    "an empty token": (made(lambda claims: ""), ""),
}


@pytest.fixture
def told(caplog):
    """The log messages of single sign-on."""
    caplog.set_level("INFO", "classrooms.people.signing_on")
    return lambda: [row.getMessage() for row in caplog.records if row.name.startswith("classrooms.people.signing_on")]


def rows():
    return list(User.objects.order_by("pk").values()), list(Identity.objects.order_by("pk").values())


def is_nobody(client):
    return client.get("/account/").status_code == 302


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_token_signs_nobody_in_and_changes_nothing(name, client, provider, told):
    provider.come_back(client)
    client.logout()
    before = rows()
    hostile, said = HOSTILE[name]
    hostile(provider)

    answer = provider.come_back(client)

    assert answer.status_code == 403
    assert NOT_TRUSTED in answer.content.decode()
    line = told()[-1]
    assert line.startswith("single sign-on refused: not_trusted ")
    assert said in line
    assert "Anna" not in line
    assert is_nobody(client)
    assert rows() == before


def test_they_are_at_least_twenty():
    assert len(HOSTILE) >= 20


def test_an_answer_that_this_browser_did_not_ask_for_is_refused(client, provider, told):
    away = client.get("/sign-in/with/")
    client.get(provider.back(away["Location"]))
    client.logout()
    before = rows()

    answer = client.get(provider.back(away["Location"]))

    assert (answer.status_code, is_nobody(client), rows()) == (403, True, before)
    assert "This sign-in was begun elsewhere, or too long ago. Begin again." in answer.content.decode()
    assert told()[-1] == "single sign-on refused: not_begun_here "


def test_the_answer_to_somebody_else_is_refused_in_another_browser(client, provider):
    other = Client()
    away = other.get("/sign-in/with/")

    answer = client.get(provider.back(away["Location"]))

    assert (answer.status_code, is_nobody(client), User.objects.count()) == (403, True, 0)


def test_who_turns_back_at_the_provider_is_told_so(client, provider, told):
    away = client.get("/sign-in/with/")
    provider.back(away["Location"])

    answer = client.get(f"/sign-in/with/back/?error=access_denied&state={provider.asked['state']}")

    assert answer.status_code == 403
    assert "Campus did not sign you in. Nothing has changed here." in answer.content.decode()
    assert told()[-1] == "single sign-on refused: not_signed_in "
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    "discovery",
    [
        {"issuer": "https://evil.example.org"},
        {"token_endpoint": "ftp://127.0.0.1/token"},
        {"jwks_uri": None},
    ],
)
def test_a_discovery_that_leads_elsewhere_is_refused(client, provider, discovery):
    provider.discovery = discovery

    answer = client.get("/sign-in/with/")

    assert answer.status_code == 403
    assert NOT_TRUSTED in answer.content.decode()


@pytest.mark.parametrize("broken", [(500, {}), (200, b"<html>"), (200, [])])
def test_a_provider_that_is_broken_is_said_to_be_away(client, provider, broken):
    provider.answers["/.well-known/openid-configuration"] = broken

    answer = client.get("/sign-in/with/")

    assert answer.status_code == 502
    assert "Campus does not answer at the moment." in answer.content.decode()


def test_a_userinfo_of_somebody_else_is_refused(client, provider, told):
    provider.discovery = {"userinfo_endpoint": f"{provider.url}/userinfo"}
    provider.answers["/userinfo"] = (200, {"sub": "boss-1", "email": "boss@uni.example.org", "email_verified": True})
    provider.person = {"sub": "anna-7"}

    answer = provider.come_back(client)

    assert (answer.status_code, User.objects.count()) == (403, 0)
    assert told()[-1] == "single sign-on refused: not_trusted userinfo: another subject"


def test_a_code_is_bound_to_the_browser_that_asked(client, provider):
    """PKCE: the provider gets the verifier of its challenge."""
    provider.come_back(client)

    assert provider.asked["code_challenge_method"] == "S256"
    assert len(provider.exchanged[0]["code_verifier"]) == 48
    assert provider.exchanged[0]["code"] == "a-code"


def test_an_account_with_the_address_is_not_taken_over_by_one_that_nobody_verified(client, provider):
    owner = person("anna", email="anna@uni.example.org")
    provider.person = {**provider.person, "email_verified": False}

    provider.come_back(client)

    new = Identity.objects.get().user
    assert (new.pk != owner.pk, new.email) == (True, "")
    assert User.objects.get(pk=owner.pk).email == "anna@uni.example.org"

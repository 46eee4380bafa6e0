import pytest

from tests.classrooms.people.signing_on.provider import CLIENT, SECRET, running


@pytest.fixture
def provider(domego):
    """A provider of sign-ins on this machine."""
    with running() as found:
        domego.OIDC_ISSUER, domego.OIDC_CLIENT_ID, domego.OIDC_CLIENT_SECRET = found.url, CLIENT, SECRET
        domego.OIDC_NAME = "Campus"
        yield found

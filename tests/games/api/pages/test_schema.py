"""The OpenAPI schema and its documentation page."""

import re

import pytest
from django.core.management import call_command

from classrooms.connect.api import urls as course_urls
from games.api import urls


def test_the_schema_is_made_without_a_warning(tmp_path):
    options = ["--custom-settings", "games.api.schema.SETTINGS", "--file", str(tmp_path / "schema.yml")]
    call_command("spectacular", "--fail-on-warn", "--validate", *options)


def test_every_operation_is_described_and_refuses_in_the_one_shape(client):
    schema = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    operations = [
        operation
        for path in schema["paths"].values()
        for method, operation in path.items()
        if method in {"get", "post", "put", "patch", "delete"}
    ]

    assert len(operations) == 45
    for operation in operations:
        assert operation["description"].strip() != ""
        for status, answer in operation["responses"].items():
            if status >= "400":
                assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Refusal"}


def test_every_address_of_the_version_is_in_the_schema(client):
    schema = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    patterns = {
        "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(each.pattern))
        for each in (*urls.v1_patterns, *course_urls.urlpatterns)
    }

    assert set(schema["paths"]) == patterns


def test_all_references_lead_somewhere(client):
    answer = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    named = set(re.findall(r"#/components/schemas/(\w+)", answer.content.decode()))

    assert named - set(answer.json()["components"]["schemas"]) == set()


@pytest.mark.parametrize("query", ["", "?script="])
def test_the_page_loads_everything_from_this_site_and_no_script_is_in_it(client, query):
    answer = client.get("/api/try/" + query)

    text = answer.content.decode()
    assert answer.status_code == 200
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"""(?:src|href)=["'](?![/#])[^"']*""", text) == []
    policy = answer["Content-Security-Policy"]
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "script-src" not in policy
    assert "default-src 'self'" in policy


def test_the_relaxed_policy_is_for_that_page_only(client):
    assert "unsafe-inline" not in client.get("/api/v1/games")["Content-Security-Policy"]


def test_a_page_of_the_site_says_what_each_address_does(client):
    schema = client.get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"}).json()

    answer = client.get("/api/docs/")

    headings = re.findall(r"<h3 [^>]*><code>(\w+) ([^<]+)</code></h3>", answer.content.decode())
    operations = [(method.upper(), path) for path, found in schema["paths"].items() for method in found]
    assert sorted(headings) == sorted(operations)
    assert "<br>" not in answer.content.decode()
    assert "unsafe-inline" not in answer["Content-Security-Policy"]

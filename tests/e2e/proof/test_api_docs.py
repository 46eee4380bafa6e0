"""The page that explains the API and lets a reader try it, under the site's content security policy."""

from playwright.sync_api import expect

from tests.e2e.proof.test_accessibility import violations


def test_the_api_can_be_read_and_tried_with_nothing_from_outside(open_context):
    page = open_context(forgives=("401",)).new_page()

    page.goto("/api/try/")
    page.get_by_role("button", name="POST /api/v1/matches/{match_id}/seats/{seat}/moves").first.click()
    expect(page.get_by_text("Answer a prompt.").first).to_be_visible()
    page.get_by_role("button", name="GET /api/v1/games", exact=True).first.click()
    page.get_by_role("button", name="Try it out").first.click()

    with page.expect_response("**/api/v1/**") as answered:
        page.get_by_role("button", name="Execute").first.click()

    assert answered.value.status == 401
    assert answered.value.json()["code"] == "not_signed_in"
    assert violations(page) == []

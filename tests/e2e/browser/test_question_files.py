"""An instructor adds a file of questions, reads what was left out, and closes the list."""

from playwright.sync_api import expect

from tests.e2e.browser.test_courses import new_course

TEXT = """Si a < b et c > d, que vaut a - d ? {=moins que b - c ~plus}

Quelle portée ? {=L < 5 m et h > 30 cm ~L > 5 m}

Que montre la figure ? <img src="coupe.png"> {=une poutre ~un poteau}

Quelle est la formule ? $$x^2$$ {=celle-ci ~une autre}
"""
FILE = {"name": "banque.gift.txt", "mimeType": "text/plain", "buffer": TEXT.encode()}


def test_what_was_left_out_of_a_file_is_listed_until_the_list_is_closed(open_context):
    page = open_context().new_page()
    address = new_course(page, "Questions")
    page.goto(f"{address}questions/")

    page.locator("#file").set_input_files([FILE])
    page.get_by_role("button", name="Add the questions of a file").click()

    expect(page.get_by_text("2 questions were added.")).to_be_visible()
    rows = page.get_by_role("region", name="Left out").locator("tbody tr")
    expect(rows).to_contain_text(["It has a picture.", "It has a formula."])
    assert rows.all_inner_texts() == [
        '5\tQue montre la figure ? <img src="coupe.png">\tIt has a picture.',
        "7\tQuelle est la formule ? $$x^2$$\tIt has a formula.",
    ]
    expect(page.get_by_text("Si a < b et c > d, que vaut a - d ?")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Close the list").click()
    expect(page.get_by_role("heading", name="Left out")).to_have_count(0)

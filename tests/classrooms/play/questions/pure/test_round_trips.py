"""Questions that are written as files and read again are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classrooms.play.questions.files import gift, moodle
from classrooms.play.questions.files.parsed_questions import FileQuestion
from classrooms.play.questions.files.readers import read_file

FORMS = {
    "gift": lambda questions: read_file(gift.write(questions).encode()),
    "moodle": lambda questions: read_file(moodle.write(questions)),
}
HARD = FileQuestion(
    text="Is {1 = 2} ~ true: # or \\ not?\nSay it.",
    options=("a = b", "~c#d", "e: f -> g", "<b>4 < 5 & 6</b>"),
    right=2,
    explanation="Because {x}: \\y ~ #z",
    name="hard::one",
    remarks=("one", "", "", "#four"),
)


@pytest.mark.parametrize("form", FORMS)
def test_signs_that_mean_something_to_a_form_stay_what_they_are(form):
    assert FORMS[form]([HARD]).questions == [HARD]


TEXTS = st.text(
    st.one_of(st.sampled_from("\\~=#{}:[]<>&%$/@ \n-1"), st.characters(exclude_categories=("Cs", "Cc", "Cn", "Co"))),
    max_size=30,
).map(str.strip)
WORDS = TEXTS.map(lambda text: f"[html]{text}") | TEXTS.map(lambda text: f"%50%{text}x") | TEXTS.filter(bool)


@pytest.mark.parametrize("form", FORMS)
@given(
    text=WORDS,
    options=st.lists(WORDS, min_size=2, max_size=6),
    right=st.integers(0, 1),
    explanation=TEXTS,
    name=TEXTS.filter(bool),
    remarks=st.lists(TEXTS, min_size=6, max_size=6),
)
def test_any_question_is_read_again_as_it_was_written(form, text, options, right, explanation, name, remarks):
    question = FileQuestion(text, tuple(options), right, explanation, name, tuple(remarks[: len(options)]))

    assert FORMS[form]([question]).questions == [question]


def test_what_no_xml_may_hold_does_not_spoil_a_file():
    assert [each.text for each in FORMS["moodle"]([FileQuestion("a\x0bb\x00", ("c", "d"), 0)]).questions] == ["ab"]

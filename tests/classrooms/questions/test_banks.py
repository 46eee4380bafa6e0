"""Every game's bank of questions: well formed, the same in all languages, resting on pages that exist."""

import msgspec
import pytest
from django.conf import settings
from django.utils import translation

from games.engine import registry
from games.kit import faces, quiz
from games.kit import help as help_pages
from games.kit.quiz import Bank, Question, Wording

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
BANKS = [face for face in faces.all_faces() if face.quiz().questions]


def headings(game):
    """All (page, anchor, language) that a rule of this game may name, in the language's own text."""
    found = set()
    for language in LANGUAGES:
        for page in help_pages.pages(game, language):
            assert page.language == language
            found |= {(page.slug, section.anchor, language) for section in page.sections}
    return found


def turns_of(face):
    game = registry.get(face.game.key)
    return face.turn_count(game.rules.load_scenario(next(iter(game.scenarios.values()))))


@pytest.mark.parametrize("face", BANKS, ids=lambda face: face.game.key)
def test_a_shipped_bank_has_no_faults(face):
    known = headings(face.game.key)

    found = quiz.faults(face.quiz(), languages=LANGUAGES, turns=turns_of(face), has_rule=lambda *rule: rule in known)

    assert found == []


def test_the_three_first_games_have_banks_of_their_size():
    sizes = {face.game.key: len(face.quiz().questions) for face in BANKS}

    assert {key: sizes[key] for key in ("domego", "dominato", "dominyam")} == {
        "domego": 38,
        "dominato": 10,
        "dominyam": 10,
    }


def test_every_activity_of_the_classic_project_has_questions_and_the_usual_choice_asks_at_all_moments():
    questions = faces.get("domego").quiz().questions

    assert {question.turn for question in questions} == set(range(13))
    assert {when: sum(question.usual == when for question in questions) for when in ("before", "during", "after")} == {
        "before": 6,
        "during": 11,
        "after": 6,
    }


@pytest.mark.parametrize("face", BANKS, ids=lambda face: face.game.key)
def test_the_right_option_is_not_told_by_its_place_or_its_length(face):
    questions = face.quiz().questions
    places = [sum(question.right == place for question in questions) for place in range(4)]
    longest = sum(
        max(range(len(words.options)), key=lambda i: len(words.options[i])) == question.right
        for question in questions
        for words in question.words.values()
    )

    assert max(places) <= len(questions) * 0.4
    assert longest <= 2 * len(questions) * 0.6


def test_a_question_is_said_in_the_language_of_the_reader_and_else_in_english():
    question = faces.get("domego").quiz().get("retention")

    with translation.override("fr"):
        assert question.said() == question.words["fr"]
    with translation.override("de"):
        assert question.said() == question.words["en"]
    assert faces.get("domego").quiz().get("no-such-question") is None


def wording(*options):
    return Wording("What?", options or ("a", "b", "c"), "Because.")


def test_faults_are_named():
    good = {"en": wording(), "fr": wording()}
    bank = Bank(
        (
            Question("same-key", 0, "rules#buy", good),
            Question("same-key", 3, "rules#buy", good),
            Question("one-language", 0, "rules#buy", {"en": wording()}),
            Question("uneven", 0, "rules#buy", {"en": wording(), "fr": wording("a", "b", "c", "d")}),
            Question("twice-an-option", 0, "rules#buy", {"en": wording("a", "a", "c"), "fr": wording()}),
            Question("no-turn", 0, "rules#buy", good, turn=13),
            Question("no-rule", 0, "rules#nowhere", good),
            Question("no-moment", 0, "rules#buy", good, usual="during"),
        )
    )

    found = quiz.faults(bank, languages=("en", "fr"), turns=12, has_rule=lambda page, anchor, _: anchor == "buy")

    assert found == [
        "same-key: twice",
        "same-key: the right option does not exist",
        "one-language: is in en",
        "uneven: has more options in one language",
        "twice-an-option: an option is there twice (en)",
        "no-turn: there is no turn 13",
        "no-rule: no rules#nowhere in en",
        "no-rule: no rules#nowhere in fr",
        "no-moment: is asked after a turn, and is about none",
    ]


def test_a_file_that_is_no_bank_is_refused_with_the_path_of_the_fault(tmp_path):
    path = tmp_path / "bank.json"
    path.write_text('{"questions": [{"key": "Bad Key", "right": 0, "rule": "rules#buy", "words": {}}]}')

    with pytest.raises(msgspec.ValidationError, match=r"\$\.questions\[0\]\.key"):
        quiz.read(path)

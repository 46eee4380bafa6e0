"""Every game's bank of questions: well formed, the same in all languages, resting on pages that exist."""

import msgspec
import pytest
from django.template import loader
from django.utils import translation
from django.utils.html import escape
from msgspec.structs import replace

from classrooms.play.questions.queries.session_questions import bank_words
from games.engine import registry
from games.ui import faces, quiz
from games.ui import help as help_pages
from games.ui.quiz import Bank, Question, Source, Wording
from tests.languages import languages

SOURCE = Source("A law", "https://example.org/law")
PIECES = ("preview", "answered")
LEAST = 10
"""The smallest number of questions in a shipped bank: a quiz has about so many."""
BANKS = [face for face in faces.all_faces() if face.quiz().questions]


def headings(game):
    """All (page, anchor, language) that rules of this game may refer to, in languages with pages of their own."""
    found = set()
    for language in languages(f"{game}-rules"):
        for page in help_pages.pages(game, language):
            assert page.language == language
            found |= {(page.slug, section.anchor, language) for section in page.sections}
    return found


def turns_of(face):
    game = registry.get(face.game.key)
    return face.turn_count(game.rules.load_scenario(next(iter(game.scenarios.values()))))


@pytest.mark.parametrize("face", BANKS, ids=lambda face: face.game.key)
def test_a_shipped_bank_has_no_faults(face):
    known, said = headings(face.game.key), languages(f"{face.game.key}-rules")

    found = quiz.faults(face.quiz(), languages=said, turns=turns_of(face), has_rule=lambda *rule: rule in known)

    assert found == []


@pytest.mark.parametrize("face", BANKS, ids=lambda face: face.game.key)
def test_a_bank_has_enough_questions_to_choose_from(face):
    assert len(face.quiz().offered) >= LEAST


def test_two_thirds_of_domegos_questions_are_about_construction():
    offered = faces.get("domego").quiz().offered

    assert 3 * sum(question.about == "trade" for question in offered) >= 2 * len(offered)


def test_every_activity_of_the_classic_project_has_questions_and_the_usual_choice_asks_at_all_moments():
    face = faces.get("domego")
    usual = [question.usual for question in face.quiz().offered]

    assert {question.turn for question in face.quiz().offered} == set(range(turns_of(face) + 1))
    assert min(usual.count(when) for when in ("before", "during", "after")) >= 3
    assert sum(map(bool, usual)) <= len(usual) / 2, "a quiz that asks most of the bank leaves nothing for the next one"


def length_ranks(questions, language):
    """For each question, the share of wrong options that are shorter than the right one."""
    ranks = []
    for question in questions:
        lengths = [len(option) for option in question.words[language].options]
        ranks.append(sum(each < lengths[question.right] for each in lengths) / (len(lengths) - 1))
    return ranks


@pytest.mark.parametrize(
    ("face", "language"),
    [(face, language) for face in BANKS for language in languages(f"{face.game.key}-rules")],
    ids=lambda value: value if isinstance(value, str) else value.game.key,
)
def test_the_right_option_is_not_told_by_its_place_or_its_length(face, language):
    questions = face.quiz().offered
    places = [sum(question.right == place for question in questions) for place in range(4)]
    ranks = length_ranks(questions, language)
    fair, slack = len(questions) / 4, 2 * (len(questions) * 3 / 16) ** 0.5

    assert max(places) <= fair + slack
    assert ranks.count(1) <= fair + slack, "longest"
    assert ranks.count(0) <= fair + slack, "shortest"


def test_sources_are_shown_to_all_and_misconceptions_to_staff_alone():
    words = bank_words("domego", faces.get("domego").quiz().get("retention"))
    shown = {name: loader.render_to_string(f"classrooms/questions/{name}.html", {"words": words}) for name in PIECES}
    believed = [escape(each) for each in words.believed if each]

    for page in shown.values():
        assert [
            source for source in words.sources if escape(source.name) not in page or escape(source.read) not in page
        ] == []
    assert len(believed) == 3
    assert [each for each in believed if each in shown["preview"]] == believed
    assert [each for each in believed if each in shown["answered"]] == []


def test_a_question_is_said_in_the_language_of_the_reader_and_else_in_english():
    question = faces.get("domego").quiz().get("retention")

    with translation.override("fr"):
        assert question.localized() == question.words["fr"]
    with translation.override("de"):
        assert question.localized() == question.words["en"]
    assert faces.get("domego").quiz().get("no-such-question") is None


def test_a_retired_question_is_kept_for_the_sessions_that_asked_it_and_offered_no_more():
    bank = faces.get("domego").quiz()

    assert bank.get("owner-is").retired
    assert bank.get("owner-is") not in bank.offered


def wording(*options):
    return Wording("What?", options or ("a", "b", "c"), "Because.")


def test_faults_are_named():
    good = {"en": wording(), "fr": wording()}
    named = {language: replace(words, misconceptions=("", "so?", "so!")) for language, words in good.items()}
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
            Question("no-source", 0, "rules#buy", named, about="trade"),
            Question("named-right", 1, "rules#buy", named),
            Question("unnamed", 0, "rules#buy", good, about="trade", sources=(SOURCE,)),
            Question("astray", 0, "rules#buy", good, theme="nowhere"),
        ),
        themes={"safety": {"en": "Safety"}, "time": {"en": "Time", "fr": "Temps"}},
    )

    found = quiz.faults(bank, languages=("en", "fr"), turns=12, has_rule=lambda page, anchor, _: anchor == "buy")

    assert found == [
        "same-key: twice",
        "theme safety: is in en",
        "same-key: the right option does not exist",
        "one-language: is in en",
        "uneven: has more options in one language",
        "twice-an-option: an option is there twice (en)",
        "no-turn: there is no turn 13",
        "no-rule: no rules#nowhere in en",
        "no-rule: no rules#nowhere in fr",
        "no-moment: is asked after a turn, and is about none",
        "no-source: is about the trade and names no source",
        "named-right: does not name what each wrong option stands for (en)",
        "named-right: does not name what each wrong option stands for (fr)",
        "unnamed: does not name what each wrong option stands for (en)",
        "unnamed: does not name what each wrong option stands for (fr)",
        "astray: there is no theme nowhere",
    ]


def test_a_file_that_is_no_bank_is_refused_with_the_path_of_the_fault(tmp_path):
    path = tmp_path / "bank.json"
    path.write_text('{"questions": [{"key": "Bad Key", "right": 0, "rule": "rules#buy", "words": {}}]}')

    with pytest.raises(msgspec.ValidationError, match=r"\$\.questions\[0\]\.key"):
        quiz.load_bank(path)

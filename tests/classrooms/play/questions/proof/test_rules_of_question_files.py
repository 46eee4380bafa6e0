"""Each rule of the readers of question files is needed by a file of others."""

import pytest

from classrooms.files import xml_trees
from classrooms.play.questions.files import gift, markup, moodle, parsed_questions, qti, readers
from tests.classrooms.play.questions.files_of_others import FILES
from tests.classrooms.play.questions.reading_others import found_in
from tests.needed import is_needed, nothing, same

RULES = {
    "escapes": (gift, "_protected", same),
    "names": (gift, "_name", lambda text: ("", text)),
    "comments and categories": (gift, "_is_passed_over", lambda line: False),
    "one kind of line": (gift, "_one_kind_of_line", same),
    "forms in brackets": (gift, "_form", lambda text: ("", text)),
    "forms that are known": (gift, "FORMS", ("html", "moodle", "markdown", "plain", "E", "MPa")),
    "gaps": (gift, "GAP", ""),
    "answers of one question": (gift, "MOST_ANSWERS", 10**9),
    "answers of one question of Moodle": (moodle, "MOST_ANSWERS", 10**9),
    "questions of a file": (parsed_questions, "MOST_QUESTIONS", 10**9),
    "questions of an archive": (readers, "MOST_QUESTIONS", 10**9),
    "explanations": (gift, "_explained", lambda inside: (inside, "")),
    "true or false": (gift, "_true_or_false", lambda *_: []),
    "other kinds": (gift, "_refuse_others", nothing),
    "weights": (gift, "_weight", lambda said: (None, said)),
    "percentages": (moodle, "percentage", lambda said: 100 if said == "100" else 0),
    "elements": (markup, "ELEMENTS", frozenset()),
    "signs before names that no element has": (markup, "_known", same),
    "attributes": (markup, "_attributes", lambda text, at: ({}, text.find(">", at) + 1)),
    "values of attributes": (markup, "_value", lambda text, at: ("", 0)),
    "signs in values of Markdown": (markup, "_refuse_signs_in_values", nothing),
    "bare letters": (markup, "_SHORT", frozenset()),
    "entities": (markup, "_unescaped", same),
    "comments of pages": (markup, "_comment_end", lambda text, at: 0),
    "breaks of Moodle": (markup, "_with_breaks", same),
    "blocks": (markup, "_BLOCKS", frozenset()),
    "hidden elements": (markup, "_HIDDEN", frozenset()),
    "preformatted text": (markup, "_KEPT_WHITE", frozenset()),
    "spaces": (markup, "_single_spaced", same),
    "raised and lowered": (markup, "_moved", same),
    "ordinals": (markup, "_ORDINALS", frozenset()),
    "what plain text cannot hold": (markup, "_REFUSED", frozenset()),
    "elements with a reason": (markup, "_refuse", nothing),
    "formulas in the text": (markup, "_refuse_formulas", nothing),
    "pairs of signs": (markup, "_has_pair", lambda *_: False),
    "office programs": (markup, "_OFFICE", frozenset()),
    "long texts": (markup, "MOST_SIGNS", 10**9),
    "nested markup": (markup, "MOST_OPEN", 10**9),
    "forms of Moodle": (moodle, "_FORMS", {}),
    "the form of the question": (moodle, "_form", lambda element, usual: "html"),
    "true and false in English": (moodle, "_true_or_false", same),
    "one right answer": (moodle, "_right", lambda answers: 0),
    "shares": (moodle, "_points", lambda said: 0),
    "texts of elements": (moodle, "of_nodes", lambda node: ""),
    "no categories": (moodle, "_questions", lambda root: list(root.iter("question"))),
    "kinds of QTI": (qti, "KINDS", frozenset()),
    "kinds of Canvas": (qti, "_CANVAS_KINDS", {}),
    "the kind that an item names": (qti, "_kind", lambda item: ""),
    "materials outside of answers": (qti, "_question_materials", lambda node: node.iter("material")),
    "forms of material": (qti, "_mattext", lambda node: node.text or ""),
    "files of Canvas": (qti, "_FILES", ()),
    "points of answers": (qti, "_points", lambda each: 0.0),
    "right answers of QTI 1.2": (qti, "_right_12", lambda item: {"10"}),
    "right answers of QTI 2": (qti, "_right_2", lambda declared: {"A"}),
    "feedback": (qti, "_feedback", lambda item: {}),
    "the text beside the choice": (qti, "_without_choice", lambda body: ""),
    "the declared response": (qti, "_declared", lambda item, name: {"cardinality": "single"}),
    "the place of the answer": (qti, "_place", lambda right, names: 0),
    "decoding": (readers, "_decoded", lambda data: data.decode("utf-8", "replace")),
    "XML": (readers, "_is_xml", lambda data: False),
    "archives": (readers, "_read_archive", lambda data: readers.ParsedQuestions()),
    "the size of a file": (readers, "MOST_BYTES", 10**9),
    "the size of what is packed": (readers, "MOST_UNPACKED", 10**9),
    "the number of what is packed": (readers, "MOST_PARTS", 10**9),
    "prefixes": (xml_trees, "_local", same),
    "depth": (xml_trees, "MOST_DEPTH", 10**9),
    "elements of a file": (xml_trees, "MOST_NODES", 10**9),
}
"""Each rule of the readers, and what it is when it is switched off."""


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_needed_by_a_file(rule, monkeypatch):
    assert is_needed(monkeypatch, RULES[rule], found_in, FILES)

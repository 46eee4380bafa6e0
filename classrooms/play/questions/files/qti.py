"""QTI, the form of questions of Canvas and others: choices with one right answer of the versions 1.2 and 2.1."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.files.xml_trees import Node
from classrooms.play.questions.files.gift import percentage
from classrooms.play.questions.files.kinds import not_one_right, refuse_kind
from classrooms.play.questions.files.markup import PLAIN, as_plain, of_nodes
from classrooms.play.questions.files.parsed_questions import FileQuestion, ParsedQuestions, Unusable

KINDS: Final = frozenset(
    ("multiple_choice_question", "true_false_question", "cc.multiple_choice.v0p1", "cc.true_false.v0p1")
)
_CANVAS_KINDS: Final = {
    "essay_question": "essay",
    "cc.essay.v0p1": "essay",
    "short_answer_question": "shortanswer",
    "cc.fib.v0p1": "shortanswer",
    "numerical_question": "numerical",
    "matching_question": "matching",
    "text_only_question": "description",
    "fill_in_multiple_blanks_question": "cloze",
}
_FILES: Final = ("$IMS-CC-FILEBASE$", "%24IMS-CC-FILEBASE%24")


def parse_qti_12(root: Node, file: str = "") -> ParsedQuestions:
    """The items below an element questestinterop (QTI 1.2)."""
    found = ParsedQuestions()
    for item in root.iter("item"):
        _take(found, item, _read_12, file)
    return found


def parse_qti_2(root: Node, file: str = "") -> ParsedQuestions:
    """The one item of a document assessmentItem (QTI 2.0 to 2.2)."""
    found = ParsedQuestions()
    _take(found, root, _read_2, file)
    return found


def _take(found: ParsedQuestions, item: Any, make: Any, file: str) -> None:
    found.take((item.get("title") or "").strip()[:60], lambda: make(item), line=item.line, file=file)


def _read_12(item: Node) -> FileQuestion:
    kind = _kind(item)
    if kind and kind not in KINDS:
        raise refuse_kind(_CANVAS_KINDS.get(kind, kind))
    choices = list(item.iter("response_lid"))
    presentation = item.find("presentation")
    if len(choices) != 1 or presentation is None:
        raise refuse_kind(kind or "cloze")
    if choices[0].get("rcardinality", "Single").lower() != "single":
        raise not_one_right()
    labels = list(choices[0].iter("response_label"))
    names = [label.get("ident", "") for label in labels]
    text = "\n".join(filter(None, (_material(each) for each in _question_materials(presentation))))
    if not text:
        raise Unusable(_("It has no text."))
    remarks = _feedback(item)
    return FileQuestion(
        text=text,
        options=tuple(_material(label) for label in labels),
        right=_place(_right_12(item), names),
        explanation=remarks.get("general_fb", ""),
        name=(item.get("title") or "").strip(),
        remarks=tuple(remarks.get(f"{name}_fb", "") for name in names),
    )


def _kind(item: Node) -> str:
    for field in item.iter("qtimetadatafield"):
        if (field.findtext("fieldlabel") or "").strip() in ("question_type", "cc_profile"):
            return (field.findtext("fieldentry") or "").strip()
    return ""


def _question_materials(node: Any) -> Iterator[Any]:
    """The materials of the question, outside its answers."""
    for each in node:
        if each.tag == "material":
            yield each
        elif each.tag != "render_choice":
            yield from _question_materials(each)


def _material(node: Any) -> str:
    """The texts below an element in their forms. Raises Unusable."""
    said = []
    for each in node.iter():
        if each.tag in ("matimage", "mataudio", "matvideo", "matapplet", "matapplication"):
            raise Unusable(_("It has a picture.") if each.tag == "matimage" else _("It has a sound or a film."))
        if each.tag == "mattext":
            said.append(_without_files(each, _mattext(each)))
    return "\n".join(filter(None, said))


def _mattext(node: Any) -> str:
    if len(node):
        return of_nodes(node)
    form = "html" if node.get("texttype", "text/plain") in ("text/html", "text/xhtml") else PLAIN
    return as_plain(node.text or "", form)


def _without_files(node: Any, said: str) -> str:
    whole = node.text or ""
    if any(base in whole for base in _FILES):
        raise Unusable(_("It has a file to download."))
    return said


def _right_12(item: Node) -> set[str]:
    """The answers that get points. Conditions that join several answers, or deny one, are no choice of one."""
    best: dict[str, float] = {}
    for condition in item.iter("respcondition"):
        points = max((_points(each) for each in condition.findall("setvar")), default=0.0)
        said = condition.find("conditionvar")
        if points <= 0 or said is None:
            continue
        if any(each.tag in ("not", "and", "vargte", "varlte", "varsubstring") for each in said.iter()):
            raise not_one_right()
        for each in said.iter("varequal"):
            name = (each.text or "").strip()
            best[name] = max(points, best.get(name, 0.0))
    return set(best)


def _points(node: Any) -> float:
    found = percentage(node.text or "")
    return float(found) if found is not None else 0.0


def _feedback(item: Node) -> dict[str, str]:
    return {each.get("ident", ""): _material(each) for each in item.iter("itemfeedback")}


def _place(right: Iterable[str], names: list[str]) -> int:
    """The place of the only right answer. Raises Unusable."""
    known = [name for name in right if name in names]
    if len(known) != 1 or names.count(known[0]) != 1:
        raise not_one_right()
    return names.index(known[0])


def _read_2(item: Node) -> FileQuestion:
    choices = [each for each in item.iter() if each.tag.endswith("Interaction")]
    body = item.find("itemBody")
    if body is None or [each.tag for each in choices] != ["choiceInteraction"]:
        raise refuse_kind({0: "description", 1: choices[0].tag if choices else ""}.get(len(choices), "cloze"))
    choice: Any = choices[0]
    declared = _declared(item, choice.get("responseIdentifier", ""))
    if declared.get("cardinality") != "single":
        raise not_one_right()
    simple = list(choice.iter("simpleChoice"))
    names = [each.get("identifier", "") for each in simple]
    prompt = choice.find("prompt")
    text = "\n".join(filter(None, (_without_choice(body), of_nodes(prompt) if prompt is not None else "")))
    if not text:
        raise Unusable(_("It has no text."))
    return FileQuestion(
        text=text,
        options=tuple(of_nodes(each, without=frozenset(("feedbackinline",))) for each in simple),
        right=_place(_right_2(declared), names),
        name=(item.get("title") or "").strip(),
        remarks=tuple("\n".join(map(of_nodes, each.findall("feedbackInline"))) for each in simple),
    )


def _without_choice(body: Any) -> str:
    return of_nodes(body, without=frozenset(("choiceinteraction", "rubricblock")))


def _declared(item: Node, name: str) -> Any:
    for each in item.findall("responseDeclaration"):
        if each.get("identifier") == name:
            return each
    raise not_one_right()


def _right_2(declared: Any) -> set[str]:
    values = {(each.text or "").strip() for each in declared.findall("correctResponse/value")}
    if values:
        return values
    entries = declared.findall("mapping/mapEntry")
    return {each.get("mapKey", "") for each in entries if (percentage(each.get("mappedValue") or "") or 0) > 0}

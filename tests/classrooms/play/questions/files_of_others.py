"""Question files of other programs and people, one of each kind, with their expected result. `taken` holds text,
options and the index of the right option. `left_out` holds line and reason. `refused` is the reason why nothing is
read."""

import re
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

Question = tuple[str, tuple[str, ...], int]
STORED = Path(__file__).parent / "files"

PICTURE = "It has a picture."
FORMULA = "It has a formula."
LANGUAGES = "It is written in several languages."
RAISED = "It has raised or lowered letters that plain text cannot show."
ONE_RIGHT = "It needs exactly one right answer among its choices."
DOWNLOAD = "It has a file to download."
LONG = "Its text is too long."
YES_NO = ("yes", "no")


def kind(name: str) -> str:
    return f"It is of the kind “{name}”."


def unclear(name: str) -> str:
    return f"“<{name}>” could be markup or a sign. Write &lt; for the sign “<”."


@dataclass(frozen=True)
class File:
    title: str
    content: bytes
    taken: tuple[Question, ...] = ()
    left_out: tuple[tuple[int, str], ...] = ()
    refused: str = ""
    explanations: tuple[str, ...] = ()
    remarks: tuple[tuple[str, ...], ...] = ()


def gift(title: str, text: str, *taken: Question, **more: object) -> File:
    return File(f"gift: {title}", text.encode(), taken, **more)  # type: ignore[arg-type]


def asked(text: str, form: str = "") -> str:
    return f"{form}{text} {{=yes ~no}}"


def moodle(title: str, *questions: str, taken: tuple[Question, ...] = (), **more: object) -> File:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
    content = (head + "\n".join(questions) + "\n</quiz>").encode()
    return File(f"moodle: {title}", content, taken, **more)  # type: ignore[arg-type]


def choice(
    text: str,
    answers: tuple[tuple[str, str], ...] = (("100", "yes"), ("0", "no")),
    *,
    form: str = "html",
    more: str = "",
    kind: str = "multichoice",
) -> str:
    """A question of Moodle XML on one line."""
    said = "".join(
        f'<answer fraction="{share}" format="{form}"><text>{option}</text></answer>' for share, option in answers
    )
    asked = f'<questiontext format="{form}"><text><![CDATA[{text}]]></text>{more}</questiontext>'
    return f'<question type="{kind}"><name><text>n</text></name>{asked}{said}</question>'


def item(text: str, kind: str = "multiple_choice_question", *, right: str = "", cardinality: str = "Single") -> str:
    """An item of QTI 1.2 as Canvas writes it."""
    labels = "".join(
        f'<response_label ident="{name}"><material><mattext texttype="text/plain">{said}</mattext></material>'
        "</response_label>"
        for name, said in (("10", "yes"), ("11", "no"))
    )
    points = right or (
        "<respcondition continue='No'><conditionvar><varequal respident='response1'>10</varequal></conditionvar>"
        "<setvar action='Set' varname='SCORE'>100</setvar></respcondition>"
    )
    return f"""<item ident="i" title="Question"><itemmetadata><qtimetadata><qtimetadatafield>
<fieldlabel>question_type</fieldlabel><fieldentry>{kind}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
<presentation><material><mattext texttype="text/html">{text}</mattext></material>
<response_lid ident="response1" rcardinality="{cardinality}"><render_choice>{labels}</render_choice></response_lid>
</presentation><resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE"/></outcomes>
<respcondition continue="Yes"><conditionvar><other/></conditionvar>
<displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>{points}</resprocessing>
<itemfeedback ident="general_fb"><flow_mat><material><mattext>Because.</mattext></material></flow_mat></itemfeedback>
<itemfeedback ident="11_fb"><flow_mat><material><mattext>Why not?</mattext></material></flow_mat></itemfeedback>
</item>"""


def qti_12(*items: str) -> bytes:
    space = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
    section = f'<section ident="root_section">{"".join(items)}</section>'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<questestinterop xmlns="{space}">'
        f'<assessment ident="a" title="Quiz">{section}</assessment></questestinterop>'
    ).encode()


def qti_21(
    body: str, *, interaction: str = "choiceInteraction", cardinality: str = "single", right: str | None = None
) -> bytes:
    correct = "<correctResponse><value>A</value></correctResponse>" if right is None else right
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="one" title="One" adaptive="false"
 timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="{cardinality}" baseType="identifier">
{correct}</responseDeclaration>
<itemBody>{body}<{interaction} responseIdentifier="RESPONSE" shuffle="true" maxChoices="1"><prompt>Is it so?</prompt>
<simpleChoice identifier="A">yes</simpleChoice>
<simpleChoice identifier="B">no<feedbackInline identifier="B">Look!</feedbackInline></simpleChoice>
</{interaction}></itemBody></assessmentItem>""".encode()


def packed(**parts: bytes) -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", part)
    return content.getvalue()


GIFT = (
    File(
        "gift: signs of inequalities",
        (STORED / "inequality.gift.txt").read_bytes(),
        (
            ("Si a < b et c > d, que vaut a - d ?", ("moins que b - c", "plus"), 0),
            ("Quelle portée ?", ("L < 5 m et h > 30 cm", "L > 5 m"), 0),
            ("[E] est en quelle unité ?", ("MPa", "kN"), 0),
        ),
        ((7, PICTURE),),
    ),
    gift("signs without blanks", asked("x<y et y>z, L<5 et h>3, u<n>v"), ("x<y et y>z, L<5 et h>3, u<n>v", YES_NO, 0)),
    gift("words after a sign", asked("a<b et c>d"), ("a<b et c>d", YES_NO, 0)),
    gift("a sign that could be markup", asked("If a<b>c"), left_out=((1, unclear("b")),)),
    gift("a sign as an entity", asked("a &lt;b&gt; &amp; c"), ("a <b> & c", YES_NO, 0)),
    gift("a name and a comment", "// remark\n::Q1:: Is it?{~no\n=yes}", ("Is it?", ("no", "yes"), 1)),
    gift("a category", "$CATEGORY: a/b\n\n\n" + asked("Is it?"), ("Is it?", YES_NO, 0)),
    gift(
        "feedback",
        "Is it?{=yes#right ~no#wrong####Because.}",
        ("Is it?", YES_NO, 0),
        explanations=("Because.",),
        remarks=(("right", "wrong"),),
    ),
    gift(
        "true and false",
        "It is.{T}\n\nIt is not.{FALSE#so#indeed}",
        ("It is.", ("True", "False"), 0),
        ("It is not.", ("True", "False"), 1),
        remarks=(("", ""), ("so", "indeed")),
    ),
    gift("a gap", "A wall {=holds ~paints} a roof.", ("A wall _____ a roof.", ("holds", "paints"), 0)),
    gift(
        "weights",
        "Is it? {~%100%yes ~%-50%no ~%0%maybe}\n\nIs it? {~%50%a ~%50%b}",
        ("Is it?", ("yes", "no", "maybe"), 0),
        left_out=((3, ONE_RIGHT),),
    ),
    gift("a weight with a comma", "Is it? {~%100,0%yes ~no}", ("Is it?", YES_NO, 0)),
    gift("two right answers", "Is it? {=a =b ~c}", left_out=((1, ONE_RIGHT),)),
    gift("no right answer", "Is it? {~a ~b}", left_out=((1, ONE_RIGHT),)),
    gift("an essay", "Write. {}", left_out=((1, kind("essay")),)),
    gift("a short answer", "Who? {=Grant =Grants}", left_out=((1, kind("short answer")),)),
    gift("pairs", "Match. {=a -> b =c -> d}", left_out=((1, kind("pairs")),)),
    gift("an arrow in a choice", "Is it? {=a -> b ~b -> a}", ("Is it?", ("a -> b", "b -> a"), 0)),
    gift("a number", "How many? {#4:1}", left_out=((1, kind("number")),)),
    gift("words alone", "Only a text.", left_out=((1, kind("text without a question")),)),
    gift(
        "an empty line inside",
        "Is it? {=yes\n\n~no}",
        left_out=tuple((line, "A brace is missing, or an empty line parts the question.") for line in (1, 3)),
    ),
    gift("gaps of another form", "A {1:MC:=a~b} c", left_out=((1, "Text stands before its first answer."),)),
    gift(
        "escaped signs",
        r"\{1 \= 2\} \~ \#4 \: C:\dir \\n {=a\nb ~c\=d}",
        ("{1 = 2} ~ #4 : C:\\dir \\n", ("a\nb", "c=d"), 0),
    ),
    gift(
        "forms",
        "\n\n".join(
            (
                asked("a <b>b</b>\nc", "[html]"),
                asked("a <b>b</b>\nc", "[plain]"),
                asked("a <b>b</b> c\nd", "[moodle]"),
                asked("a **b** <b>c</b>", "[markdown]"),
                asked("a", "[MPa]"),
            )
        ),
        ("a b c", YES_NO, 0),
        ("a <b>b</b>\nc", YES_NO, 0),
        ("a b c\nd", YES_NO, 0),
        ("a b c", YES_NO, 0),
        ("[MPa]a", YES_NO, 0),
    ),
    gift("a form of one answer", "Is it? {=[html]<i>yes</i> ~[plain]<i>no</i>}", ("Is it?", ("yes", "<i>no</i>"), 0)),
    gift(
        "breaks and lists",
        asked("[html]a<br>b  <i> c</i><p>c</p><ul><li>d</li><li>e</li></ul><ol><li>f</li><li>g</li></ol>"),
        ("a\nb c\nc\n– d\n– e\n1. f\n2. g", YES_NO, 0),
    ),
    gift("raised figures", asked("12 m<sup>2</sup>, CO<sub>2</sub>, 1<sup>er</sup>"), ("12 m², CO₂, 1er", YES_NO, 0)),
    gift("raised letters", asked("x<sup>Q</sup>"), left_out=((1, RAISED),)),
    gift(
        "formulas of TeX", asked(r"[html]$$x^2$$") + "\n\n" + asked(r"\\(x\\)"), left_out=((1, FORMULA), (3, FORMULA))
    ),
    gift("money", asked("100 $ or 200 $"), ("100 $ or 200 $", YES_NO, 0)),
    gift("several languages", asked(r"\{mlang en\}a\{mlang\}"), left_out=((1, LANGUAGES),)),
    gift("a table", asked("<table><tr><td>1</td></tr></table>"), left_out=((1, "It has a table."),)),
    gift("a film", asked('<iframe src="x"></iframe>'), left_out=((1, "It has a sound or a film."),)),
    gift("struck-out text", asked("a <s>b</s>"), left_out=((1, "It has struck-out text."),)),
    gift("a program", asked("a<script>b</script>"), left_out=((1, "It has a script."),)),
    gift("fields", asked("a <input> b"), left_out=((1, "It has fields to fill in."),)),
    gift("a link", asked('<a href="https://example.org">a</a>'), ("a (https://example.org)", YES_NO, 0)),
    gift("styles and comments", asked("<style>p</style>a<!-- <b> -->b"), ("ab", YES_NO, 0)),
    gift("preformatted", asked(r"[html]<pre>a  b\n c</pre>"), ("a  b\n c", YES_NO, 0)),
    gift("many answers", "a {=b" + "~c" * 50 + "}", left_out=((1, "It has too many answers."),)),
    gift("many questions", "a {=b~c}\n\n" * 2_001, refused="The file has more than 2,000 questions."),
    gift("no text", "{=yes ~no}", left_out=((1, "It has no text."),)),
    gift("a long text", asked("[html]" + "a" * 20_001), left_out=((1, LONG),)),
    gift("markup in markup", asked("<div>" * 201 + "a"), left_out=((1, "Its markup is nested too deeply."),)),
    gift(
        "a number without a character",
        asked(f"&#{'9' * 5000};"),
        left_out=((1, "It has a character that does not exist."),),
    ),
    File("gift: Windows", ("\ufeff" + asked("Is it?\r\nSo?") + "\r\n").encode(), (("Is it?\nSo?", YES_NO, 0),)),
    File("gift: UTF-16", asked("Über?").encode("utf-16"), (("Über?", YES_NO, 0),)),
    File("gift: Latin 1", asked("Über?").encode("latin-1"), refused="The file is not written in UTF-8."),
    File("gift: bytes of a program", b"\x00\x01 {=a ~b}", refused="The file is not a text."),
    File("gift: nothing", b"\n// nothing\n", refused="The file has no questions."),
    File("gift: too large", b"a" * 1_000_001, refused="The file is larger than 1 MB."),
)
MOODLE = (
    File(
        "moodle: a share with a comma",
        (STORED / "fraction_comma.xml").read_bytes(),
        (("Q ?", ("a", "b"), 0),),
    ),
    moodle(
        "a share that is none",
        choice("Is it?"),
        choice("Is it?", (("all", "a"), ("0", "b"))),
        taken=(("Is it?", YES_NO, 0),),
        left_out=((4, "“all” is no share of the points."),),
    ),
    moodle("shares", choice("Is it?", (("50", "a"), ("50", "b"))), left_out=((3, ONE_RIGHT),)),
    moodle("a sign", choice("a < b et c > d &amp; e"), taken=(("a < b et c > d & e", YES_NO, 0),)),
    moodle(
        "signs in values",
        choice('a <a title="1 < 2 <b>" href="https://example.org">b</a>'),
        choice("<p title='<!-- <i>'>a</p><p>b --> c</p>"),
        choice('<p\ntitle="1 <\n2">a', form="moodle_auto_format"),
        taken=(("a b (https://example.org)", YES_NO, 0), ("a\nb --> c", YES_NO, 0), ("a", YES_NO, 0)),
    ),
    moodle(
        "signs that could be of a value",
        choice("<p title=1<b>a</b>"),
        choice('<p title="1 < 2>a</p>'),
        choice('<i title="1 < 2">a</i>', form="markdown"),
        left_out=((3, unclear("p")), (4, unclear("p")), (5, unclear("i"))),
    ),
    moodle(
        "declarations",
        choice('<!DOCTYPE html><?xml version="1.0"?>a <![if !supportLists]>b<![endif]> <! c'),
        taken=(("a b <! c", YES_NO, 0),),
    ),
    moodle(
        "forms",
        choice("a <b>b</b>", form="plain_text"),
        choice("a\nb", form="moodle_auto_format"),
        choice("*a* b", form="markdown"),
        taken=(("a <b>b</b>", YES_NO, 0), ("a\nb", YES_NO, 0), ("a b", YES_NO, 0)),
    ),
    moodle(
        "answers in the form of the question",
        choice("Is it?", form="plain_text").replace('100" format="plain_text"', '100"').replace("yes", "&lt;i>"),
        taken=(("Is it?", ("<i>", "no"), 0),),
    ),
    moodle(
        "true and false",
        choice("It is.", (("100", "true"), ("0", "false")), kind="truefalse"),
        taken=(("It is.", ("True", "False"), 0),),
    ),
    moodle(
        "kinds",
        *(choice("", kind=name) for name in ("essay", "cloze", "ddwtos")),
        left_out=((3, kind("essay")), (4, kind("gaps")), (5, kind("ddwtos"))),
    ),
    moodle(
        "a category",
        '<question type="category"><category><text>a</text></category></question>',
        choice("Is it?"),
        taken=(("Is it?", YES_NO, 0),),
    ),
    moodle("a picture", choice('<img src="@@PLUGINFILE@@/a.png">'), left_out=((3, PICTURE),)),
    moodle("a file", choice('<a href="@@PLUGINFILE@@/a.pdf">a</a>'), left_out=((3, DOWNLOAD),)),
    moodle("a file in plain text", choice("@@PLUGINFILE@@/a", form="plain_text"), left_out=((3, DOWNLOAD),)),
    moodle(
        "a picture of old",
        choice("Is it?").replace("</question>", "<image>a.png</image></question>"),
        left_out=((3, PICTURE),),
    ),
    moodle("languages", choice('<span lang="fr" class="multilang">a</span>'), left_out=((3, LANGUAGES),)),
    moodle("a formula", choice("<math><mi>x</mi></math>"), left_out=((3, FORMULA),)),
    moodle("Word", choice("<p class=MsoNormal>a<o:p></o:p></p>"), taken=(("a", YES_NO, 0),)),
    moodle(
        "markup without a frame",
        choice("Is it?").replace("<![CDATA[Is it?]]>", "<p>Is <b>it</b>?</p>"),
        taken=(("Is it?", YES_NO, 0),),
    ),
    moodle(
        "many answers",
        choice("a", (("100", "b"), *[("0", "c")] * 50)),
        left_out=((3, "It has too many answers."),),
    ),
    moodle("no text", choice(""), left_out=((3, "It has no text."),)),
    File(
        "moodle: Latin 1",
        b'<?xml version="1.0" encoding="ISO-8859-1"?><quiz>' + choice("Ü?").encode("latin-1") + b"</quiz>",
        (("Ü?", YES_NO, 0),),
    ),
    File("moodle: empty", b"<quiz></quiz>", refused="The file has no questions."),
    File("xml: cut", b"<quiz>\n<question", refused="The file is not well-formed XML: see line 2."),
    File("xml: a page", b"<html></html>", refused="The file is neither Moodle XML nor QTI."),
    File(
        "xml: entities",
        b'<!DOCTYPE q [<!ENTITY a "b">]><quiz>&a;</quiz>',
        refused="The file declares entities, which learning platforms never do.",
    ),
    File(
        "xml: an entity of elsewhere",
        b'<!DOCTYPE quiz SYSTEM "a.dtd"><quiz>&a;</quiz>',
        refused="The file declares entities, which learning platforms never do.",
    ),
    File(
        "xml: an encoding of nobody",
        b'<?xml version="1.0" encoding="x-none"?><quiz/>',
        refused="The encoding that the file names is not known here.",
    ),
    File(
        "xml: deep", b"<?xml version='1.0'?>" + b"<a>" * 101, refused="The elements of the file are nested too deeply."
    ),
    File("xml: many", b"<quiz>" + b"<a/>" * 200_001, refused="The file has too many elements."),
)
QTI = (
    File(
        "qti 1.2: a choice",
        qti_12(item("&lt;p&gt;Is it &amp;lt; 5?&lt;/p&gt;")),
        (("Is it < 5?", YES_NO, 0),),
        explanations=("Because.",),
        remarks=(("", "Why not?"),),
    ),
    File("qti 1.2: a picture", qti_12(item("&lt;img src='$IMS-CC-FILEBASE$/a.png'&gt;")), left_out=((2, PICTURE),)),
    File(
        "qti 1.2: a formula of Canvas",
        qti_12(item("&lt;img class='equation_image' src='x'&gt;")),
        left_out=((2, FORMULA),),
    ),
    File("qti 1.2: a file", qti_12(item("$IMS-CC-FILEBASE$/a.pdf")), left_out=((2, DOWNLOAD),)),
    File("qti 1.2: an essay", qti_12(item("Write.", "essay_question")), left_out=((2, kind("essay")),)),
    File(
        "qti 1.2: several answers",
        qti_12(item("Which?", "multiple_choice_question", cardinality="Multiple")),
        left_out=((2, ONE_RIGHT),),
    ),
    File(
        "qti 1.2: a right answer by denial",
        qti_12(
            item(
                "Which?",
                right="<respcondition><conditionvar><not><varequal respident='response1'>11</varequal></not>"
                "</conditionvar><setvar>100</setvar></respcondition>",
            )
        ),
        left_out=((2, ONE_RIGHT),),
    ),
    File(
        "qti 1.2: an archive of Canvas",
        packed(
            imsmanifest=b"<manifest/>",
            quiz__assessment_meta=b"<quiz xmlns='x'><title>Quiz</title></quiz>",
            quiz__quiz=qti_12(item("Is it?")),
        ),
        (("Is it?", YES_NO, 0),),
        explanations=("Because.",),
        remarks=(("", "Why not?"),),
    ),
    File("qti 2.1: a choice", qti_21("<p>Look.</p>"), (("Look.\nIs it so?", YES_NO, 0),), remarks=(("", "Look!"),)),
    File(
        "qti 2.1: prefixes",
        re.sub(rb"<(/?)(?=[a-zA-Z])", rb"<\1q:", qti_21("").replace(b"xmlns=", b"xmlns:q=")),
        (("Is it so?", YES_NO, 0),),
        remarks=(("", "Look!"),),
    ),
    File("qti 2.1: a picture", qti_21("<p><img src='a.png' alt='a'/></p>"), left_out=((2, PICTURE),)),
    File("qti 2.1: several answers", qti_21("", cardinality="multiple"), left_out=((2, ONE_RIGHT),)),
    File("qti 2.1: an order", qti_21("", interaction="orderInteraction"), left_out=((2, kind("orderInteraction")),)),
    File(
        "qti 2.1: points in place of an answer",
        qti_21(
            "", right="<mapping><mapEntry mapKey='B' mappedValue='1'/><mapEntry mapKey='A' mappedValue='0'/></mapping>"
        ),
        (("Is it so?", YES_NO, 1),),
        remarks=(("", "Look!"),),
    ),
    File(
        "qti 2.1: an archive",
        packed(a=qti_21("<p>1</p>"), b=qti_21("<p>2</p>")),
        (("1\nIs it so?", YES_NO, 0), ("2\nIs it so?", YES_NO, 0)),
        remarks=(("", "Look!"), ("", "Look!")),
    ),
    File("zip: something else", packed(a=b"<a/>"), refused="The archive has no questions in QTI or Moodle XML."),
    File(
        "zip: many questions",
        packed(a=qti_12(*[item("a", "essay_question")] * 1_500), b=qti_12(*[item("a", "essay_question")] * 501)),
        refused="The file has more than 2,000 questions.",
    ),
    File("zip: cut", packed(a=b"<a/>")[:40], refused="The archive cannot be read."),
    File("zip: XML that is none", packed(a=b"<a"), refused="a.xml: The file is not well-formed XML: see line 1."),
    File(
        "zip: a bomb",
        packed(a=b" " * 10_000_001),
        refused="The archive holds more than 10 MB when it is unpacked.",
    ),
    File(
        "zip: many files",
        packed(**{f"a{number}": b"" for number in range(2_001)}),
        refused="The archive has more than 2000 files.",
    ),
)
FILES = (*GIFT, *MOODLE, *QTI)

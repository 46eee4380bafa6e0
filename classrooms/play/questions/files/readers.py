"""A file of questions in any of the forms that are read: GIFT, Moodle XML, QTI, and archives of these."""

import zipfile
from io import BytesIO
from typing import Final

from django.utils.translation import gettext as _

from classrooms.files.xml_trees import Node, NotXml, parsed
from classrooms.play.questions.files import gift, moodle, qti
from classrooms.play.questions.files.parsed_questions import MOST_QUESTIONS, NotQuestions, ParsedQuestions

MOST_BYTES: Final = 1_000_000
MOST_UNPACKED: Final = 10_000_000
MOST_PARTS: Final = 2_000
_XML: Final = ("<?xml", "<!", "<quiz", "<questestinterop", "<assessmentItem", "<html")
_READERS: Final = {"quiz": moodle.parse_moodle, "questestinterop": qti.parse_qti_12, "assessmentItem": qti.parse_qti_2}


def read_file(data: bytes) -> ParsedQuestions:
    """The questions of a file, and those left out with the reasons. Raises NotQuestions."""
    if len(data) > MOST_BYTES:
        raise NotQuestions(_("The file is larger than 1 MB."))
    if data.startswith(b"PK\x03\x04"):
        found = _read_archive(data)
    elif _is_xml(data):
        found = _read_tree(_tree(data))
    else:
        found = gift.parse_gift(_decoded(data))
    if not found.questions and not found.left_out:
        raise NotQuestions(_("The file has no questions."))
    return found


def _decoded(data: bytes) -> str:
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise NotQuestions(_("The file is not written in UTF-8.")) from None
    if "\0" in text:
        raise NotQuestions(_("The file is not a text."))
    return text


def _is_xml(data: bytes) -> bool:
    begin = data[:200].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return begin.startswith(tuple(sign.encode() for sign in _XML))


def _tree(data: bytes) -> Node:
    try:
        return parsed(data.lstrip(b" \t\r\n"))
    except NotXml as fault:
        raise NotQuestions(_refusal(fault)) from None


def _refusal(fault: NotXml) -> str:
    if fault.what == "declares":
        return _("The file declares entities, which learning platforms never do.")
    if fault.what == "deep":
        return _("The elements of the file are nested too deeply.")
    if fault.what == "large":
        return _("The file has too many elements.")
    if fault.what == "encoding":
        return _("The encoding that the file names is not known here.")
    return _("The file is not well-formed XML: see line %(line)d.") % {"line": fault.line}


def _read_tree(root: Node, file: str = "") -> ParsedQuestions:
    reader = _READERS.get(root.tag)
    if reader is None:
        raise NotQuestions(_("The file is neither Moodle XML nor QTI."))
    return reader(root, file)


def _read_archive(data: bytes) -> ParsedQuestions:
    """The questions of all documents in an archive; documents about something else are passed over."""
    found, documents = ParsedQuestions(), 0
    for name, part in _parts(data):
        try:
            root = parsed(part)
        except NotXml as fault:
            raise NotQuestions(f"{name}: {_refusal(fault)}") from None
        if root.tag in _READERS:
            documents += 1
            read = _read_tree(root, name)
            found.questions += read.questions
            found.left_out += read.left_out
            if len(found.questions) + len(found.left_out) > MOST_QUESTIONS:
                raise NotQuestions(_("The file has more than 2,000 questions."))
    if not documents:
        raise NotQuestions(_("The archive has no questions in QTI or Moodle XML."))
    return found


def _parts(data: bytes) -> list[tuple[str, bytes]]:
    """The names and contents of the XML files of an archive. Raises NotQuestions before too much is unpacked."""
    parts, left = [], MOST_UNPACKED
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [each for each in archive.infolist() if each.filename.lower().endswith(".xml")]
            if len(archive.infolist()) > MOST_PARTS:
                raise NotQuestions(_("The archive has more than %(most)d files.") % {"most": MOST_PARTS})
            for each in names:
                with archive.open(each) as packed:
                    content = packed.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise NotQuestions(_("The archive holds more than 10 MB when it is unpacked."))
                parts.append((each.filename[:100], content))
    except NotQuestions:
        raise
    except Exception:  # noqa: BLE001  zipfile raises whatever its decoders raise: zlib, lzma, struct, keys of passwords
        raise NotQuestions(_("The archive cannot be read.")) from None
    return parts

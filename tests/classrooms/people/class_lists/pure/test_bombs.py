"""Class lists that are small as files and large when they are unpacked."""

import tracemalloc
import zipfile
from io import BytesIO

import pytest

from classrooms.people.class_lists.services.rosters_notes import RosterUnreadable
from classrooms.people.class_lists.services.rosters_reading import read_file
from classrooms.people.class_lists.services.rosters_tables import MAX_BYTES
from classrooms.people.class_lists.services.rosters_workbooks import MAX_UNPACKED
from tests.classrooms.people.class_lists.pure.test_reading_lists import xlsx

MOST_MEMORY = 8_000_000
SHEET, TEXTS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SWELLS = "This XLSX file is below 1 MB, but holds more than 20 MB when it is unpacked."
ROW = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'


def with_part(name: str, text: bytes, *, said: int | None = None) -> bytes:
    """A workbook with another part. `said` is the size that the archive's directory claims."""
    packed = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(xlsx(["name"], ["Ann"]))) as old,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, text)
        if said is not None:
            new.getinfo(name).file_size = said
    return packed.getvalue()


def sheet(rows: str) -> bytes:
    return f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>".encode()


def refusal(content: bytes) -> str:
    assert len(content) <= MAX_BYTES
    tracemalloc.start()
    try:
        with pytest.raises(RosterUnreadable) as refused:
            read_file(content)
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()
    return str(refused.value)


def test_a_sheet_of_a_hundred_megabytes_in_a_small_file_is_refused_with_the_limit():
    bomb = with_part(SHEET, sheet(" " * 5 * MAX_UNPACKED))

    assert refusal(bomb) == SWELLS


def test_parts_that_are_each_small_count_together():
    packed = BytesIO(xlsx(["name"], ["Ann"]))
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as parts:
        for number in range(5):
            parts.writestr(f"xl/media/{number}.png", b"\0" * (MAX_UNPACKED // 4))

    assert refusal(packed.getvalue()) == SWELLS


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (SHEET, sheet(ROW * 150_000)),
        (SHEET, sheet(f"<row>{'<c/>' * 1_100_000}</row>")),
        (TEXTS, f"<sst {MAIN}>{'<si><t>a</t></si>' * 300_000}</sst>".encode()),
    ],
    ids=["rows", "cells", "shared texts"],
)
def test_too_many_rows_cells_or_shared_texts_are_refused_before_they_are_read(part, text):
    assert len(text) < MAX_UNPACKED

    words = "This XLSX file holds more than 2,000 lines of 40 columns. Keep the class list alone."
    assert refusal(with_part(part, text)) == words


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_that_grow_when_they_are_read_are_refused(encoding):
    grow = "".join(f'<!ENTITY {name} "{f"&{before};" * 50}">' for before, name in zip("abcdef", "bcdefg", strict=True))
    kind = f"<!DOCTYPE sst [<!ENTITY a 'aaaaaaaaaa'>{grow}]>"
    text = f'<?xml version="1.0" encoding="{encoding}"?>{kind}<sst {MAIN}><si><t>&g;</t></si></sst>'

    assert refusal(with_part(TEXTS, text.encode(encoding))) == "This XLSX file cannot be read."


def test_a_size_that_the_file_lies_about_is_not_believed():
    bomb = with_part(SHEET, sheet(" " * 2 * MAX_UNPACKED), said=100)

    assert refusal(bomb) == "This XLSX file cannot be read."


def test_a_list_of_two_thousand_full_lines_is_read():
    lines = [[f"Name {line}", *(f"text {line} {column}" for column in range(7))] for line in range(1_999)]

    assert len(read_file(xlsx(["name", *"abcdefg"], *lines)).rows) == 1_999

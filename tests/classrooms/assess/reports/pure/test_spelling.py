"""Names in thirty scripts are printed in their own letters, or in Latin letters next to them."""

import logging
import shutil
import subprocess

import pytest
from django.utils import timezone

from classrooms.assess.reports import fonts, pdf
from classrooms.assess.reports.spelling import spelled

NAMES = {
    "Latin with accents": ("Nguyễn Văn Đức", "Nguyen Van Duc"),
    "Greek": ("Αλέξανδρος", "Alexandros"),
    "Cyrillic": ("Жанна Їжак", "Zhanna Izhak"),
    "Georgian": ("ნინო ბერიძე", "Nino Beridze"),
    "Armenian": ("Հակոբ", "Hakob"),
    "Arabic": ("ليلى", "Lyla"),
    "Hebrew": ("שלמה", "Slmh"),
    "Syriac": ("ܐܒܓ", "'bg"),
    "Thaana": ("އަލީ", "Alee"),
    "N'Ko": ("ߊߞߏ", "Ako"),
    "Ethiopic": ("አበበ", "'abebe"),
    "Tifinagh": ("ⴰⵣⵓ", "Azu"),
    "Devanagari": ("अनीता शर्मा", "Anita Srma"),
    "Bengali": ("রহিম", "Rhim"),
    "Gurmukhi": ("ਗੁਰਪ੍ਰੀਤ", "Gurprit"),
    "Gujarati": ("જય", "Jy"),
    "Oriya": ("ଅନିତା", "Anita"),
    "Tamil": ("தமிழ்", "Tmil"),
    "Telugu": ("తెలుగు", "Telugu"),
    "Kannada": ("ಅನಿತಾ", "Anita"),
    "Malayalam": ("അനിത", "Anit"),
    "Sinhala": ("අනිල්", "Anil"),
    "Thai": ("สมชาย", "Smchay"),
    "Lao": ("ລາວ", "Lav"),
    "Khmer": ("សុខា", "Sokha"),
    "Burmese": ("မြတ်", "Mrt"),
    "Tibetan": ("བོད", "Bod"),
    "Mongolian": ("ᠮᠣᠩ", "Mong"),
    "Javanese": ("ꦗꦮ", "Jw"),
    "Cherokee": ("ᏣᎳᎩ", "TsaLaGi"),
    "Canadian syllabics": ("ᐃᓄᒃ", "Inok"),
    "Chinese": ("王小明", "WangXiaoMing"),
    "Japanese": ("さくら", "Sakura"),
    "Korean": ("김민수", "GimMinSu"),
}
NEEDS_POPPLER = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")


def page_of(names):
    """A paper as small as can be, in the fonts of all papers."""
    lines = "".join(f"<p>{name}</p>" for name in names)
    style = '<link rel="stylesheet" href="/shell/tokens.css"><style>p { font-family: var(--font) }</style>'
    return f'<html lang="en"><head><title>Names</title>{style}</head><body>{lines}</body></html>'


def boxes(caplog, text):
    """The letters printed as boxes, and the PDF."""
    logging.getLogger("weasyprint").setLevel(logging.WARNING)
    with caplog.at_level(logging.WARNING, "weasyprint"):
        made = pdf.printed(pdf.Draft(text, [], timezone.now()))
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    return [record.args[0] for record in caplog.records if "notdef" in record.msg], made.content


def read(content):
    """The words of a PDF, without marks of writing direction."""
    found = subprocess.run(["pdftotext", "-raw", "-", "-"], input=content, capture_output=True, check=True)
    return found.stdout.decode()


def test_names_in_all_scripts_are_looked_at():
    assert list(NAMES) == list(fonts.SCRIPTS)


@pytest.mark.parametrize("script", NAMES)
def test_without_a_font_a_name_has_latin_letters_beside_it(script, only_latin):
    name, latin = NAMES[script]

    assert spelled(f"<p>{name}, Anna</p>") == (f"<p>{name} [{latin}], Anna</p>", True)


def test_where_a_font_has_it_a_name_stands_alone_and_no_box_is_printed(caplog):
    there = [name for script, (name, _latin) in NAMES.items() if script not in fonts.lacking()]
    page = page_of(there)

    assert spelled(page) == (page, False)
    assert boxes(caplog, page)[0] == []


@NEEDS_POPPLER
def test_latin_letters_are_printed_beside_boxes(caplog, only_latin):
    page, is_spelled = spelled(page_of(name for name, _latin in NAMES.values()))
    found, content = boxes(caplog, page)
    text = read(content)

    assert is_spelled
    assert set("ნინო") <= set(found)
    assert [latin for _name, latin in NAMES.values() if f"[{latin}]" not in text] == []


def test_only_what_is_printed_is_spelled(only_latin):
    page = '<title>ნინო</title><p title="ნინო">Nino &amp; Zoë – “A” €</p><svg><title>ნ</title></svg>'

    assert spelled(page) == (page, False)


def test_words_beside_each_other_are_spelled_together_and_signs_between_them_are_kept(only_latin):
    page = "<td>Team ნინო ბერიძე (王), Zoë</td><text>ნ&#x27;ნ</text>"

    assert spelled(page)[0] == "<td>Team ნინო ბერიძე [Nino Beridze] (王 [Wang]), Zoë</td><text>ნ [N]&#x27;ნ [N]</text>"

"""Lists made by other systems and spreadsheets, in original form: read correctly, or refused with a reason."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from classrooms.people.class_lists.services.rosters_checks import KnownMembers, checked
from classrooms.people.class_lists.services.rosters_decoding import cell_mended, has_lost_letters
from classrooms.people.class_lists.services.rosters_notes import RosterUnreadable
from classrooms.people.class_lists.services.rosters_reading import read_file, read_table, read_text
from classrooms.people.class_lists.services.rosters_spoilt import is_date, is_fault, is_scientific

LISTS = Path(__file__).parents[1] / "lists"
MARTIN, PETIT = ("Martin", "Zoé"), ("Petit", "Luc")


def taken(content):
    """The good lines (family name, given name, number, extra time), the reasons of the other lines, and the whole
    reading.
    """
    reading = read_file(content)
    lines = checked(reading.rows, KnownMembers())
    good = [
        (line.family_name, line.given_name, line.student_number, line.extra_time) for line in lines if not line.problems
    ]
    return good, [problem["code"] for line in lines for problem in line.problems], reading


@pytest.mark.parametrize(
    ("name", "good", "bad", "notes"),
    [
        ("01_sep_line.csv", [(*MARTIN, "", 0)], [], []),
        ("03_title_above.csv", [("MARTIN", "Zoé", "22001234", 0), ("PETIT", "Luc", "22001235", 0)], [], ["above"]),
        ("04_scientific.csv", [], ["scientific", "scientific"], []),
        ("05_moodle_users.csv", [(*MARTIN, "22001234", 0), (*PETIT, "22001235", 0)], [], ["groups"]),
        ("17_num_etu.csv", [("MARTIN", "Zoé", "22001234", 0)], [], ["groups"]),
        ("19_mojibake_double.csv", [("Lefèvre", "Hélène", "", 0)], [], ["mended"]),
        ("23_trailing_sum.csv", [(*MARTIN, "", 0)], [], ["sums"]),
        ("30_leading_zero_format.xlsx", [(*MARTIN, "00001234", 0)], [], []),
        ("36_hidden_row.xlsx", [(*MARTIN, "", 0), ("Roux", "Ana", "", 0)], [], ["hidden"]),
        ("43_zwnj.csv", [("", "", "", 0), ("", "", "", 0)], [], []),
        (
            "44_tiers_temps_oui_non.csv",
            [(*MARTIN, "", 33), (*PETIT, "", 0), ("Roux", "Ana", "", 33), ("Gil", "Bo", "", 0)],
            [],
            ["extra_yes"],
        ),
    ],
)
def test_a_file_is_read_as_it_was_meant(name, good, bad, notes):
    found, codes, reading = taken((LISTS / name).read_bytes())

    assert (found, codes, [note.code for note in reading.notes]) == (good, bad, notes)
    assert not reading.asks


@pytest.mark.parametrize("name", ["15_spanish_moodle.csv", "31_team_date.xlsx"])
def test_a_group_is_asked_for_and_nothing_else(name):
    reading = read_file((LISTS / name).read_bytes())

    assert [reading.columns.headings[index][:5] for index in reading.columns.unsure] in (["Grupo"], ["Group"])
    assert reading.rows[0].given_name == "Zoé"


def test_a_team_that_became_a_date_is_a_bad_line_that_says_so():
    table = read_file((LISTS / "31_team_date.xlsx").read_bytes())
    columns = replace(table.columns, meanings=("last", "first", "team"))

    for reading in (read_table(table.table, columns), read_text("Nom;Prénom;Équipe\nMartin;Zoé;2-janv")):
        (line,) = checked(reading.rows, KnownMembers())
        assert "made a date of this:" in line.reasons[0]


def test_joiners_of_scripts_stay():
    names = [line.name for line in checked(read_file((LISTS / "43_zwnj.csv").read_bytes()).rows, KnownMembers())]

    assert names == ["علی\u200cرضا کریمی", "ශ්\u200dරී පෙරේරා"]


@pytest.mark.parametrize("text", ["2,20012E+13", "2.2E7", "2E+13", "2,2e+13"])
def test_a_number_that_was_rounded_is_known(text):
    assert is_scientific(text)


@pytest.mark.parametrize("text", ["22E01", "E13", "22001234", "2,5", "", "A1E2", "1" * 50 + "E+1"])
def test_a_number_that_was_not_rounded_stays(text):
    assert not is_scientific(text)


@pytest.mark.parametrize("text", ["2026-01-02", "2-janv", "janv-26", "02/01/2026", "1 mars 2026", "2-Jan", "01/02/26"])
def test_a_date_is_known(text):
    assert is_date(text)


@pytest.mark.parametrize("text", ["1-2", "TD 2", "G1", "2026", "Mars", "1-2-3", "Mai Linh", "", "12 34 56"])
def test_what_may_be_a_team_is_no_date(text):
    assert not is_date(text)


@pytest.mark.parametrize("text", ["#REF!", "#N/A", "#NOM?", "#VALEUR!", "#DIV/0!", "######"])
def test_errors_of_spreadsheets_are_known(text):
    assert is_fault(text)
    (line,) = checked(read_text(f"Nom;Prénom;Numéro étudiant\nMartin;Zoé;{text}").rows, KnownMembers())
    assert [problem["code"] for problem in line.problems] == ["fault"]


@pytest.mark.parametrize(
    "name", ["Zoé Lefèvre", "Ağca Ümit", "JOÃO Gonçalves", "Åsa Öberg", "Łukasz Żak", "Δημήτρης", "李"]
)
def test_accents_are_mended_however_often_they_were_read_wrongly(name):
    spoilt = name
    assert cell_mended(name) == name
    for code in ("cp1252", "cp1252"):
        try:
            spoilt = spoilt.encode().decode(code)
        except UnicodeDecodeError:
            spoilt = spoilt.encode().decode("latin-1")
        assert cell_mended(spoilt) == name


@pytest.mark.parametrize("name", ["Zo\ufffd", "Zo?", "Lef£vre", "VitÃ ", "Zo&eacute"])
def test_lost_letters_make_a_bad_line(name):
    assert has_lost_letters(name)


def test_a_file_of_an_old_macintosh_is_read_with_its_accents_and_that_is_told():
    _good, _codes, reading = taken("Nom;Prénom\rLefèvre;Zoé\rÇelik;Noël\r".encode("mac_roman"))

    assert [row.name for row in reading.rows] == ["Zoé Lefèvre", "Noël Çelik"]
    assert [note.params for note in reading.notes] == [{"name": "Mac Roman"}]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xd0\xcf\x11\xe0" + b"\0" * 99, "old Excel"),
        (b"%PDF-1.7\nx", "PDF"),
    ],
)
def test_other_files_are_refused_with_the_way_out(content, says):
    with pytest.raises(RosterUnreadable, match=says):
        read_file(content)


def test_a_line_that_is_too_long_is_refused():
    with pytest.raises(RosterUnreadable, match="one person on each line"):
        read_text("x" * 20_001)


def test_pages_and_xml_that_call_themselves_workbooks_are_read():
    page = (
        "<html><style>td{}</style><table><tr><th>Nom</th><th>Pr&eacute;nom</th></tr>"
        "<tr><td>Martin<td><b>Zo&eacute;</b></table>"
    )
    cells = '<Row><Cell><Data>{}</Data></Cell><Cell ss:Index="3"><Data>{}</Data></Cell></Row>'
    rows = cells.format("Nom", "Prénom") + cells.format(*MARTIN)
    xml = f'<?xml version="1.0"?><Workbook>{rows}</Workbook>'

    for text in (page, xml):
        assert taken(text.encode())[0] == [(*MARTIN, "", 0)]


def test_a_drawn_table_is_read():
    assert taken(b"| Nom | Pr\xc3\xa9nom |\n|-----|--------|\n| Martin | Zo\xc3\xa9 |")[0] == [(*MARTIN, "", 0)]


def test_one_part_of_a_name_alone_among_whole_ones_is_a_bad_line():
    good, codes, _reading = taken("Nom;Prénom\nMartin;Zoé\nPetit;Luc\nAutres;".encode())

    assert (len(good), codes) == (2, ["alone"])


def test_a_column_that_counts_lines_is_no_number():
    good, _codes, reading = taken("N°;Nom;Prénom\n1;Martin;Zoé\n2;Petit;Luc".encode())

    assert (good, reading.unused) == ([(*MARTIN, "", 0), (*PETIT, "", 0)], ("N°",))


@pytest.mark.parametrize(
    "piece", ["<a@", "a@", "<", '"', "E+", "Ã", "(", " ", "1/", "|", "<td", '<row r="', "&amp", "=", "-"]
)
@pytest.mark.timeout(60)
def test_hostile_repetitions_are_read_or_refused_and_come_to_an_end(piece):
    """A pattern that tries every way to split the text would take for ever."""
    line = piece * (19_000 // len(piece))
    for text in (line, piece * 100_000, "Nom;Prénom" + f"\n{line}" * 15, "<table><tr>" + piece * 100_000):
        with suppress(RosterUnreadable):
            checked(read_file(text.encode()).rows, KnownMembers())


def test_a_name_that_begins_with_a_word_for_totals_is_a_name():
    reading = read_text("Page Li\nSource Ngo\nTotal : 2\nGroupe A\n")

    assert [row.name for row in reading.rows] == ["Page Li", "Source Ngo"]
    assert [str(note) for note in reading.notes] == ["Left out, as it is no person: 3: Total : 2; 4: Groupe A"]

"""Class lists as people have them: typed, pasted, CSV and XLSX, with and without headings."""

from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from classrooms.people.class_lists.services.rosters_checks import KnownMembers, checked
from classrooms.people.class_lists.services.rosters_notes import MAX_LINES, RosterUnreadable
from classrooms.people.class_lists.services.rosters_reading import Row, read_file, read_text
from classrooms.people.class_lists.services.rosters_tables import MAX_BYTES, apart

calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""No deadlines, so that slow machines pass."""


def xlsx(*rows, percent=()):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for cell in percent:
        book.active[cell].number_format = "0%"
    content = BytesIO()
    book.save(content)
    return content.getvalue()


LEA = Row(1, "Léa Moreau", "lea@example.org", "12345", "Keystone", "33")


@pytest.mark.parametrize("sign", ["\t", ";", ","])
def test_columns_without_headings_stand_in_the_usual_order(sign):
    text = sign.join(["Léa Moreau", "lea@example.org", "12345", "Keystone", "33"])

    assert read_text(text).rows == (LEA,)


def test_names_alone_are_enough_and_empty_lines_do_not_count():
    rows = read_text("\n  Léa Moreau \n\n Amir Haddad\n").rows

    assert rows == (Row(2, "Léa Moreau"), Row(4, "Amir Haddad"))


@pytest.mark.parametrize(
    "heading",
    [
        "Name;E-mail;Student number;Team;Extra time",
        "Nom;Courriel;Numéro étudiant;Équipe;Tiers temps",
        "FULL NAME;E-Mail address;ID number;Project group;Additional time",
        "Étudiant;Adresse de courriel;N° étudiant;Groupe de projet;Majoration",
    ],
)
def test_headings_in_english_and_french_name_the_columns(heading):
    read = read_text(f"{heading}\nLéa Moreau;lea@example.org;12345;Keystone;33")

    assert read.rows == (Row(2, *[LEA.name, LEA.email, LEA.student_number, LEA.team, LEA.extra_time]),)
    assert read.unused == ()


def test_columns_come_in_any_order_and_unknown_ones_are_told():
    read = read_text("Équipe,Prénom,Nom de famille,Ville,Adresse de courriel\nA,Léa,Moreau,Bordeaux,lea@example.org")

    assert read.rows == (Row(2, "Léa Moreau", "lea@example.org", "", "A", "", "Moreau", "Léa"),)
    assert read.unused == ("Ville",)


def test_a_french_list_with_nom_and_prenom_gives_spoken_names():
    assert read_text("Nom;Prénom\nMoreau;Léa").rows == (Row(2, "Léa Moreau", family_name="Moreau", given_name="Léa"),)


def test_a_gradebook_of_canvas_is_a_class_list_with_its_own_numbers_marks_and_test_student_left_out():
    lines = [
        "Student,ID,SIS User ID,SIS Login ID,Section,Essay (12)",
        ",,,,,Manual Posting",
        "    Points Possible,,,,,20.0",
        '"Moreau, Léa",4711,S001,lea@example.org,Group A,15',
        '"Petit, Noé",4712,S002,npetit,Group A,',
        '"Student, Test",4713,,a8f3c0,Group A,',
    ]

    found = read_file("\n".join(lines).encode())

    assert [(row.name, row.family_name, row.email, row.student_number) for row in found.rows] == [
        ("Léa Moreau", "Moreau", "lea@example.org", "S001"),
        ("Noé Petit", "Petit", "", "S002"),
    ]
    assert found.unused == ("ID", "Essay (12)")
    assert [str(note) for note in found.notes] == ["Class groups are not kept: Section"]


def test_last_name_comma_first_name_is_turned():
    assert read_text("Moreau, Léa\nHaddad, Amir").rows == (
        Row(1, "Léa Moreau", family_name="Moreau", given_name="Léa"),
        Row(2, "Amir Haddad", family_name="Haddad", given_name="Amir"),
    )


@pytest.mark.parametrize(
    ("typed", "name", "family", "given"),
    [
        ("Dupont, Marie", "Marie Dupont", "Dupont", "Marie"),
        ("DUPONT Marie", "DUPONT Marie", "DUPONT", "Marie"),
        ("Marie DUPONT", "Marie DUPONT", "DUPONT", "Marie"),
        ("DE LA CRUZ Juan Pablo", "DE LA CRUZ Juan Pablo", "DE LA CRUZ", "Juan Pablo"),
        ("Anne-Lise LE GOFF", "Anne-Lise LE GOFF", "LE GOFF", "Anne-Lise"),
        ("Marie Dupont", "Marie Dupont", "", ""),
        ("MARIE DUPONT", "MARIE DUPONT", "", ""),
        ("Jean P. Martin", "Jean P. Martin", "", ""),
        ("Prénom", "Prénom", "", ""),
        ("Marie DUPONT Anne", "Marie DUPONT Anne", "", ""),
    ],
)
def test_the_parts_of_a_typed_name_are_known_where_there_is_no_doubt(typed, name, family, given):
    """The list also has names of one word, so that two cells do not make columns of them."""
    (row, _other) = read_text(f'nom\n"{typed}"\nAmir').rows

    assert (row.name, row.family_name, row.given_name) == (name, family, given)


def test_lines_with_semicolons_have_family_and_given_name_first_where_both_are_words():
    read = read_text("Moreau;Léa;lea@example.org;12345\nHaddad;Amir;;678;Keystone")

    assert read.rows == (
        Row(1, "Léa Moreau", "lea@example.org", "12345", "", "", "Moreau", "Léa"),
        Row(2, "Amir Haddad", "", "678", "Keystone", "", "Haddad", "Amir"),
    )


def test_a_line_of_addresses_from_a_mail_program_is_a_person_each():
    read = read_text("Léa Moreau <lea@example.org>; Amir Haddad <amir@example.org>;")

    assert [(row.name, row.email) for row in read.rows] == [
        ("Léa Moreau", "lea@example.org"),
        ("Amir Haddad", "amir@example.org"),
    ]


def test_a_formula_without_a_stored_value_stays_one_and_is_no_name():
    read = read_file(xlsx(["name", "email"], ['=A1&" "&B1', "lea@example.org"], ["Amir", "=B1"], [None, None]))

    assert [(row.number, row.name, row.email) for row in read.rows] == [
        (2, '=A1&" "&B1', "lea@example.org"),
        (3, "Amir", "=B1"),
    ]
    lines = checked(read.rows, KnownMembers())
    assert [[problem["code"] for problem in line.problems] for line in lines] == [["formula"], ["formula"]]
    assert "without a value" in lines[0].reasons[0]


def test_a_column_of_numbers_is_not_taken_for_first_names():
    assert read_text("Moreau, \nHaddad, a@b.org").rows == (Row(1, "Moreau"), Row(2, "Haddad", "a@b.org"))


def test_an_address_as_mail_programs_write_it_is_a_name_and_an_address():
    assert read_text('"Léa Moreau" <lea@example.org>').rows == (Row(1, "Léa Moreau", "lea@example.org"),)


def test_quoted_cells_keep_their_signs_and_lines_keep_their_numbers():
    read = read_text('name;team\n"Moreau; Léa";"Key\nstone"\nAmir;B')

    assert read.rows == (Row(2, "Moreau; Léa", team="Key\nstone"), Row(4, "Amir", team="B"))


def test_a_quotation_mark_that_nobody_closes_costs_no_line():
    assert [row.name for row in read_text('"Léa;;7\nAmir;;8\nTomás;;9').rows] == ['"Léa', "Amir", "Tomás"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"])
def test_files_of_every_usual_encoding_are_read(encoding):
    content = "nom;équipe\nLéa Moreau;Clé".encode(encoding)

    assert read_file(content).rows == (Row(2, "Léa Moreau", team="Clé"),)


def test_a_workbook_is_read_with_numbers_as_people_see_them():
    content = xlsx(
        ["Name", "Student number", "Extra time", "E-mail"],
        ["Léa Moreau", 12345, 0.33, "lea@example.org"],
        [None, None, None, None],
        ["Amir Haddad", 12346.0, 25, None],
        percent=["C2"],
    )

    assert read_file(content).rows == (
        Row(2, "Léa Moreau", "lea@example.org", "12345", "", "33%"),
        Row(4, "Amir Haddad", "", "12346", "", "25"),
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no name"),
        (b"\n \n;;\n", "no name"),
        (b"name;team\n", "no name"),
        (b"a" * (MAX_BYTES + 1), "larger than 1 MB"),
        (b"PK\x03\x04 not a workbook", "cannot be read"),
        (b"%PDF-1.7\0\0\0", "neither"),
        ("x\n" * (MAX_LINES + 1), "2,000 lines"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(content, says):
    with pytest.raises(RosterUnreadable, match=says):
        read_file(content) if isinstance(content, bytes) else read_text(content)


def test_a_workbook_that_swells_is_refused_before_it_is_opened(monkeypatch):
    monkeypatch.setattr("classrooms.people.class_lists.services.rosters_workbooks.MAX_UNPACKED", 1000)

    with pytest.raises(RosterUnreadable, match="1 MB"):
        read_file(xlsx(["Léa"]))


def test_two_thousand_lines_are_read():
    assert len(read_text("\n".join(f"Student {n}" for n in range(MAX_LINES))).rows) == MAX_LINES


@calm
@given(st.text(max_size=300))
def test_whatever_is_pasted_is_read_or_refused(text):
    try:
        rows = read_text(text).rows
    except RosterUnreadable:
        return
    assert len(rows) == len({row.number for row in rows}) <= len(text) + 1


@calm
@given(st.binary(max_size=300))
def test_whatever_is_uploaded_is_read_or_refused(content):
    try:
        read_file(content)
    except RosterUnreadable:
        return


def test_a_very_long_line_of_addresses_is_read_one_person_a_line():
    addresses = [f"P{number} <p{number}@example.org>" for number in range(4000)]

    assert apart(";".join(addresses) + "," + "x" * 20_000) == "\n".join(addresses) + "," + "x" * 20_000

"""The structure for screen readers: tables that cross sheets, figures and terms."""

import io

import pikepdf
import pytest

from classrooms.assess.reports import pdf
from tests.classrooms.assess.reports.pdf_structure import elements, faults_of_structure
from tests.games.factories import NOW

ROWS = "".join(f'<tr><th scope="row">Week {n}</th><td>{n} cubes</td></tr>' for n in range(120))
PAGE = f"""<html lang="en"><head><title>Cubes</title>
<style>
tfoot {{ display: table-row-group }}
</style></head><body><main>
<h1>Cubes</h1>
<figure><svg width="9" height="9" role="img"><title>A square of cubes</title></svg>
<figcaption>Stock</figcaption></figure>
<dl><div><dt>Cube</dt><dd>A resource</dd></div></dl>
<section><table><caption>By week</caption>
<thead><tr><th scope="col">When</th><th scope="col">How many</th></tr></thead>
<tbody>{ROWS}</tbody><tfoot><tr><th scope="row">Sum</th><td>7140 cubes</td></tr></tfoot></table></section>
</main></body></html>"""


@pytest.fixture(scope="module")
def paper():
    with pikepdf.open(io.BytesIO(pdf.printed(pdf.Draft(PAGE, [], NOW)).content)) as opened:
        yield opened


def below(node, kind):
    return [each for each in elements(node.K) if kind == each.S]


def test_a_table_that_crosses_sheets_is_one_with_its_headings_once_and_its_sum_last(paper):
    (table,) = below(paper.Root.StructTreeRoot, "/Table")

    assert len(paper.pages) > 2
    assert [str(kid.S) for kid in table.K] == ["/Caption", "/THead", "/TBody", "/TFoot"]
    assert len(below(table, "/TR")) == 1 + 120 + 1


def test_every_cell_of_it_names_its_two_headings(paper):
    (table,) = below(paper.Root.StructTreeRoot, "/Table")
    (head,) = below(table, "/THead")
    columns = [str(each.ID) for each in below(head, "/TH")]
    rows = [(str(below(row, "/TH")[0].ID), below(row, "/TD")[0]) for row in below(table, "/TR")[1:]]

    assert [[str(name) for name in cell.A.Headers] for _row, cell in rows] == [[row, columns[1]] for row, _cell in rows]
    assert faults_of_structure(paper) == []


def test_headings_that_are_repeated_belong_to_the_sheet(paper):
    """Each marked part is in the structure once, or is marked as pagination."""
    told = [
        (each.Pg.objgen, int(kid))
        for each in elements(paper.Root.StructTreeRoot.K)
        for kid in each.K
        if isinstance(kid, int)
    ]
    marked, repeated = [], []
    for page in paper.pages:
        parts = [to for to, how in pikepdf.parse_content_stream(page) if str(how) == "BDC"]
        marked += [(page.obj.objgen, int(properties.MCID)) for _tag, properties in parts if "/MCID" in properties]
        repeated.append(sum(properties.get("/Type") == "/Pagination" for _tag, properties in parts))

    assert sorted(told) == sorted(marked)
    assert repeated == [0] + [2] * (len(paper.pages) - 1)


def test_a_caption_is_the_last_part_of_its_figure(paper):
    (figure,) = below(paper.Root.StructTreeRoot, "/Figure")

    assert (str(figure.Alt), str(figure.K[-1].S)) == ("A square of cubes", "/Caption")


def test_a_term_and_its_description_are_one_item(paper):
    (group,) = below(paper.Root.StructTreeRoot, "/L")

    assert [[str(part.S) for part in item.K] for item in group.K] == [["/Lbl", "/LBody"]]

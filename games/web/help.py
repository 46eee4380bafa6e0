"""Rules, briefings and glossary: open to all visitors, signed in or not."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.ui import faces
from games.ui import help as help_pages
from games.ui.faces import Face
from games.ui.languages import as_now, current, speak_to_pupils
from games.ui.printing import PrintSheet
from games.ui.search import LONGEST_QUERY, search

GLOSSARY = "glossary"


def face_or_404(game: str) -> faces.Face:
    try:
        return faces.get(game)
    except LookupError:
        raise Http404 from None


def shelves() -> list[tuple[faces.Face, list[help_pages.Entry]]]:
    """The games that have help, each with its pages."""
    found = [(face, help_pages.entries(face.game.key, current())) for face in faces.all_faces()]
    return [each for each in found if each[1]]


def rules(request: HttpRequest) -> HttpResponse:
    """The games that have help, each with its pages."""
    return render(request, "games/help/index.html", {"shelves": shelves()})


def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    """The help pages of one game, or the results of the search `?q=`."""
    face = face_or_404(game)
    pages = help_pages.pages(game, current())
    query = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_QUERY]
    context = {
        "game": game,
        "name": face.title,
        "face": face,
        "printed": _printed(face),
        "shelf": list(zip(help_pages.entries(game, current()), pages, strict=True)),
        "query": query,
        "hits": search(pages, query),
    }
    return render(request, "games/help/game.html", context)


def rules_page(request: HttpRequest, game: str, page: str) -> HttpResponse:
    face = face_or_404(game)
    entries = help_pages.entries(game, current())
    index = next((number for number, entry in enumerate(entries) if entry.slug == page), None)
    if index is None:
        raise Http404
    context = {
        "game": game,
        "name": face.title,
        "entries": entries,
        "page": help_pages.page(game, page, current()),
        "previous": entries[index - 1] if index else None,
        "next": entries[index + 1] if index + 1 < len(entries) else None,
    }
    return render(request, "games/help/page.html", context)


def _printed(face: faces.Face) -> list[tuple[str, PrintSheet, list[tuple[str, str]]]]:
    """The sheets of a game by address, each with the keys and names of the other scenarios that it exists for."""
    if not face.game.scenarios:
        return []
    others = list(face.scenario_names().items())[1:]
    return [
        (address, sheet, others if face.printing.by_scenario else []) for address, sheet in face.printing.sheets.items()
    ]


def print_sheet(request: HttpRequest, game: str, sheet: str) -> HttpResponse:
    """A printable sheet for a table without screens, from the shipped scenario `?scenario=`, else from the first."""
    face = face_or_404(game)
    key = request.GET.get("scenario", "") or face.printing.scenario
    if not face.game.scenarios or (request.GET.get("scenario") and key not in face.game.scenarios):
        raise Http404
    return printed(request, face, sheet, face.game.shipped(key))


def printed(request: HttpRequest, face: Face, sheet: str, scenario: Any) -> HttpResponse:
    """A printable sheet of a scenario. Raises Http404 for a sheet that the game does not have."""
    if sheet not in face.printing.sheets:
        raise Http404
    shown = face.printing.sheets[sheet]
    with as_now():
        if face.for_pupils:
            speak_to_pupils()
        context = {
            "face": face,
            "sheet": shown,
            "project": face.words.scenario(scenario) if face.printing.by_scenario else "",
        }
        return render(request, "games/help/printed.html", {**shown.context(scenario), **context})


def glossary(request: HttpRequest) -> HttpResponse:
    """The glossaries of all games, on one page."""
    kept = [
        (face, help_pages.page(face.game.key, GLOSSARY, current()))
        for face in faces.all_faces()
        if GLOSSARY in {entry.slug for entry in help_pages.entries(face.game.key, current())}
    ]
    return render(request, "games/help/glossary.html", {"shelves": kept})

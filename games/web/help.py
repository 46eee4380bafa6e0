"""Rules, briefings and glossary: open to all visitors, signed in or not."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.ui import faces
from games.ui import help as help_pages
from games.ui.languages import as_now, current, speak_to_pupils
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
        "printed": list(face.printing.sheets.items()),
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


def print_sheet(request: HttpRequest, game: str, sheet: str) -> HttpResponse:
    """A printable sheet for a table without screens, from the shipped scenario."""
    face = face_or_404(game)
    if sheet not in face.printing.sheets:
        raise Http404
    shown = face.printing.sheets[sheet]
    with as_now():
        if face.for_pupils:
            speak_to_pupils()
        return render(request, "games/help/printed.html", {**shown.context(), "face": face, "sheet": shown})


def glossary(request: HttpRequest) -> HttpResponse:
    """The glossaries of all games, on one page."""
    kept = [
        (face, help_pages.page(face.game.key, GLOSSARY, current()))
        for face in faces.all_faces()
        if GLOSSARY in {entry.slug for entry in help_pages.entries(face.game.key, current())}
    ]
    return render(request, "games/help/glossary.html", {"shelves": kept})

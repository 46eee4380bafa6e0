"""Every reader of uploaded files, and texts that would take a backtracking reader hours. As a program (`python -m
tests.classrooms.files.worst_cases`) it reads all of them, and prints the name of each reader first."""

import sys
from collections.abc import Callable, Iterator
from datetime import date
from itertools import product

SIZE = 10_000


def readers() -> dict[str, tuple[Callable[[bytes], object], type[Exception], tuple[str, ...]]]:
    """Readers by name: the function, the only error that it may raise, and the pieces of its syntax."""
    from classrooms.assess.grading.services.columns import read_column
    from classrooms.people.class_lists.services.rosters_notes import RosterUnreadable
    from classrooms.people.class_lists.services.rosters_reading import read_file, read_text
    from classrooms.play.questions.files.parsed_questions import NotQuestions
    from classrooms.play.questions.files.readers import read_file as read_questions
    from classrooms.play.sessions.calendars import NoCalendar, read_calendar
    from classrooms.play.sessions.holidays import Unreadable, read_days
    from games.api.wire import _depth

    today = date(2026, 11, 27)
    quiz = "<quiz><question type='multichoice'><questiontext><text>"
    event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"
    return {
        "gift": (
            read_questions,
            NotQuestions,
            (
                "a",
                "{",
                "}",
                "~",
                "=",
                "\\",
                "::",
                "#",
                "[html]",
                "<",
                "<b ",
                "<a b='",
                "<!--",
                "&#",
                "%",
                "$$",
                " ",
                "\n",
            ),
        ),
        "markdown": (
            read_questions,
            NotQuestions,
            ("[markdown]", "*", "_", "`", "[", "](", "!", "|", "<", "&", "\\\\", "\n>", "\n- ", "{~a\\=b}", "a"),
        ),
        "moodle": (
            read_questions,
            NotQuestions,
            (quiz, "<![CDATA[", "]]>", "&lt;", "&lt;b ", "&amp;#", "<text>", "</text>", "<a b=''", ">", " "),
        ),
        "calendar": (
            lambda data: read_calendar(data, today),
            NoCalendar,
            (event, "DTSTART", ";VALUE=DATE", ":", '"', ",", "\\", "=", "RRULE:FREQ=DAILY;", "\r\n", " ", "20261201"),
        ),
        "days": (
            lambda data: read_days(_text(data), today),
            Unreadable,
            ("1/1", "-", " ", "to", "2026", ".", "\n", ","),
        ),
        "class list": (
            read_file,
            RosterUnreadable,
            ("a", "<", ">", "@", ";", ",", " ", '"', "\t", "|", "Ã", "<table>", "<td>", "1", "\n", "name"),
        ),
        "typed list": (lambda data: read_text(_text(data)), RosterUnreadable, ("a", "<a@b>", "<", "@", ";", " ", "\n")),
        "marks": (
            lambda data: read_column(_text(data), (), 20),
            ValueError,
            ("a", "1", ",", ".", ";", " ", "\t", "|", "\n"),
        ),
        "body": (_depth, ValueError, ('"', "\\", "[", "{", "a", "]")),
    }


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def worst(pieces: tuple[str, ...]) -> Iterator[bytes]:
    """Long texts of one or two repeated pieces between two others."""
    ends = ("", *pieces)
    for first, one, other, last in product(ends, pieces, ends, ends[:4]):
        body = one + other
        yield f"{first}{body * (SIZE // len(body))}{last}".encode()


def main() -> None:
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings_test")
    django.setup()
    for name, (read, refusal, pieces) in readers().items():
        print(name, flush=True)  # noqa: T201  the test says with it which reader was at work
        for number, content in enumerate(worst(pieces)):
            if number % int(sys.argv[1]) == 0:
                try:
                    read(content)
                except refusal:
                    continue


if __name__ == "__main__":
    main()

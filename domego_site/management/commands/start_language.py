from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from domego_site import paths
from domego_site.languages import Counted, Translation, must_be_known


class Command(BaseCommand):
    """`start_language es` writes the catalogues of a language with an empty entry for each text, the most visible
    first. Run again, it adds new texts and removes obsolete ones. `--only-filled` writes no empty entries, so that the
    packages stay small. `--status` writes nothing.
    """

    help = "Begin a language, or say how far it is (docs/develop/translating.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="its code: es, de, pt-br")
        parser.add_argument("--status", action="store_true", help="only say how far each part is")
        parser.add_argument("--only-filled", action="store_true", help="write no empty entries")
        parser.add_argument("--missing", metavar="PART", help="list the texts that a part lacks")

    def handle(
        self, *args: Any, code: str, status: bool, only_filled: bool, missing: str | None, **options: Any
    ) -> None:
        try:
            must_be_known(code)
        except LookupError as fault:
            raise CommandError(str(fault)) from None
        translation = Translation(paths.BASE_DIR, code)
        if missing:
            self._missing(translation, missing)
            return
        if not status:
            for path in translation.write(only_filled):
                self.stdout.write(f"{path.relative_to(paths.BASE_DIR)} is written.")
        self.stdout.write("\n".join(_line(each) for each in translation.counted()))
        if not status:
            self.stdout.write(_onward(translation))

    def _missing(self, translation: Translation, part: str) -> None:
        if part not in {each.key for each in translation.parts}:
            raise CommandError(f"There is no part {part!r}: {', '.join(each.key for each in translation.parts)}.")
        for context, text in translation.lacking(part):
            self.stdout.write(f"[{context}] {text}" if context else text)
        game = part.removesuffix("-rules")
        for path, is_there in translation.pages(game).items() if part != game else ():
            if not is_there:
                self.stdout.write(str(path.relative_to(translation.root)))


def _line(counted: Counted) -> str:
    pages = f", {counted.pages} of {counted.of_pages} pages" if counted.of_pages else ""
    state = "whole" if counted.is_whole else "     "
    return f"{state} {counted.part.key:22} {counted.texts:5} of {counted.of_texts:5} texts{pages}"


def _onward(translation: Translation) -> str:
    code = translation.code
    return (
        f"\nNow: fill the empty msgstr of */locale/{code}/LC_MESSAGES/django.po, part by part; "
        f"translate games/catalogue/*/help/en/*.md into games/catalogue/*/help/{code}/;\n"
        "write the articles of names in games/ui/nouns.py; name the parts that are whole in "
        "domego_site/whole_parts.json, so that the tests keep them whole.\n"
        f"What is missing is shown in English. To offer it: LANGUAGES=en,fr,{code}. "
        "docs/develop/translating.md says the rest."
    )

"""Django's makemessages, extended to the texts of `jinja2/` folders."""

from pathlib import Path

from django.core.management.commands import makemessages
from jinja2.ext import babel_extract

KEYWORDS = ("_", "gettext", "ngettext", "pgettext", "npgettext")


class BuildFile(makemessages.BuildFile):
    """A Jinja2 template as a list of its gettext calls."""

    def preprocess(self) -> None:
        if not self.is_templatized or "jinja2" not in Path(self.path).parts:
            super().preprocess()
            return
        with Path(self.path).open("rb") as template:
            found = list(babel_extract(template, KEYWORDS, (), {"silent": "false"}))
        calls = [
            f"{name or '_'}({_arguments(texts)})  # line {line}\n" for line, name, texts, _comments in found if texts
        ]
        Path(self.work_path).write_text("".join(calls), encoding="utf-8")


def _arguments(texts: str | tuple[str | None, ...]) -> str:
    given = (texts,) if isinstance(texts, str) else texts
    return ", ".join("n" if text is None else repr(text) for text in given)


class Command(makemessages.Command):
    """For authors of games: `makemessages -l fr`."""

    build_file_class = BuildFile

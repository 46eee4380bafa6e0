"""`makemessages` collects the texts of both kinds of templates."""

import ast

from games.management.commands.makemessages import BuildFile, Command


class Translatable:
    """A file as Django's command passes it on."""

    def __init__(self, path):
        self.path, self.dirpath, self.file = str(path), str(path.parent), path.name


def collected(path):
    """The calls that are passed on to xgettext, with their texts."""
    built = BuildFile(Command(), "django", Translatable(path))
    built.preprocess()
    calls = [line.value for line in ast.parse(path.with_name(f"{path.name}.py").read_text()).body]
    return [(call.func.id, *(ast.literal_eval(each) for each in call.args[:2] if isinstance(each, ast.Constant)))
            for call in calls]  # fmt: skip


def test_the_texts_of_a_piece_are_collected(tmp_path):
    path = tmp_path / "jinja2" / "nim" / "rows.html"
    path.parent.mkdir(parents=True)
    path.write_text(
        """<p aria-label="{{ _('Rows') }}">{{ pgettext("curve", "mild") }}
        {% trans trimmed n=rows %}{{ n }} row of 5\u00a0%{% pluralize n %}{{ n }} rows{% endtrans %}
        {% trans trimmed name=who %}
          It is
          {{ name }}'s turn.
        {% endtrans %}</p>"""
    )

    assert collected(path) == [
        ("_", "Rows"),
        ("pgettext", "curve", "mild"),
        ("ngettext", "%(n)s row of 5\u00a0%%", "%(n)s rows"),
        ("gettext", "It is %(name)s's turn."),
    ]

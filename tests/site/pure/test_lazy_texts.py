"""The check of lazy texts finds each way in which a text is translated while its module loads; functions may do so."""

import pytest

from domego_site.lazy_texts import faults_of

IMPORTS = "from django.utils import translation\nfrom django.utils.translation import gettext, gettext_lazy as _\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('LABEL = _("%(n)d days") % {"n": 3}', "_('%(n)d days') % {'n': 3}"),
        ('LABEL = "%s" % _("days")', "'%s' % _('days')"),
        ('LABEL = "%(a)s" % {"a": _("days")}', "'%(a)s' % {'a': _('days')}"),
        ('LABEL = _("{n} days").format(n=3)', "_('{n} days').format(n=3)"),
        ('LABEL = "{}: {}".format(_("Days"), 3)', "'{}: {}'.format(_('Days'), 3)"),
        ('LABEL = ", ".join([_("a"), _("b")])', "', '.join([_('a'), _('b')])"),
        ('LABEL = _("Days") + ":"', "_('Days') + ':'"),
        ('LABEL = ":" + _("days")', "':' + _('days')"),
        ('LABEL = str(_("Days"))', "str(_('Days'))"),
        ('LABEL = format_html("<b>{}</b>", _("Days"))', "format_html('<b>{}</b>', _('Days'))"),
        ('LABEL = gettext("Days")', "gettext('Days')"),
        ('LABEL = translation.gettext("Days")', "translation.gettext('Days')"),
        ('LABEL = translation.gettext_lazy("Days").upper()', "translation.gettext_lazy('Days').upper()"),
        ('CHOICES = [(n, _("Day %(n)d") % {"n": n}) for n in range(3)]', "_('Day %(n)d') % {'n': n}"),
        ('def days(label=gettext("Days")): ...', "gettext('Days')"),
        ('@named(gettext("Days"))\ndef days(): ...', "gettext('Days')"),
        ('class Form:\n    days = Field(label=_("%d") % 3)', "_('%d') % 3"),
    ],
)
def test_a_text_that_is_translated_while_its_module_loads_is_found(code, found):
    assert [fault.partition(": ")[2] for fault in faults_of(IMPORTS + code)] == [found]


def test_a_lazy_text_in_an_fstring_or_under_a_name_is_found_with_its_line():
    code = 'DAYS: str = _("Days")\nLABEL = f"{_(0)}: 3"\nTITLE = f"{DAYS}: 3"\nMORE = DAYS % 3\n'

    assert [fault.partition(":")[0] for fault in faults_of(IMPORTS + code)] == ["4", "5", "6"]


@pytest.mark.parametrize(
    "code",
    [
        'LABEL = _("Days")',
        'CHOICES = [("a", _("Days"))] + [("b", _("Weeks"))]',
        'LABEL = format_lazy(_("{n} days"), n=3)',
        'NUMBER = 7 % 3\nSIGN = "%s" % NUMBER',
        'def days(n):\n    return _("%d days") % n',
        'DAYS = lambda n: _("%d days") % n',
        'class Form:\n    def clean(self):\n        return gettext("Days")',
    ],
)
def test_a_text_that_waits_for_its_reader_is_none(code):
    assert faults_of(IMPORTS + code) == []

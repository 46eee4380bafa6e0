"""Drawings on pages and on paper."""

from django import template

from classrooms.assess.grading.drawing import bars_of, curve_name, curves_of
from classrooms.drawing.pen import for_paper

register = template.Library()

register.filter("for_paper", for_paper)
register.filter("bars_of", bars_of)
register.filter("curves_of", curves_of)
register.filter("curve_name", curve_name)

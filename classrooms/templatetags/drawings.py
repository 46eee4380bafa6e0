"""Drawings on paper."""

from django import template

from classrooms.drawing.pen import for_paper

register = template.Library()

register.filter("for_paper", for_paper)

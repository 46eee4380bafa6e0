"""Marks, analyses of decisions, and reports."""

"""Grades: from what was played to marks that can be worked out again, and their way out."""

"""Grades: facts of played matches, marks that can be recomputed from them, publication and export."""

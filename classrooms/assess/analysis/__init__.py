"""Analysis of played matches on the Django side: its job, its stored results, and its pages."""

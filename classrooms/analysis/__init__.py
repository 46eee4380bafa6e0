"""Analysis of played matches on the Django side: the job that works it out, what is kept, what pages show."""

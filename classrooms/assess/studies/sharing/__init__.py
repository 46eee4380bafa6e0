"""Many classes: summaries that sites share, and what they show together."""

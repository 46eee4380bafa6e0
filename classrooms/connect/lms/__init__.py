"""Learning platforms: registration, launches, rosters, links and marks (LTI 1.3 Advantage)."""

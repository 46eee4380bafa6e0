"""Sessions from preparation to play: lobby, monitor, questions, first pages."""

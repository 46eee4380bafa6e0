"""The rules of Domego, pure. `RULES` in `rules.rules` is what the engine gets."""

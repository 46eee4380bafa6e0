"""The rules of Domego, without side effects. The engine gets `RULES` of `rules.rules`."""

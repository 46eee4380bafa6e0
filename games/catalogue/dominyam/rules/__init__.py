"""The rules of Dominyam, without side effects."""

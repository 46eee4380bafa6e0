"""The rules of Master Builder, without side effects."""

"""Domego: a building project played by its six parties."""

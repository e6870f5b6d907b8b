"""People's rankings of systems: Appraise XML, tables of comparisons, and JSON Lines (read only)."""

from solecism.formats.rankings.by_path import read

__all__ = ["read"]

"""Flags against judgments: how often a system is right, and whether it beats another."""

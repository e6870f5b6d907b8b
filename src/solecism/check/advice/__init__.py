"""Findings to advice that can be followed: one per error, with all that follows from it."""

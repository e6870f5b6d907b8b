"""Uncertainty of figures: intervals, resampling and tests."""

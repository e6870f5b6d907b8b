"""Intervals, resampling and tests: how sure a figure is."""

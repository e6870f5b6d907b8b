"""Tuning of a trained network: calibration, thresholds and shares of readers."""

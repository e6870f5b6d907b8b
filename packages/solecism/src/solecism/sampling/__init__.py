"""Sampling: populations to samples, and samples to estimates of precision and recall."""

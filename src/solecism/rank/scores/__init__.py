"""Scores of systems against annotators: one file per score.

A score gives statistics per system and sentence that add up, and a value for their sums; so a
resample of sentences costs one matrix product.
"""

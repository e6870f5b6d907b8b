"""Judgments to agreement, to one answer per item, and to the quality of each rater."""

"""Judgments to agreement, to one answer per item, and to what each rater is worth."""

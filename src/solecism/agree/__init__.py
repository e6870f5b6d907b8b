"""Judgments to agreement, to one answer an item, and to what each rater is worth."""

"""A rater's work: reserved items and money, questions, answers, and control items."""

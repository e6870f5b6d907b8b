"""The rater's pages: front page, consent, questions, own answers."""

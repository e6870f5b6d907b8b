"""The rater's pages: consent and screening, questions, own answers, and withdrawal."""

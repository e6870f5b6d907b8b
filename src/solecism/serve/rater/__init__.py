"""The rater's pages."""

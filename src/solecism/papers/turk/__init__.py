"""Rethinking annotation with Mechanical Turk (2010): how many untrained raters match experts."""

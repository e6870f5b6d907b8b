"""Coefficients of agreement: one file per coefficient."""

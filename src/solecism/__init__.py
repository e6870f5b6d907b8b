"""Finds usage errors in learner English, and tells honestly how well any system finds them."""

__version__ = "0.1.0"

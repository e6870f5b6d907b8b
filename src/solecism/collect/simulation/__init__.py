"""Simulated raters: they try out a study before people are paid, and forecast its rest."""

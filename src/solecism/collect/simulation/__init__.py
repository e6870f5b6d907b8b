"""Simulated raters, to try a study out before anybody is paid."""

"""Studies: collect judgments from raters, check them with control items, and record them."""

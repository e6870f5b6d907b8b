"""One answer per item from many raters: one file per method."""

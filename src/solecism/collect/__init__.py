"""Studies: what raters are asked, who judges what and when, and what is kept of it."""

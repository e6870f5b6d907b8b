"""Charts on the pages of administrators, as SVG."""

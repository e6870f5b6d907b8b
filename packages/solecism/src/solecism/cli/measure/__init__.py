"""Commands that measure: raters, systems and parsers."""

"""The page to write in: its HTML document, and its script and style, built from `web/`."""

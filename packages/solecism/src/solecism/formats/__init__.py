"""Files to sentences, sites, flags and judgments and back: one module per format."""

"""Native Judgments of Non-Native Usage (Tetreault and Chodorow 2008): prepositions and raters."""

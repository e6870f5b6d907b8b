"""Training of the spelling model: words of native text, letters that learners confuse, weights."""

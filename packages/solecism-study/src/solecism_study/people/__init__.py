"""People: raters from invitation to payment and erasure, platforms, and administrators."""

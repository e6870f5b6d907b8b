"""Tasks: what raters can be asked, as questions and answers, and a registry of them."""

"""Tasks: what raters can be asked, one file per task, and questions and answers."""

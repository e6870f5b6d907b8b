"""Results to tables, figures and one page that stands alone."""

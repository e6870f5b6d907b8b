"""A class at a glance: students' drafts to an overview, a page per student, and tables."""

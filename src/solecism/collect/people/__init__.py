"""People: raters and their removal, invitations, platforms, administrators and API tokens."""

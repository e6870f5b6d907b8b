"""Who may do what: invitations, platforms, administrators and tokens."""

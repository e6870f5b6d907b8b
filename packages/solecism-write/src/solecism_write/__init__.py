"""The page to write in, and LanguageTool's API: a server for writers on this machine."""

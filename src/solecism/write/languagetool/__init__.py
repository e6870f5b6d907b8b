"""LanguageTool's HTTP API, version 2, for editors and programs that speak it already."""

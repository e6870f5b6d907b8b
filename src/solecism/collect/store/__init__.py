"""Where a study is kept: tables, databases that hold them, and their versions."""

"""The administrator's pages: how a study is going, and what can be changed about it."""

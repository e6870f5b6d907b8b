"""Editors: a server of the Language Server Protocol, which checks documents as they are written."""

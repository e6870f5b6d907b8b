"""What the pages and the API of a study share: its results, exports, invitations and rights."""

"""Code that the pages and the API share: results, forecast, exports, invitations, rights."""

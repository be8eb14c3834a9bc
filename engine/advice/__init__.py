"""Suggested moves, best first, through the public face of a position alone."""

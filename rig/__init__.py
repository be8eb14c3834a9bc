"""Joins camera, reader, rules, page and buttons."""

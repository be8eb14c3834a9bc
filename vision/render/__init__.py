"""Rendered trays and dice, for the desk camera and for training."""

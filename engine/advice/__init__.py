"""Suggested moves, best first, through the public face of a position alone."""

from engine.advice.advice import Advice, Choice, Reason
from engine.advice.adviser import advise

__all__ = ["Advice", "Choice", "Reason", "advise"]

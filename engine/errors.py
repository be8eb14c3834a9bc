"""What can go wrong in the engine.

EngineError
├── IllegalMoveError (ValueError)    the move is not allowed in this position
├── NotationError (ValueError)       the text is no move, position or record
├── ComponentsError (ValueError)     a board or chip file cannot be used
└── OptionError (ValueError)         an option or a number of players that the game does not have
"""


class EngineError(Exception):
    """Base of all errors of the engine; its text is a sentence that says what to do."""


class IllegalMoveError(EngineError, ValueError):
    """The move is not allowed in this position; the sentence names the rule where one forbids it."""


class NotationError(EngineError, ValueError):
    """The text cannot be read as a move, a position or a record."""


class ComponentsError(EngineError, ValueError):
    """A component file cannot be used; the sentence lists every problem found."""


class OptionError(EngineError, ValueError):
    """The game has no such option, value or number of players."""

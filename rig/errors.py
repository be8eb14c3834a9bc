"""What can go wrong in the rig.

RigError
├── CameraError      no camera, or it was lost
├── ButtonsError     the buttons cannot be used
├── JournalError     the games' file cannot be read or written
├── TeachingError    what was shown of the dice cannot be kept
├── SettingsError (ValueError)   rig.toml holds something unknown or impossible
└── UsageError (ValueError)      a command cannot do what it was asked; exit status 2
"""


class RigError(Exception):
    """Base of all errors of the rig; its text is a sentence that says what to do."""


class CameraError(RigError):
    """There is no camera, it is in use, or it was lost."""


class ButtonsError(RigError):
    """The buttons cannot be used."""


class JournalError(RigError):
    """The journal cannot be read or written."""


class TeachingError(RigError):
    """What was shown of the dice cannot be kept."""


class SettingsError(RigError, ValueError):
    """The settings hold an unknown key or an impossible value."""


class UsageError(RigError, ValueError):
    """A command was asked for something it cannot do."""

"""What can go wrong in vision.  Doubt about a die is no error: it is a value in the `Reading`.

VisionError
├── FrameError (ValueError)      the array or file is no picture that can be read
├── ModelError                   the ONNX file is missing, altered or of another kind
└── ProfileError (ValueError)    what the owner taught cannot be used here
"""


class VisionError(Exception):
    """Base of all errors of vision; its text is a sentence that says what to do."""


class FrameError(VisionError, ValueError):
    """The array or file is no picture that can be read."""


class ModelError(VisionError):
    """The ONNX file is missing, altered, or does not hold what the reader needs."""


class ProfileError(VisionError, ValueError):
    """A profile is of another dice set, damaged, or the shots taught are not enough."""

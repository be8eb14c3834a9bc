"""What the owner taught: pictures of each face of the own dice, kept with their place in the embedding space."""

from __future__ import annotations

import contextlib
import io
import json
import lzma
import math
import os
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice_sets import dice_set as known_set
from vision.errors import ProfileError
from vision.flatness import ANY_VIEW, Stand, View, view_of
from vision.model_file import Floats
from vision.reading import Frame
from vision.rectify import PICTURE_SIDE

FORMAT = 1

LEEWAY, STRICTEST = 0.12, 0.9
"""By how much a die may be less alike to a face than its own pictures are to each other, and the most that is asked."""

MANY_SHOTS = 12
"""From so many pictures on the worst has no say about that: one may have been cut out badly."""

LARGEST_PROFILE = 200_000_000
"""Bytes, packed and unpacked; a taught set has a few."""

DAMAGES = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(KeyError, RuntimeError, ValueError, TypeError, MemoryError),
)
"""What zip, JSON and NumPy raise for a file that was altered; RuntimeError is of one nested too deep or locked."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of a face with its name.

    Attributes:
        face: name of the face.
        picture: (PICTURE_SIDE, PICTURE_SIDE, 3) uint8, BGR, rectified.
        embedding: unit vector of the network named by the profile's `model`.
        stand: how the die stood in the picture it was cut out of, None if nobody knows.
    """

    face: str
    picture: Frame
    embedding: Floats
    stand: Stand | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """The owner's dice.

    Attributes:
        dice_set: name of the set.
        shots: all pictures that were taught.
        model: sha256 of the network that made the embeddings.
        closeness: least similarity to a taught face for a sure reading; teaching may raise it, never lower it.
    """

    dice_set: str
    shots: tuple[Shot, ...]
    model: str
    closeness: float = 0.0

    @property
    def faces(self) -> tuple[str, ...]:
        """Names of the faces that were taught, in the order of the set."""
        taught = {shot.face for shot in self.shots}
        return tuple(face for face in known_set(self.dice_set).faces if face in taught)

    def embedded(
        self, model: str, embed: Callable[[Sequence[Frame]], Sequence[Floats]], width: int | None = None
    ) -> Profile:
        """The same pictures seen by another network; itself if that network made it.

        Args:
            model: sha256 of the network.
            embed: its places for pictures.
            width: of its places, None if that is not known.

        Raises:
            ProfileError: the places are said to be that network's, but are of another width.
        """
        if model == self.model:
            wrong = [shot for shot in self.shots if width is not None and len(shot.embedding) != width]
            if wrong:
                raise ProfileError(
                    f"The profile was altered: its places have {len(wrong[0].embedding)} numbers where the network "
                    f"gives {width}. Teach the dice again."
                )
            return self
        places = embed([shot.picture for shot in self.shots])
        shots = tuple(replace(shot, embedding=place) for shot, place in zip(self.shots, places, strict=True))
        return replace(self, shots=shots, model=model, closeness=0.0).tightened()  # likeness of another kind

    def tightened(self) -> Profile:
        """The same pictures, as strict about likeness as they allow: dice that all look alike let no stranger pass.

        Each picture is held against its two nearest of the same face; the worst of them counts, of many the second.
        """
        places = np.stack([shot.embedding for shot in self.shots]).astype(np.float64)
        names = np.array([shot.face for shot in self.shots])
        alike = np.where(names[:, None] == names[None], places @ places.T, -np.inf)
        np.fill_diagonal(alike, -np.inf)
        nearest = np.sort(alike, axis=1)[:, -2:]
        known = np.isfinite(nearest).all(axis=1)
        if not known.any():
            return self
        worst = float(np.sort(nearest[known].mean(axis=1))[int(known.sum() >= MANY_SHOTS)])
        return replace(self, closeness=max(self.closeness, min(STRICTEST, worst - LEEWAY)))

    def save(self, path: str | Path) -> None:
        """Write one file: a zip of arrays and a JSON page.

        Raises:
            ProfileError: the file cannot be written.
        """
        page = {
            "format": FORMAT,
            "dice_set": self.dice_set,
            "model": self.model,
            "closeness": self.closeness,
            "faces": [shot.face for shot in self.shots],
        }
        whole = io.BytesIO()
        np.savez_compressed(
            whole,
            pictures=np.stack([shot.picture for shot in self.shots]),
            embeddings=np.stack([shot.embedding for shot in self.shots]).astype(np.float32),
            stands=np.array([_as_numbers(shot.stand) for shot in self.shots]),
        )
        with zipfile.ZipFile(whole, "a") as file:
            file.writestr("profile.json", json.dumps(page, indent=1))
        part = Path(f"{path}.part")
        try:
            with part.open("wb") as file:
                file.write(whole.getvalue())
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)  # neither a full disk nor a power cut must cost the profile that was there
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise ProfileError(f"The profile {path} cannot be written: {error.strerror}.") from error


def view_taught(profile: Profile | None) -> View:
    """How the rig's camera sees its floor by the dice that were taught there; any view if too few were."""
    stands = [shot.stand for shot in profile.shots if shot.stand] if profile else []
    return view_of(stands) or ANY_VIEW


def _as_numbers(stand: Stand | None) -> tuple[float, ...]:
    return (math.nan,) * 5 if stand is None else (*stand.place, *stand.shift, stand.spread)


def _stands_of(numbers: NDArray[np.float64], count: int) -> list[Stand | None]:
    """What `_as_numbers` gave for each of so many pictures; none in a file of before."""
    if numbers.shape != (count, 5) or numbers.dtype != np.float64:
        raise ValueError(numbers.shape)
    stands: list[Stand | None] = []
    for x, y, right, down, spread in numbers.tolist():
        if not math.isnan(x) and not (all(abs(value) < 9 for value in (x, y, right, down)) and 0 < spread < 9):
            raise ValueError("no stand of a die")
        stands.append(None if math.isnan(x) else Stand((x, y), (right, down), spread))
    return stands


def load_profile(path: str | Path) -> Profile:
    """The profile in a file.

    Raises:
        ProfileError: there is no such file, or it holds no profile.
    """
    data = _content(Path(path))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            if sum(part.file_size for part in file.infolist()) > LARGEST_PROFILE:
                raise ValueError("larger than any profile")
            page = json.loads(file.read("profile.json"))
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            pictures, embeddings = arrays["pictures"], arrays["embeddings"]
            stands = arrays["stands"] if "stands" in arrays else np.full((len(pictures), 5), math.nan)
        return _from_parts(page, pictures, embeddings, stands)
    except DAMAGES as error:
        raise ProfileError(f"{path} is no profile of keltis-rig, or it is damaged; teach the dice again.") from error


def _content(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise ProfileError(f"{path} is no file; name a profile that `keltis teach` made.")
        with path.open("rb") as file:
            data = file.read(LARGEST_PROFILE + 1)
    except FileNotFoundError:
        raise ProfileError(f"There is no profile {path}; make one with `keltis teach`.") from None
    except OSError as error:
        raise ProfileError(f"The profile {path} cannot be read: {error.strerror}.") from error
    if len(data) > LARGEST_PROFILE:
        raise ProfileError(f"{path} is larger than any profile; name one that `keltis teach` made.")
    return data


def _from_parts(page: dict[str, object], pictures: Frame, embeddings: Floats, stands: NDArray[np.float64]) -> Profile:
    faces = page["faces"]
    if page["format"] != FORMAT or not isinstance(faces, list) or pictures.shape[1:] != (PICTURE_SIDE, PICTURE_SIDE, 3):
        raise ValueError(page["format"])
    legal = known_set(str(page["dice_set"])).faces
    closeness = float(str(page["closeness"]))
    if not faces or not set(faces) <= set(legal) or not -1 <= closeness <= 1:
        raise ValueError(faces)
    if pictures.dtype != np.uint8 or embeddings.dtype != np.float32 or embeddings.ndim != 2:
        raise ValueError(embeddings.dtype)
    if not np.allclose(np.linalg.norm(embeddings.astype(np.float64), axis=1), 1, atol=0.01):
        raise ValueError("places off the unit sphere")
    shots = tuple(
        Shot(*parts) for parts in zip(faces, pictures, embeddings, _stands_of(stands, len(faces)), strict=True)
    )
    return Profile(str(page["dice_set"]), shots, str(page["model"]), closeness)

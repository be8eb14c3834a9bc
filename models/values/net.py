"""The value networks while they are trained: the model, its inputs from the twin, its file."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from engine.advice.network_inputs import OR_SHAPE, SLOTS, WUERFELSPIEL_SHAPE

SHAPES = {"wuerfelspiel": WUERFELSPIEL_SHAPE, "or": OR_SHAPE}
SIZES = {"wuerfelspiel": (48, 64, 64, 32), "or": (64, 96, 96, 32)}
"""Widths of the layers: code of a part, its encoder's, the head's first and second."""

POINTS = 10.0
"""Points that one unit of the network's output stands for."""


class ValueNetwork(nn.Module):
    """Parts are encoded and added up; what comes out are four chances of winning (logits) and four points / 10.

    Args:
        sizes: widths of the layers; multiples of 16 up to 128, for the twin's sake.
    """

    def __init__(self, game: str, *sizes: int) -> None:
        super().__init__()
        code, encoder, first, second = sizes or SIZES[game]
        part, sums, rest = SHAPES[game]
        self.game = game
        self.sizes = (code, encoder, first, second)
        self.encoder = nn.Sequential(nn.Linear(part, encoder), nn.ReLU(), nn.Linear(encoder, code))
        self.head = nn.Sequential(
            nn.ReLU(), nn.Linear(sums * code + rest, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(),
            nn.Linear(second, 2 * SLOTS),
        )  # fmt: skip

    def forward(self, parts: Tensor, places: Tensor, rest: Tensor) -> Tensor:
        """(positions, 8) from (parts, figures), (positions, sums, 5) and (positions, figures)."""
        codes = self.encoder(parts)
        added = nn.functional.embedding_bag(places.reshape(-1, 5), codes, mode="sum")
        return self._from_sums(added.reshape(len(places), -1), rest)

    def dense(self, parts: Tensor, rest: Tensor, absent: int) -> Tensor:
        """The same from the parts of each position, (positions, sums, 5, figures); quicker to learn with.

        Args:
            absent: how many more sums are those of seats that do not play, all of whose parts are zero.
        """
        added = self.encoder(parts).sum(dim=2).reshape(len(parts), -1)
        if absent:
            nobody = 5 * self.encoder(torch.zeros(1, parts.shape[3]))
            added = torch.cat([added, nobody.expand(len(parts), -1).repeat(1, absent)], dim=1)
        return self._from_sums(added, rest)

    def _from_sums(self, added: Tensor, rest: Tensor) -> Tensor:
        out: Tensor = self.head[1:](torch.cat([torch.relu(added), rest], dim=1))
        return out


def save(network: ValueNetwork, path: Path, **more: object) -> None:
    """Write a network, and what is needed to go on training it."""
    made = path.with_suffix(".part")
    torch.save({"game": network.game, "sizes": network.sizes, "state": network.state_dict(), **more}, made)
    made.replace(path)


def load(path: Path) -> tuple[ValueNetwork, dict[str, object]]:
    """Read what `save` wrote."""
    found = torch.load(path, weights_only=True)
    network = ValueNetwork(found["game"], *found["sizes"])
    network.load_state_dict(found["state"])
    return network, found

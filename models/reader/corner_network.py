"""The corner network: where the corners of a die are to a part of a pixel, and what is wrong with the die."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.reader.contract import CUT_SIDE, DIE_STATES
from models.reader.networks import as_planes, block

CELLS = CUT_SIDE // 4
"""Edge of the map on which a corner is looked for."""


class CornerNet(nn.Module):
    """(n, 96, 96, 6) uint8, a die near and with its surroundings → heat of corners, shift, log spread, state logits.

    The corners are those of the top face, clockwise from the upper left, then the ones below them: heat (n, 8, 24, 24).
    The shift (n, 2) is that of the bottom's middle against the top's, in pixels.  Log spread (n, 3) is how far the
    upper corners, the lower ones and the shift may be off, in pixels.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(block(3, 16, 2), block(16, 24, 2))
        self.eighth = nn.Sequential(block(24, 48, 2), block(48, 48))
        self.sixteenth = nn.Sequential(block(48, 80, 2), block(80, 80))
        self.down_8 = nn.Conv2d(80, 48, 1)
        self.mix_8 = block(48, 48)
        self.down_4 = nn.Conv2d(48, 24, 1)
        self.mix_4 = block(24, 24)
        self.heat = nn.Conv2d(24, 8, 1)
        self.wide = nn.Sequential(block(3, 12, 2), block(12, 24, 2), block(24, 40, 2), block(40, 64, 2), block(64, 64))
        self.shift = nn.Sequential(
            nn.Conv2d(80, 16, 1), nn.Flatten(), nn.Linear(16 * 36, 48), nn.ReLU(inplace=True), nn.Linear(48, 2)
        )
        self.spread = nn.Sequential(nn.Linear(160, 32), nn.ReLU(inplace=True), nn.Linear(32, 3))
        self.states = nn.Sequential(
            nn.Linear(80 * 2 + 64 * 3, 64), nn.ReLU(inplace=True), nn.Linear(64, len(DIE_STATES))
        )

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        planes = as_planes(pixels)  # cut apart afterwards: a tenth faster where it runs
        near, wide = planes[:, :3], planes[:, 3:]
        quarter = self.quarter(near)
        eighth = self.eighth(quarter)
        coarse = self.sixteenth(eighth)
        x = functional.interpolate(self.down_8(coarse), scale_factor=2.0, mode="nearest") + eighth
        x = functional.interpolate(self.down_4(self.mix_8(x)), scale_factor=2.0, mode="nearest") + quarter
        place = self.wide(wide)
        middle = place[:, :, 2:4, 2:4].mean(dim=(2, 3))
        die = torch.cat([coarse.mean(dim=(2, 3)), coarse.amax(dim=(2, 3))], 1)
        around = torch.cat([place.mean(dim=(2, 3)), place.amax(dim=(2, 3)), middle], 1)
        states = self.states(functional.dropout(torch.cat([die, around], 1), 0.3, self.training))
        return self.heat(self.mix_4(x)), self.shift(coarse) * 8.0, self.spread(die), states


def places(heat: Tensor) -> Tensor:
    """The middle of each heap of heat (n, k, cells, cells) as x and y (n, k, 2) in pixels of the picture."""
    n, k, rows, columns = heat.shape
    share = torch.softmax(heat.reshape(n, k, rows * columns), 2).reshape(n, k, rows, columns)
    at = (torch.arange(columns, dtype=torch.float32) + 0.5) * (CUT_SIDE / columns) - 0.5
    return torch.stack([share.sum(2) @ at, share.sum(3) @ at], 2)


class CornerNetForUse(nn.Module):
    """The corner network with the upper corners, and probabilities of the states."""

    def __init__(self, net: CornerNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        heat, shift, spread, states = self.net(pixels)
        return places(heat[:, :4]), shift, torch.exp(spread[:, ::2]), torch.sigmoid(states)

"""Two of the three networks: one finds top faces in a frame, the other says what a rectified face shows."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.reader.contract import EMBEDDING, FACE_STATES, FACES, FINDER_CHANNELS


def block(into: int, out: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = block(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


def as_planes(pixels: Tensor) -> Tensor:
    """(n, height, width, 3) uint8 to (n, 3, height, width) float around zero."""
    return pixels.permute(0, 3, 1, 2).float() / 64.0 - 2.0


class Finder(nn.Module):
    """(n, 384, 512, 3) uint8 BGR → (n, channels, 96, 128): heat of top-face centres and their geometry."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 12, 2), block(12, 24, 2))
        self.eighth = nn.Sequential(block(24, 40, 2), block(40, 40))
        self.sixteenth = nn.Sequential(block(40, 64, 2), Residual(64))
        self.thirtysecond = nn.Sequential(block(64, 96, 2), Residual(96), Residual(96))
        self.context = nn.Linear(96, 96)
        self.down_16 = nn.Conv2d(96, 64, 1)
        self.mix_16 = block(64, 64)
        self.down_8 = nn.Conv2d(64, 40, 1)
        self.mix_8 = nn.Sequential(block(40, 48), block(48, 64))
        self.head = nn.Conv2d(64, len(FINDER_CHANNELS) * 4, 1)
        nn.init.zeros_(self.head.bias)
        with torch.no_grad():
            self.head.bias[:4] = -4.0

    def forward(self, pixels: Tensor) -> Tensor:
        eighth = self.eighth(self.stem(as_planes(pixels)))
        sixteenth = self.sixteenth(eighth)
        coarse = self.thirtysecond(sixteenth)
        coarse = coarse + self.context(coarse.mean(dim=(2, 3)))[:, :, None, None]
        x = functional.interpolate(self.down_16(coarse), scale_factor=2.0, mode="nearest") + sixteenth
        x = functional.interpolate(self.down_8(self.mix_16(x)), scale_factor=2.0, mode="nearest") + eighth
        return functional.pixel_shuffle(self.head(self.mix_8(x)), 2)


class FaceNet(nn.Module):
    """(n, 64, 64, 3) uint8 BGR → logits of FACES, logits of FACE_STATES, unit embedding."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 24, 2), block(24, 48, 2), Residual(48), block(48, 96, 2), Residual(96),
            block(96, 128, 2), Residual(128),
        )  # fmt: skip
        self.faces = nn.Linear(256, len(FACES))
        self.states = nn.Linear(256, len(FACE_STATES))
        self.embed = nn.Sequential(nn.Linear(256, 128), nn.ReLU(inplace=True), nn.Linear(128, EMBEDDING))

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.body(as_planes(pixels))
        x = torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], 1)
        return self.faces(x), self.states(x), functional.normalize(self.embed(x), dim=1)


class FaceNetForUse(nn.Module):
    """The face network over two or four ways round, averaged, with probabilities for the states."""

    def __init__(self, net: FaceNet, ways: int = 2) -> None:
        super().__init__()
        self.net = net
        self.ways = ways

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        turned = [pixels, pixels.transpose(1, 2).flip(2), pixels.flip(1).flip(2), pixels.transpose(1, 2).flip(1)]
        faces, states, places = self.net(torch.cat(turned[: self.ways], 0))
        n = self.ways
        faces, states = faces.unflatten(0, (n, -1)).mean(0), states.unflatten(0, (n, -1)).mean(0)
        return faces, torch.sigmoid(states), functional.normalize(places.unflatten(0, (n, -1)).mean(0), dim=1)

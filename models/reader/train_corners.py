"""Trains the corner network on a pool that another process fills: python -m models.reader.train_corners."""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.reader.contract import CUT_SIDE
from models.reader.corner_network import CELLS, CornerNet, places
from models.reader.corner_pool import CornerPool


def loss_of(out: tuple[Tensor, ...], corners: Tensor, states: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Laplace likelihoods of corners and shift with their spread, cross entropies of the heat and of the states."""
    heat, shift, spread, logits = out
    spread = spread.clamp(-3, 4)
    off = (places(heat) - corners).abs().sum(2)
    leaning = (shift - corners[:, 4:].mean(1) + corners[:, :4].mean(1)).abs().sum(1)
    errors = torch.stack([off[:, :4].mean(1), off[:, 4:].mean(1), leaning], 1)
    likely = ((errors * torch.exp(-spread) + spread) * torch.tensor([1.0, 0.3, 1.0])).sum(1).mean()
    heaps = -(functional.log_softmax(heat.flatten(2), 2) * aims(corners).flatten(2)).sum(2).mean()
    entropy = functional.binary_cross_entropy_with_logits(logits, states.clamp(min=0), reduction="none")
    known = (states >= 0).float()
    wrong = (entropy * known).sum() / known.sum()
    upper, lower, sheer = errors.detach().mean(0).tolist()
    parts = {"upper": upper, "lower": lower, "shift": sheer, "heaps": float(heaps.detach())}
    return likely + 0.1 * heaps + 2 * wrong, parts | {"states": float(wrong.detach())}


def aims(corners: Tensor, wide: float = 0.8) -> Tensor:
    """Heaps (n, 8, cells, cells) of sum 1 around the corners (n, 8, 2)."""
    at = (corners + 0.5) * (CELLS / CUT_SIDE) - 0.5
    cells = torch.arange(CELLS, dtype=torch.float32)
    x = torch.exp(-((cells - at[..., 0:1]) ** 2) / (2 * wide**2))
    y = torch.exp(-((cells - at[..., 1:2]) ** 2) / (2 * wide**2))
    heap = y[..., :, None] * x[..., None, :]
    return heap / heap.sum(dim=(2, 3), keepdim=True).clamp(min=1e-6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pool", type=Path, default=Path("models/work/corners"))
    parser.add_argument("--out", type=Path, default=Path("models/work/corners.pt"))
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    pool = CornerPool(options.pool, np.random.default_rng(options.seed))
    print(f"{len(pool)} dice, by state {pool.counts}", flush=True)
    net = CornerNet().to(memory_format=torch.channels_last)
    if options.start:
        net.load_state_dict(torch.load(options.start)["net"], strict=False)
    mean = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=5e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, options.rate, total_steps=options.steps + 1, pct_start=0.1, final_div_factor=100
    )
    first = 0
    if options.out.exists():
        saved = torch.load(options.out)
        if saved["step"] < options.steps and saved["steps"] == options.steps:  # an interrupted run goes on
            for part, name in ((net, "last"), (mean, "net"), (optimiser, "optimiser"), (schedule, "schedule")):
                part.load_state_dict(saved[name])
            first = saved["step"]
    began, sums = time.time(), {}
    for step in range(first + 1, options.steps + 1):
        if step % 100 == 0:
            pool.refresh()
        pictures, corners, states = (torch.from_numpy(part) for part in pool.batch(options.batch))
        loss, parts = loss_of(net(pictures), corners, states)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        keep = min(0.995, step / (step + 10))
        with torch.no_grad():
            for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.lerp_(theirs, 1 - keep)
                else:
                    ours.copy_(theirs)
        for name, part in parts.items():
            sums[name] = sums.get(name, 0) + part
        if step % 50 == 0:
            words = " ".join(f"{name} {part / 50:.3f}" for name, part in sums.items())
            print(f"{step} {time.time() - began:.0f}s pool {len(pool)} {words}", flush=True)
            sums = {}
        if step % 250 == 0 or step == options.steps:
            state = {"net": mean.state_dict(), "last": net.state_dict(), "optimiser": optimiser.state_dict()}
            state |= {"schedule": schedule.state_dict(), "step": step, "steps": options.steps}
            options.out.parent.mkdir(parents=True, exist_ok=True)
            torch.save(state, options.out)


if __name__ == "__main__":
    main()

"""Trains the finder on the frames of a pool that another process fills: python -m models.reader.train_finder."""

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

from models.reader.contract import STATES
from models.reader.networks import Finder
from models.reader.pool import FramePool


def loss_of(out: Tensor, heat: Tensor, values: Tensor, weight: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Focal loss of the heat, distances of the geometry where a die is, cross entropies of states and hand."""
    logits = out[:, 0]
    p = torch.sigmoid(logits)
    hit = (heat >= 0.999).float()
    known = (heat >= 0).float()
    count = hit.sum().clamp(min=1)
    gain = hit * (1 - p) ** 2 * functional.logsigmoid(logits)
    cost = known * (1 - hit) * (1 - heat.clamp(0, 1)) ** 4 * p**2 * functional.logsigmoid(-logits)
    spots = -(gain + cost).sum() / count
    area = weight.sum().clamp(min=1)
    near = weight[:, None]
    size = (functional.smooth_l1_loss(out[:, 1:2], values[:, 1:2], reduction="none", beta=0.05) * near).sum() / area
    place = (functional.smooth_l1_loss(out[:, 2:4], values[:, 2:4], reduction="none", beta=0.1) * near).sum() / area
    shape = (functional.smooth_l1_loss(out[:, 4:8], values[:, 4:8], reduction="none", beta=0.05) * near).sum() / area
    last = 8 + len(STATES)
    rare = torch.full(
        (1, len(STATES), 1, 1), 4.0
    )  # most dice lie flat: without this the head learns only how rare it is
    entropy = functional.binary_cross_entropy_with_logits(
        out[:, 8:last], values[:, 8:last], reduction="none", pos_weight=rare
    )
    states = (entropy * near).sum() / area
    hand = functional.binary_cross_entropy_with_logits(out[:, last], values[:, last])
    parts = {"heat": spots, "size": size, "place": place, "shape": shape, "states": states, "hand": hand}
    total = spots + 2 * size + place + shape + 2 * states + 6 * hand
    return total, {name: float(part.detach()) for name, part in parts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pool", type=Path, default=Path("models/work/pool"))
    parser.add_argument("--out", type=Path, default=Path("models/work/finder.pt"))
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    cv2.setNumThreads(1)
    pool = FramePool(options.pool, np.random.default_rng(options.seed), "scene_*")
    net = Finder().to(memory_format=torch.channels_last)
    if options.start:
        net.load_state_dict(torch.load(options.start)["net"])
    mean = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
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
    net.train()
    began, sums = time.time(), {}
    for step in range(first + 1, options.steps + 1):
        frames, heat, values, weight = (torch.from_numpy(part) for part in pool.batch(options.batch))
        loss, parts = loss_of(net(frames), heat, values, weight)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            keep = min(0.998, step / (step + 20))
            for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.lerp_(theirs, 1 - keep)
                else:
                    ours.copy_(theirs)
        for name, part in parts.items():
            sums[name] = sums.get(name, 0) + part
        if step % 100 == 0 or step == options.steps:
            words = " ".join(f"{name} {part / 100:.4f}" for name, part in sums.items())
            print(f"{step} {time.time() - began:.0f}s pool {len(pool)} {words}", flush=True)
            sums = {}
        if step % 500 == 0 or step == options.steps:
            state = {"net": mean.state_dict(), "last": net.state_dict(), "optimiser": optimiser.state_dict()}
            state |= {"schedule": schedule.state_dict(), "step": step, "steps": options.steps}
            options.out.parent.mkdir(parents=True, exist_ok=True)
            torch.save(state, options.out)


if __name__ == "__main__":
    main()

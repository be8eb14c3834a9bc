"""Trains the state network on dice of the pool's scenes: python -m models.reader.train_states."""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from models.reader.networks import StateNet
from models.reader.state_pool import StatePool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pool", type=Path, default=Path("models/work/pool"))
    parser.add_argument("--out", type=Path, default=Path("models/work/states.pt"))
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    pool = StatePool(options.pool, np.random.default_rng(options.seed))
    print(f"{len(pool)} dice, by state {pool.counts}", flush=True)
    net = StateNet().to(memory_format=torch.channels_last)
    mean = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=5e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, options.rate, total_steps=options.steps + 1, pct_start=0.15, final_div_factor=100
    )
    began, total = time.time(), 0.0
    for step in range(1, options.steps + 1):
        pictures, states = (torch.from_numpy(part) for part in pool.batch(options.batch))
        loss = functional.binary_cross_entropy_with_logits(net(pictures), states)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        keep = min(0.99, step / (step + 10))
        with torch.no_grad():
            for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.lerp_(theirs, 1 - keep)
                else:
                    ours.copy_(theirs)
        total += float(loss.detach())
        if step % 50 == 0:
            print(f"{step} {time.time() - began:.0f}s loss {total / 50:.4f}", flush=True)
            total = 0.0
    torch.save({"net": mean.state_dict(), "step": options.steps, "steps": options.steps}, options.out)


if __name__ == "__main__":
    main()

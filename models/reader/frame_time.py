"""How long a whole frame takes beside a public nano detector, in one run: python -m models.reader.frame_time.

The detector is the graph of YOLOX-Nano at 416 pixels (Ge et al. 2021: depth-wise CSPDarknet, PAFPN and decoupled head,
0.91 million weights, about 1.08 GFLOP) with random weights: its time on a Raspberry Pi is published, so that the ratio
says what ours will take there.  Needs onnx for building that graph, nothing else that is not shipped.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.reader import Reader
from vision.reading import Frame
from vision.render.desk_tray import DeskTray

REPEATS = 12
DETECTOR_SIDE = 416


class Graph:
    """An ONNX graph that is built layer by layer, and what it costs."""

    def __init__(self) -> None:
        from onnx import TensorProto, helper

        self._helper, self._float = helper, TensorProto.FLOAT
        self._nodes: list[object] = []
        self._weights: list[object] = []
        self._rng = np.random.default_rng(1)
        self._sizes: dict[str, tuple[int, int]] = {"picture": (3, DETECTOR_SIDE)}
        self.multiplications = 0

    def add(self, kind: str, inputs: list[str], channels: int, side: int, **attributes: object) -> str:
        """One node; the name of its output."""
        name = f"x{len(self._nodes)}"
        self._nodes.append(self._helper.make_node(kind, inputs, [name], **attributes))
        self._sizes[name] = (channels, side)
        return name

    def constant(self, values: np.ndarray) -> str:
        """Fixed values."""
        name = f"w{len(self._weights)}"
        kind = self._float if values.dtype == np.float32 else self._helper.np_dtype_to_tensor_dtype(values.dtype)
        self._weights.append(self._helper.make_tensor(name, kind, values.shape, values.tobytes(), raw=True))
        return name

    def conv(
        self, source: str, channels: int, kernel: int, stride: int = 1, depthwise: bool = False, act: bool = True
    ) -> str:
        """A convolution (its normalisation folded in) with SiLU after it."""
        before, side = self._sizes[source]
        group = before if depthwise else 1
        shape = (channels, before // group, kernel, kernel)
        after = -(-side // stride)
        self.multiplications += int(np.prod(shape)) * after * after
        weights = self.constant((self._rng.standard_normal(shape) * 0.05).astype(np.float32))
        bias = self.constant(np.zeros(channels, np.float32))
        shape_of = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [kernel // 2] * 4, "group": group}
        out = self.add("Conv", [source, weights, bias], channels, after, **shape_of)
        if not act:
            return out
        return self.add("Mul", [out, self.add("Sigmoid", [out], channels, after)], channels, after)

    def separable(self, source: str, channels: int, kernel: int, stride: int = 1) -> str:
        """Depth-wise, then point-wise."""
        return self.conv(self.conv(source, self._sizes[source][0], kernel, stride, depthwise=True), channels, 1)

    def join(self, *sources: str) -> str:
        """Channels one after the other."""
        side = self._sizes[sources[0]][1]
        return self.add("Concat", list(sources), sum(self._sizes[s][0] for s in sources), side, axis=1)

    def csp(self, source: str, channels: int, depth: int, shortcut: bool = True) -> str:
        """A cross-stage block with `depth` bottlenecks."""
        half = channels // 2
        deep = self.conv(source, half, 1)
        for _ in range(depth):
            inner = self.separable(self.conv(deep, half, 1), half, 3)
            deep = self.add("Add", [deep, inner], half, self._sizes[deep][1]) if shortcut else inner
        return self.conv(self.join(deep, self.conv(source, half, 1)), channels, 1)

    def pooled(self, source: str, channels: int) -> str:
        """Spatial pyramid pooling over 5, 9 and 13 pixels."""
        half = self._sizes[source][0] // 2
        base = self.conv(source, half, 1)
        side = self._sizes[base][1]
        pools = [
            self.add("MaxPool", [base], half, side, kernel_shape=[k] * 2, pads=[k // 2] * 4, strides=[1, 1])
            for k in (5, 9, 13)
        ]
        return self.conv(self.join(base, *pools), channels, 1)

    def doubled(self, source: str) -> str:
        """Twice as large, nearest neighbour."""
        channels, side = self._sizes[source]
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.add("Resize", [source, "", scales], channels, 2 * side, mode="nearest")

    def head(self, source: str) -> tuple[str, ...]:
        """Classes, boxes and objectness of one level, 80 classes as published."""
        stem = self.conv(source, 64, 1)
        classes = self.separable(self.separable(stem, 64, 3), 64, 3)
        boxes = self.separable(self.separable(stem, 64, 3), 64, 3)
        return (
            self.conv(classes, 80, 1, act=False),
            self.conv(boxes, 4, 1, act=False),
            self.conv(boxes, 1, 1, act=False),
        )

    def saved(self, path: Path, outputs: tuple[str, ...]) -> None:
        """Write the graph."""
        import onnx

        make = self._helper.make_tensor_value_info
        inputs = [make("picture", self._float, [1, 3, DETECTOR_SIDE, DETECTOR_SIDE])]
        results = [make(name, self._float, [1, self._sizes[name][0], *[self._sizes[name][1]] * 2]) for name in outputs]
        graph = self._helper.make_graph(self._nodes, "nano", inputs, results, self._weights)
        onnx.save(self._helper.make_model(graph, opset_imports=[self._helper.make_opsetid("", 17)], ir_version=8), path)


def build_detector(path: Path) -> int:
    """Write the detector's graph; returns its multiplications."""
    graph = Graph()
    focus = graph.add("SpaceToDepth", ["picture"], 12, DETECTOR_SIDE // 2, blocksize=2)
    x = graph.csp(graph.separable(graph.conv(focus, 16, 3), 32, 3, 2), 32, 1)
    third = graph.csp(graph.separable(x, 64, 3, 2), 64, 3)
    fourth = graph.csp(graph.separable(third, 128, 3, 2), 128, 3)
    fifth = graph.csp(graph.pooled(graph.separable(fourth, 256, 3, 2), 256), 256, 1, shortcut=False)
    top = graph.conv(fifth, 128, 1)
    middle = graph.csp(graph.join(graph.doubled(top), fourth), 128, 1, shortcut=False)
    small = graph.conv(middle, 64, 1)
    out3 = graph.csp(graph.join(graph.doubled(small), third), 64, 1, shortcut=False)
    out4 = graph.csp(graph.join(graph.separable(out3, 64, 3, 2), small), 128, 1, shortcut=False)
    out5 = graph.csp(graph.join(graph.separable(out4, 128, 3, 2), top), 256, 1, shortcut=False)
    graph.saved(path, (*graph.head(out3), *graph.head(out4), *graph.head(out5)))
    return graph.multiplications


def frame_with_dice() -> Frame:
    """A frame of 1280x960 with five dice at rest."""
    tray = DeskTray("wuerfelspiel", 5, seed=3)
    tray.throw(at_s=0.0)
    return tray.frame(30.0)


def least_and_median_ms(task: Callable[[], object], other: Callable[[], object]) -> tuple[list[float], list[float]]:
    """Times of both in turn, so that what else the machine does falls on both alike: least and median, ms."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(REPEATS + 2):
        for part, run in zip(times, (task, other), strict=True):
            began = time.perf_counter()
            run()
            part.append(1000 * (time.perf_counter() - began))
    first, second = ([min(part[2:]), float(np.median(part[2:]))] for part in times)
    return first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--detector", type=Path, default=Path("models/work/nano_detector.onnx"))
    parser.add_argument("--build", action="store_true", help="only write the detector's graph (needs onnx)")
    options = parser.parse_args()
    if options.build or not options.detector.exists():
        options.detector.parent.mkdir(parents=True, exist_ok=True)
        print(f"the detector's graph: {2 * build_detector(options.detector) / 1e9:.2f} GFLOP")
        if options.build:
            return
    compare(options.detector)


def compare(detector: Path) -> None:
    """Print the times of both, on one thread and on two, and the memory of a process that reads."""
    from onnxruntime import InferenceSession, SessionOptions

    frame, memory = frame_with_dice(), 0.0
    picture = np.random.default_rng(1).random((1, 3, DETECTOR_SIDE, DETECTOR_SIDE), np.float32)
    for threads in (1, 2):
        cv2.setNumThreads(threads)
        reader = Reader("wuerfelspiel", threads=threads)
        dice = len(reader.read(frame, 5).dice)
        memory = memory or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        settings = SessionOptions()
        settings.intra_op_num_threads, settings.inter_op_num_threads = threads, 1
        session = InferenceSession(str(detector), settings, providers=["CPUExecutionProvider"])
        ours, nano = least_and_median_ms(
            partial(reader.read, frame, 5), partial(session.run, None, {"picture": picture})
        )
        print(
            f"{threads} thread{'s' * (threads > 1)}: a frame of 1280x960 with {dice} dice {ours[0]:.1f} ms (median "
            f"{ours[1]:.1f}), the detector {nano[0]:.1f} ms (median {nano[1]:.1f}), ratio {ours[0] / nano[0]:.2f}"
        )
    print(f"memory of the process after the first frame: {memory:.0f} MB")


if __name__ == "__main__":
    main()

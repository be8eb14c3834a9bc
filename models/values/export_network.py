"""Write a trained value network as ONNX with its contract inside, and its card.

    python -m models.values.export_network /tmp/or.pt [--note "how it was trained"]

Needs torch and onnx; the product needs neither.
"""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from engine.value_files import FILES
from models.values.net import SHAPES, ValueNetwork, load

MODELS = Path(__file__).parents[1]


def graph_of(network: ValueNetwork, **contract: object) -> onnx.ModelProto:
    """The network as an ONNX model: encode the parts, add them up, think.

    Args:
        contract: what else its file says of it: `components` and `seats`, see `engine.advice.network.Network`.
    """
    part, sums, rest = SHAPES[network.game]
    code = network.sizes[0]
    state = {name: tensor.detach().numpy() for name, tensor in network.state_dict().items()}
    constants, nodes = [], []

    def constant(name: str, array: np.ndarray) -> str:
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def linear(layer: str, taken: str, given: str) -> str:
        weight = constant(f"{layer}.weight", state[f"{layer}.weight"].T)
        bias = constant(f"{layer}.bias", state[f"{layer}.bias"])
        nodes.append(helper.make_node("Gemm", [taken, weight, bias], [given]))
        return given

    def relu(taken: str, given: str) -> str:
        nodes.append(helper.make_node("Relu", [taken], [given]))
        return given

    codes = linear("encoder.2", relu(linear("encoder.0", "parts", "e0"), "e1"), "codes")
    nodes.append(helper.make_node("Gather", [codes, "places"], ["gathered"], axis=0))
    nodes.append(
        helper.make_node("ReduceSum", ["gathered", constant("axis", np.array([2], np.int64))], ["added"], keepdims=0)
    )
    shape = constant("shape", np.array([-1, sums * code], np.int64))
    nodes.append(helper.make_node("Reshape", ["added", shape], ["flat"]))
    nodes.append(helper.make_node("Concat", [relu("flat", "inner"), "rest"], ["seen"], axis=1))
    hidden = relu(linear("head.1", "seen", "h0"), "h1")
    linear("head.5", relu(linear("head.3", hidden, "h2"), "h3"), "out")
    graph = helper.make_graph(
        nodes,
        f"keltis-{network.game}",
        [
            helper.make_tensor_value_info("parts", TensorProto.FLOAT, ["m", part]),
            helper.make_tensor_value_info("places", TensorProto.INT64, ["n", sums, 5]),
            helper.make_tensor_value_info("rest", TensorProto.FLOAT, ["n", rest]),
        ],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, ["n", 8])],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(
        model, {"keltis": json.dumps({"game": network.game, "shape": [part, sums, rest], **contract})}
    )
    onnx.checker.check_model(model)
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", type=Path)
    parser.add_argument("--note", default="", help="how it was trained, for the card")
    parser.add_argument("--seats", type=int, nargs="+", help="with how many at the table it is good (as before)")
    options = parser.parse_args()
    network, found = load(options.network)
    contract = {"seats": options.seats} if options.seats else {}
    content = graph_of(network, **contract).SerializeToString()
    target = MODELS / FILES[network.game]
    target.write_bytes(content)
    part, sums, rest = SHAPES[network.game]
    card = [
        f"# The value network of {network.game}: what its file promises. Figures stand in VALUES_CARD.md.",
        f'file = "{target.name}"',
        f'sha256 = "{sha256(content).hexdigest()}"',
        f'game = "{network.game}"',
        f"parameters = {sum(p.numel() for p in network.parameters())}",
        f"generations = {found['generation']}",
        f"note = {json.dumps(options.note, ensure_ascii=False)}",
        "",
        "[input]",
        f"parts = [-1, {part}]",
        f"places = [-1, {sums}, 5]",
        f"rest = [-1, {rest}]",
    ]
    target.with_suffix(".toml").write_text("\n".join(card) + "\n", encoding="utf-8")
    print(f"{target}: {len(content)} bytes")


if __name__ == "__main__":
    main()

"""Recomputes a trace from the weights with NumPy alone and compares every array.

usage: recompute_trace.py MODEL.safetensors TRACE.h5

Written from the equations, not from the C++ code: an independent second opinion.
"""
import json
import re
import sys
import tomllib

import h5py
import numpy as np

TOLERANCE = 1e-4


def read_model(path):
    raw = open(path, "rb").read()
    length = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8 : 8 + length])
    metadata = header.pop("__metadata__")
    data = raw[8 + length :]
    weights = {}
    for name, entry in header.items():
        assert entry["dtype"] == "F32", name
        begin, end = entry["data_offsets"]
        values = np.frombuffer(data[begin:end], np.float32).reshape(entry["shape"])
        weights[name] = values.astype(np.float64)
    return tomllib.loads(metadata["config"]), weights


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


ACTIVATIONS = {
    "relu": lambda x: np.maximum(x, 0),
    "elu": lambda x: np.where(x > 0, x, np.exp(np.minimum(x, 0)) - 1),
    "tanh": np.tanh,
    "sigmoid": sigmoid,
    "linear": lambda x: x,
}


class Net:
    def __init__(self, config, weights):
        self.c, self.w = config, weights

    def norm(self, x, name):
        axes = tuple(range(1, x.ndim))
        mean, var = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
        x = (x - mean) / np.sqrt(var + self.c["norm_epsilon"])
        return x * self.w[name + ".norm.scale"] + self.w[name + ".norm.shift"]

    def dense(self, x, name, activation, norm=True):
        y = x @ self.w[name + ".weight"].T
        if name + ".bias" in self.w:
            y = y + self.w[name + ".bias"]
        return ACTIVATIONS[activation](self.norm(y, name) if norm else y)

    def conv(self, x, name, stride, activation, norm):
        weight = self.w[name + ".weight"]  # out, in, kh, kw
        out_channels, _, kh, kw = weight.shape
        n, h, w, _ = x.shape

        def pad(size, kernel):
            total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
            return total // 2, total - total // 2

        x = np.pad(x, ((0, 0), pad(h, kh), pad(w, kw), (0, 0)))
        oh, ow = -(-h // stride), -(-w // stride)
        y = np.zeros((n, oh, ow, out_channels))
        for i in range(kh):
            for j in range(kw):
                patch = x[:, i : i + stride * oh : stride, j : j + stride * ow : stride]
                y += patch[:, :oh, :ow] @ weight[:, :, i, j].T
        y += self.w[name + ".bias"]
        return ACTIVATIONS[activation](self.norm(y, name) if norm else y)

    def stack(self, x, part, shape):
        """x [N, size]; shape is (h, w, c) of the input or None for a vector."""
        for index, line in enumerate(self.c[part]):
            words, name = line.split(), f"{part}.{index}"
            norm = "plain" not in words
            if words[0] == "fc":
                x = self.dense(x.reshape(len(x), -1), name, words[2], norm)
                size = [int(v) for v in words[1].split("x")]
                shape = tuple(size) if len(size) == 3 else None
                continue
            x = x.reshape(len(x), *shape)
            stride = int(re.search(r"/(\d+)", words[1]).group(1)) if "/" in words[1] else 1
            if words[0] == "up":
                height, width = 2 * shape[0], 2 * shape[1]
                if "to" in words:
                    height, width = (int(v) for v in words[words.index("to") + 1].split("x"))
                rows = np.arange(height) * shape[0] // height
                cols = np.arange(width) * shape[1] // width
                x = x[:, rows][:, :, cols]
            x = self.conv(x, name, stride, words[3], norm)
            shape = x.shape[1:]
        return x.reshape(len(x), -1)

    def interaction(self, theta, k):
        hat = self.dense(theta, "interaction.enc", "relu")
        batch = len(theta) // k
        hat3 = hat.reshape(batch, k, -1)
        effect = np.zeros_like(hat3)
        alpha = np.zeros((batch, k, k))
        for a in range(k):
            for b in range(k):
                if a == b:
                    continue
                pair = np.concatenate([hat3[:, a], hat3[:, b]], 1)
                xi = self.dense(pair, "interaction.emb", "relu")
                e = self.dense(xi, "interaction.eff", "relu")
                weight = np.ones(batch)
                if self.c["kind"] == "r-nem":
                    hidden = self.dense(xi, "interaction.att.0", "tanh")
                    weight = self.dense(hidden, "interaction.att.1", "sigmoid", norm=False)[:, 0]
                alpha[:, a, b] = weight
                effect[:, a] += weight[:, None] * e
        return hat, effect.reshape(len(theta), -1), alpha

    def step(self, theta, memory, psi, gamma, x):
        batch, k, pixels = psi.shape
        c = self.c
        seen = [gamma * (x[:, None] - psi)]
        if "psi" in c["encoder_input"]:
            seen.append(psi)
        if "evidence" in c["encoder_input"]:
            seen.append(psi * (x[:, None] - psi))
        frame = (c["height"], c["width"], len(seen))
        alpha = np.zeros((batch, k, k))
        x_hat = self.stack(np.stack(seen, -1).reshape(batch * k, -1), "encoder", frame)
        if c["kind"] == "lstm":
            gates = np.concatenate([x_hat, theta], 1) @ self.w["cell.weight"].T
            i, j, f, o = (
                self.norm(g, f"cell.{n}") for g, n in zip(np.split(gates, 4, 1), "ijfo")
            )
            memory = memory * sigmoid(f + 1) + sigmoid(i) * np.tanh(j)
            memory = self.norm(memory, "cell.c")
            theta = code = np.tanh(memory) * sigmoid(o)
        else:
            parts = [theta, x_hat]
            if c["kind"].startswith("r-nem"):
                hat, effect, alpha = self.interaction(theta, k)
                parts = [hat, effect, x_hat]
            a = self.dense(np.concatenate(parts, 1), "cell", "linear", norm=False)
            theta, code = sigmoid(a), sigmoid(self.norm(a, "cell"))
        psi = self.stack(code, "decoder", None).reshape(batch, k, pixels)
        return theta, memory, psi, alpha


def check_truth(trace, attributes, config):
    """What is true of balls, and how the trace was made (trace_test.cc)."""
    assert attributes["split"] == "test" and attributes["seed"] == 1 and attributes["first"] == 3
    assert attributes["k"] == trace["psi"].shape[2] and attributes["noise"] == config["em"]["noise"]
    groups, positions = trace["groups"], trace["positions"]
    assert groups.shape == trace["inputs"].shape
    assert (trace["inputs"][groups > 0] == 1).all()
    seen = 0
    for t, n, ball in np.ndindex(positions.shape[:3]):
        rows, columns = np.nonzero(groups[t, n] == ball + 1)
        if len(rows) < 80:  # hidden behind others in part: its centre is elsewhere
            continue
        centre = np.array([columns.mean() + 0.5, rows.mean() + 0.5])
        assert abs(centre - positions[t, n, ball]).max() < 0.6, (t, n, ball, centre)
        seen += 1
    assert seen > 20, seen


def main(model_path, trace_path):
    config, weights = read_model(model_path)
    net = Net(config["model"], weights)
    with h5py.File(trace_path) as f:
        trace = {name: f[name][...].astype(np.float64) for name in f}
        attributes = dict(f.attrs)
    check_truth(trace, attributes, config)
    steps, n = trace["loss"].shape
    k = trace["psi"].shape[2]
    psi = trace["psi"][0].reshape(n, k, -1)
    gamma = trace["gamma"][0].reshape(n, k, -1)
    theta = trace["theta"][0].reshape(n * k, -1)
    memory = np.zeros_like(theta)
    assert abs(gamma.sum(1) - 1).max() < 1e-5 and not psi.any() and not theta.any()
    worst = {}

    def compare(name, ours, theirs):
        scale = max(1.0, abs(theirs).max())
        worst[name] = max(worst.get(name, 0), abs(ours - theirs.reshape(ours.shape)).max() / scale)

    for t in range(steps):
        x = trace["corrupted"][t].reshape(n, -1)
        y = trace["inputs"][t + 1].reshape(n, 1, -1)
        theta, memory, psi, alpha = net.step(theta, memory, psi, gamma, x)
        likelihood = y * psi + (1 - y) * (1 - psi) + 1e-6
        gamma = likelihood / likelihood.sum(1, keepdims=True)
        p = np.clip(psi, 1e-6, 1 - 1e-6)
        intra = -gamma * (y * np.log(p) + (1 - y) * np.log(1 - p))
        inter = -(1 - gamma) * np.log(1 - p)
        compare("theta", theta, trace["theta"][t + 1])
        compare("psi", psi, trace["psi"][t + 1])
        compare("gamma", gamma, trace["gamma"][t + 1])
        compare("attention", alpha, trace["attention"][t])
        compare("loss", (intra + config["loss"]["inter_weight"] * inter).sum((1, 2)), trace["loss"][t])
    print(" ".join(f"{name}={value:.1e}" for name, value in worst.items()))
    flipped = abs(trace["corrupted"] - trace["inputs"][:-1]).mean()
    assert abs(flipped - config["em"]["noise"]) < 0.02, f"noise {flipped}"
    assert all(value < TOLERANCE for value in worst.values()), worst


main(*sys.argv[1:])

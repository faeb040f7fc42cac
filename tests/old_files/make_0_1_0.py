#!/usr/bin/python3
"""Small files as rnem 0.1.0 wrote them: make_0_1_0.py SEEDS OUT, from fuzz/seeds.

The layout of tensors has not changed since; config, metadata and state are put into the words that 0.1.0 used, as the
models that ship have them.
"""
import json
import shutil
import struct
import sys
from pathlib import Path

seeds, out = Path(sys.argv[1]), Path(sys.argv[2])

MODEL = """
[model]
kind = "r-nem"
k = 2
height = 12
width = 12
encoder = ["conv 4x4/2 4 elu", "fc 8 elu"]
encoder_input = "residual"
decoder = ["fc 6x6x2 relu", "up 4x4 1 sigmoid plain"]
hidden = 6
interaction_hidden = 5
attention_hidden = 4
actions = 0
action_embedding = 10
norm_epsilon = 1e-05
output_bias = 0.0
gamma_init = "noise"
noise = 0.2
prior = 0.0
inter_weight = 1.0
gamma_gradient = false
eta = 1.0
learn_eta = true
"""
TRAINING = """seed = 3

[data]
train = "live:balls4mass64"
valid = ""

[training]
batch = 2
accumulate = 1
steps = 3
random_offset = true
curriculum = []
loss_steps = "all"
max_updates = 6
max_epochs = 0
max_minutes = 0.0
epoch_sequences = 50000
patience = 10
optimizer = "adam"
rate = 0.001
betas = [0.9, 0.999]
epsilon = 1e-08
schedule = "constant"
warmup = 0
schedule_updates = 0
schedule_factor = 0.1
clip = 0.0
ema = 0.0
bad_updates = 5
max_returns = 3
log_every = 2
valid_every = 3
valid_sequences = 2
valid_steps = 4
checkpoint_every = 3
checkpoint_minutes = 2.0
kernels = "fast"
precision = "auto"
device = "cpu"
threads = 1
"""


def read(path):
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def write(path, header, data):
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def crc32c(data, crc=0):
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


header, data = read(seeds / "model/model.safetensors")
header["__metadata__"]["config"] = MODEL
header["__metadata__"]["training"] = TRAINING + MODEL
header["__metadata__"]["history"] = '[{"update":6,"loss":164.2,"ari":-0.04}]'
write(out / "model.safetensors", header, data)

header, data = read(seeds / "model/checkpoint.safetensors")
state = json.loads(header["__metadata__"]["state"])
for point in state["validations"]:
    del point["rollout"]  # of later versions
metadata = {"config": TRAINING + MODEL, "format": "rnem-state-1", "state": json.dumps(state)}
crc = 0
for key in sorted(metadata):
    crc = crc32c(metadata[key].encode(), crc32c(key.encode(), crc))
for name, entry in header.items():
    if name == "__metadata__":
        continue
    begin, end = entry["data_offsets"]
    crc = crc32c("x".join(map(str, entry["shape"])).encode(), crc32c(name.encode(), crc))
    crc = crc32c(data[begin:end], crc)
metadata["checksum"] = f"crc32c:{crc:08x}"
write(out / "state-6.safetensors", {**header, "__metadata__": metadata}, data)

(out / "train.toml").write_text(TRAINING + MODEL)
shutil.copy(seeds / "data/balls.h5", out / "data.h5")

"""Model files: safetensors with the settings as TOML in their metadata."""
import json
import os
import struct
import tomllib

import torch

FORMAT = "rnem-model-1"
_TYPES = {"F32": torch.float32, "F64": torch.float64, "BF16": torch.bfloat16}

# settings that had another name in earlier files
_FORMER = {
    "model.k": "em.k", "model.noise": "em.noise", "model.gamma_init": "em.start",
    "model.prior": "loss.prior", "model.inter_weight": "loss.inter_weight",
    "model.gamma_gradient": "loss.through_gamma",
}


def find_model(name: str | os.PathLike) -> str:
    """A file, a run's folder, or the name of a shipped model."""
    path = os.fspath(name)
    if os.path.isdir(path):
        path = os.path.join(path, "best.safetensors")
    shipped = os.path.join(os.path.dirname(__file__), "..", "models", f"{path}-rnem.safetensors")
    return path if os.path.exists(path) or not os.path.exists(shipped) else shipped


def read_model(path: str) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """Tensors by name, and the metadata."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        (size,) = struct.unpack_from("<Q", data)
        header = json.loads(data[8:8 + size])
        metadata = header.pop("__metadata__", {})
        tensors = {name: _tensor(entry, data, 8 + size) for name, entry in header.items()}
    except (struct.error, ValueError, KeyError) as error:
        raise ValueError(f"{path}: not a safetensors file: {error}") from None
    if metadata.get("format") != FORMAT or "config" not in metadata:
        raise ValueError(f"{path}: not an rnem model: expected metadata format '{FORMAT}' and a "
                         "config")
    return tensors, metadata


def _tensor(entry: dict, data: bytes, start: int) -> torch.Tensor:
    begin, end = entry["data_offsets"]
    raw = bytearray(data[start + begin:start + end])
    return torch.frombuffer(raw, dtype=_TYPES[entry["dtype"]]).reshape(entry["shape"])


def write_model(path: str | os.PathLike, tensors: dict[str, torch.Tensor],
                metadata: dict[str, str]) -> None:
    """Writes them whole or not at all."""
    header: dict = {"__metadata__": metadata}
    parts, offset = [], 0
    for name, tensor in tensors.items():
        part = tensor.detach().to("cpu", torch.float32).contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape),
                        "data_offsets": [offset, offset + len(part)]}
        parts.append(part)
        offset += len(part)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    unfinished = f"{os.fspath(path)}.part"
    with open(unfinished, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(parts))
    os.replace(unfinished, path)


def settings_of(config: str) -> dict:
    """Settings by their keys of today: "model.kind", "em.k", ..."""
    found = {f"{section}.{key}": value for section, table in tomllib.loads(config).items()
             for key, value in table.items()}
    settings = {_FORMER.get(key, key): value for key, value in found.items()}
    if isinstance(settings["model.encoder_input"], str):
        settings["model.encoder_input"] = settings["model.encoder_input"].split("+")
    return settings

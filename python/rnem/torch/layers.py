"""Layers from lines of text: "conv 4x4/2 16 elu", "fc 8x8x64 relu", "up 4x4 32 relu to 11x11".

Every layer is a linear map with bias, a layer norm ("plain": none) and an activation. Maps are
[N,H,W,C] between layers, and flattened as (H,W,C) at both ends of a network.
"""
import math
from typing import Optional

import torch
from torch import nn
from torch.nn import functional as F

ACTIVATIONS = {"relu": torch.relu, "elu": F.elu, "tanh": torch.tanh, "sigmoid": torch.sigmoid,
               "linear": lambda x: x}


class Norm(nn.Module):
    """Layer norm: statistics over everything but the first axis, scale and shift per channel."""

    def __init__(self, channels: int, epsilon: float):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))
        self.shift = nn.Parameter(torch.zeros(channels))
        self.epsilon = epsilon

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        axes = list(range(1, x.dim()))
        centred = x - x.mean(axes, keepdim=True)
        variance = centred.square().mean(axes, keepdim=True)
        return centred * torch.rsqrt(variance + self.epsilon) * self.scale + self.shift


class Affine(nn.Module):
    """act(norm(x W^T + b)); other layers put their own map in its place."""

    def __init__(self, shape: tuple[int, ...], activation: str = "linear",
                 epsilon: Optional[float] = None, bias: bool = True, norm_size: int = 0):
        super().__init__()
        limit = math.sqrt(6 / ((shape[0] + shape[1]) * math.prod(shape[2:])))
        self.weight = nn.Parameter(torch.empty(shape).uniform_(-limit, limit))
        self.bias = nn.Parameter(torch.zeros(shape[0])) if bias else None
        self.norm = Norm(norm_size or shape[0], epsilon) if epsilon is not None else None
        self.activation = activation

    def linear(self, x: torch.Tensor) -> torch.Tensor:
        return F.linear(x, self.weight, self.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.linear(x)
        return ACTIVATIONS[self.activation](x if self.norm is None else self.norm(x))


def constant(inputs: int, bias: float) -> Affine:
    """One number from many, which at first is `bias` whatever they are."""
    layer = Affine((1, inputs))
    nn.init.zeros_(layer.weight)
    nn.init.constant_(layer.bias, bias)
    return layer


class Conv(Affine):
    """A convolution with 'SAME' padding, after a nearest-neighbour resize where one is given."""

    def __init__(self, shape, stride: int, resize: Optional[tuple[int, int]], **rest):
        super().__init__(shape, **rest)
        self.stride, self.resize = stride, resize

    def linear(self, x: torch.Tensor) -> torch.Tensor:
        if self.resize is not None:
            rows, columns = (torch.arange(large, device=x.device) * small // large
                             for small, large in zip(x.shape[1:3], self.resize))
            x = x[:, rows][:, :, columns]
        pad = []
        for n, kernel in ((x.shape[2], self.weight.shape[3]), (x.shape[1], self.weight.shape[2])):
            total = max((-(-n // self.stride) - 1) * self.stride + kernel - n, 0)
            pad += [total // 2, total - total // 2]
        x = F.conv2d(F.pad(x.permute(0, 3, 1, 2), pad), self.weight, self.bias, self.stride)
        return x.permute(0, 2, 3, 1)


class Network(nn.ModuleList):
    """Layers one after another: [N,input] -> [N,output]."""

    def __init__(self, lines: list[str], shape: tuple[int, ...], epsilon: float,
                 last: Optional[str] = None):
        """shape: (H,W,C) or (size,) of the input; last: another activation at the end."""
        super().__init__()
        self.shapes = [shape]
        for line in lines:
            layer, shape = _layer(line, shape, epsilon)
            self.append(layer)
            self.shapes.append(shape)
        if last is not None:
            self[-1].activation = last

    @property
    def output_size(self) -> int:
        return math.prod(self.shapes[-1])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer, shape in zip(self, self.shapes):
            x = layer(x.reshape(len(x), *(shape if isinstance(layer, Conv) else (-1,))))
        return x.reshape(len(x), -1)


def _sizes(word: str) -> tuple[int, ...]:
    return tuple(int(n) for n in word.split("x"))


def _layer(line: str, shape: tuple[int, ...], epsilon: float) -> tuple[Affine, tuple[int, ...]]:
    kind, size, *words = line.split()
    if kind == "fc":
        output = _sizes(size)
    else:
        kernel, _, stride = size.partition("/")
        channels = int(words.pop(0))
    rest = dict(activation=words.pop(0), bias="nobias" not in words,
                epsilon=None if "plain" in words else epsilon)
    if kind == "fc":
        return Affine((math.prod(output), math.prod(shape)), **rest), output
    step = int(stride or 1)
    resize = None
    if kind == "up":
        resize = _sizes(words[words.index("to") + 1]) if "to" in words else \
            (2 * shape[0], 2 * shape[1])
    height, width = resize or (-(-shape[0] // step), -(-shape[1] // step))
    return (Conv((channels, shape[2], *_sizes(kernel)), step, resize, **rest),
            (height, width, channels))

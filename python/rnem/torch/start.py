"""Where EM starts: gamma before the first step, from the first frame.

The same distributions as the library's, with PyTorch's random numbers.
"""
from typing import Optional

import torch
from torch import Tensor
from torch.nn import functional as F

REACH = 0.09  # of the frame: deviation of a component's place
DRAWS, SHIFTS = 8, 4


def start_gamma(kind: str, frames: Tensor, k: int, generator: Optional[torch.Generator]) -> Tensor:
    """gamma [B,K,H,W], summing to 1 over K, for frames [B,H,W]."""
    starts = {"noise": _noise, "fields": _fields, "seeds": _seeds}
    images = frames.detach().cpu().double()
    gamma = torch.stack([starts[kind](image, k, generator) for image in images])
    return (gamma / gamma.sum(1, keepdim=True)).to(frames)


def _normal(shape, generator) -> Tensor:
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def blur(image: Tensor, radius: int) -> Tensor:
    """Two means over a square of 2 radius + 1 pixels, cut at the borders."""
    x = image[None, None]
    for _ in range(2):
        x = F.avg_pool2d(x, 2 * radius + 1, 1, radius, count_include_pad=False)
    return x[0, 0]


def distances(image: Tensor, place: int) -> Tensor:
    """[H,W] squared distances to a pixel by its number."""
    height, width = image.shape
    y, x = torch.arange(height) - place // width, torch.arange(width) - place % width
    return (y.square()[:, None] + x.square()).double()


def _pixels(part: float, image: Tensor) -> int:
    return max(int(part * min(image.shape) + 0.5), 1)


def _noise(image: Tensor, k: int, generator) -> Tensor:
    return _normal((k, *image.shape), generator).abs()


def _fields(image: Tensor, k: int, generator) -> Tensor:
    fields = [blur(_normal(image.shape, generator), _pixels(0.1, image)) for _ in range(k)]
    return torch.stack([torch.exp(3 * (f - f.mean()) / f.std(unbiased=False)) for f in fields])


def _seeds(image: Tensor, k: int, generator) -> Tensor:
    """Greedy k-means++ on what is bright; who finds nothing left starts without a place."""
    height, width = image.shape
    reach = REACH * min(height, width)
    claim = 2.25 * reach * reach
    smooth = blur(image, _pixels(0.03, image))
    bright = (smooth - smooth.mean() - smooth.std(unbiased=False)).clamp_min(0).flatten()
    y, x = (axis.flatten().double()
            for axis in torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij"))
    nearest = torch.full_like(bright, 1e9)

    def distance(place: int) -> Tensor:
        return distances(image, place).flatten()

    def centred(place: int) -> int:
        for _ in range(SHIFTS):
            away = distance(place)
            pull = bright * ((away <= claim) & (nearest >= away))
            if pull.sum() <= 0:
                break
            place = int((pull @ y / pull.sum()).round() * width + (pull @ x / pull.sum()).round())
        return place

    gamma, placed = [], 0
    for _ in range(k):
        free = bright[nearest > claim].sum()
        all_claimed = placed > 0 and free < 0.05 * (bright.sum() - free) / placed
        weights = bright * nearest
        if all_claimed or weights.sum() <= 0:
            gamma.append(0.05 * _normal(image.shape, generator).abs() + 1e-6)
            continue
        drawn = torch.multinomial(weights, DRAWS, replacement=True, generator=generator).tolist()
        place = centred(min(drawn, key=lambda i: bright @ torch.minimum(nearest, distance(i))))
        nearest = torch.minimum(nearest, distance(place))
        placed += 1
        gamma.append(torch.exp(-distance(place) / (2 * reach * reach)).reshape(image.shape) + 1e-6)
    return torch.stack(gamma)

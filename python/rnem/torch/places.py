"""Places: windows that move with a component, and a Kalman filter with learned dynamics."""
from typing import NamedTuple, Optional

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .layers import Affine, constant
from .pairs import others

DARK_LOGIT = 13.8  # psi = 1e-6 outside of the window
COARSE, FINE = 2.0, 0.5  # pixels from one part of a code to the next
UNITS, EVENTS = 256, 128
LEAST, LARGEST = -14.0, 3.0  # logarithm of a variance
STRENGTH, QUICK = 8.0, 4.0


class Place(NamedTuple):
    p: Tensor  # [N,2] x, y in pixels
    v: Tensor  # [N,2] pixels a step
    spread: Tensor  # [N,3] variance of p, covariance, variance of v


def place_features(place: Place, height: int, width: int, window: int) -> Tensor:
    middle = place.p.new_tensor([0.5 * (width - 1), 0.5 * (height - 1)])
    return torch.cat([(place.p - middle) / (0.25 * window), place.v], 1).detach()


def length_code_size(length: int, step: float = COARSE) -> int:
    return int(length / step) + 1


def code_size(height: int, width: int, step: float = COARSE) -> int:
    return length_code_size(height, step) + length_code_size(width, step)


def length_code(at: Tensor, length: int, step: float = COARSE) -> Tensor:
    steps = torch.arange(length_code_size(length, step), device=at.device, dtype=at.dtype)
    return torch.relu(1 - (at.unsqueeze(1) / step - steps).abs())


def position_code(at: Tensor, height: int, width: int, step: float = COARSE) -> Tensor:
    return torch.cat([length_code(at[:, 0], width, step), length_code(at[:, 1], height, step)], 1)


def initial_place(gamma: Tensor, height: int, width: int) -> Place:
    """The middle of what a component is more than half responsible for: gamma [B,K,H*W]."""
    weight = torch.relu(gamma - 0.5).reshape(-1, height, width)
    total = weight.sum((1, 2))

    def mean(by_place: Tensor, size: int) -> Tensor:
        at = by_place @ torch.arange(size, device=gamma.device, dtype=gamma.dtype)
        at = at / total.clamp_min(1e-6)
        return torch.where(total > 1e-6, at, torch.full_like(at, 0.5 * (size - 1)))

    p = torch.stack([mean(weight.sum(1), width), mean(weight.sum(2), height)], 1)
    return Place(p, torch.zeros_like(p), gamma.new_tensor([9.0, 0.0, 4.0]).expand(len(p), 3))


def _sample(maps: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """maps [N,C,h,w] seen from points x [N,ow], y [N,oh] -> [N,C,oh,ow]"""
    shape = len(maps), y.shape[1], x.shape[1]
    x, y = (at * (2.0 / max(size - 1, 1)) - 1.0
            for at, size in ((x, maps.shape[3]), (y, maps.shape[2])))
    grid = torch.stack([x.unsqueeze(1).expand(shape), y.unsqueeze(2).expand(shape)], -1)
    return F.grid_sample(maps, grid, mode="bilinear", padding_mode="zeros", align_corners=True)


def look(maps: Tensor, p: Tensor, window: int) -> Tensor:
    """maps [N,H,W,C] -> [N,window,window,C] around p"""
    at = p.detach()
    offset = torch.arange(window, device=at.device, dtype=at.dtype) - 0.5 * (window - 1)
    seen = _sample(maps.permute(0, 3, 1, 2), at[:, :1] + offset, at[:, 1:] + offset)
    return seen.permute(0, 2, 3, 1)


def draw(logits: Tensor, p: Tensor, height: int, width: int) -> Tensor:
    """logits [N,window,window] -> psi [N,H*W]: the window at p, dark around it"""
    middle = 0.5 * (logits.shape[1] - 1)
    x, y = (torch.arange(n, device=p.device, dtype=p.dtype) - p[:, i:i + 1] + middle
            for i, n in enumerate((width, height)))
    moved = _sample((logits + DARK_LOGIT).unsqueeze(1), x, y)
    return torch.sigmoid(moved.flatten(1) - DARK_LOGIT)


def _variance(logarithm: Tensor) -> Tensor:
    return torch.exp((STRENGTH * logarithm).clamp(LEAST, LARGEST))


def _events(size: int, epsilon: float) -> nn.ModuleList:
    layers = nn.ModuleList([Affine((UNITS, size), "relu", epsilon), Affine((EVENTS, UNITS), "relu")])
    nn.init.constant_(layers[1].bias, -0.5)  # most of the time nothing happens
    layers.gate = constant(UNITS, 0.0)
    return layers


def _happens(layers: nn.ModuleList, looks: Tensor, told: list) -> tuple[Tensor, Tensor]:
    """What happens and whether, from what thetas gave to the first layer and what else it is told."""
    first, second = layers[0], layers[1]
    x = torch.cat(told, 1)
    hidden = torch.relu(first.norm(looks + x @ first.weight[:, -x.shape[1]:].t()))
    return second(hidden), torch.sigmoid(STRENGTH * layers.gate(hidden))


class Motion(nn.Module):
    """p, v and their spread: corrected by what is seen, then moved by what is learned."""

    def __init__(self, settings: dict, x_hat: int, interaction: bool):
        super().__init__()
        self.frame = settings["model.height"], settings["model.width"]
        self.window, self.parts = settings["model.window"], settings["model.motion_steps"]
        m, epsilon = settings["model.hidden"], settings["model.norm_epsilon"]
        self.delta = nn.Parameter(torch.zeros(2, x_hat))
        self.measured = constant(x_hat, -2.0 / STRENGTH)
        where = 2 * code_size(*self.frame) + code_size(*self.frame, FINE)
        self.alone = _events(m + where + 4, epsilon)
        self.dynamics = nn.Parameter(torch.zeros(6, EVENTS))
        self.drift = constant(EVENTS, -7.0 / STRENGTH)
        self.drift.seen = nn.Parameter(torch.zeros(1, x_hat))
        self.wander = nn.Parameter(torch.full((1,), -7.0 / STRENGTH))
        if interaction:
            distance = 2 * length_code_size(self.window) + length_code_size(self.window, FINE)
            self.pair = _events(2 * m + distance + 4, epsilon)
            self.matrix = nn.Parameter(torch.zeros(4, EVENTS))
            self.drift.pair = nn.Parameter(torch.zeros(1, EVENTS))

    def forward(self, place: Place, theta: Tensor, x_hat: Tensor,
                k: int) -> tuple[Place, Optional[Tensor]]:
        """Where components are next, and alpha [B,K,K-1]."""
        pp, pv, vv = place.spread.split(1, 1)
        noise = _variance(self.measured(x_hat))
        delta = x_hat @ self.delta.t()
        gain_p, gain_v = pp / (pp + noise), pv / (pp + noise)
        p, v = place.p + gain_p * delta, place.v + gain_v * delta
        vv, pv, pp = vv - gain_v * pv, pv - gain_p * pv, pp - gain_p * pp

        looks = self._looks(theta, k)
        drift, apart = self.drift.bias + x_hat @ self.drift.seen.t(), 1
        for _ in range(self.parts):
            p = p + v / self.parts
            s, gate = self._alone(p, v, looks[0])
            drift = drift + s @ self.drift.weight.t()
            dynamics = STRENGTH * gate * (s @ self.dynamics.t())
            turn = dynamics[:, :4].reshape(-1, 2, 2)
            after = v + (turn @ v.unsqueeze(2)).squeeze(2) + dynamics[:, 4:]
            if looks[1] is not None:
                push, pair, gate = self._push(p, v, looks[1], k)
                after, apart = after + push, apart * (1 - gate.detach())
                drift = drift + (pair @ self.drift.pair.t()).reshape(-1, k - 1).sum(1, True)
            v = after
        spread = torch.cat([pp + 2 * pv + vv + _variance(self.wander), pv + vv,
                            vv + _variance(drift)], 1)
        alpha = None
        if looks[1] is not None:
            alpha = (1 - apart).reshape(-1, k, k - 1)
        return Place(p, v, spread), alpha

    # What is told of places carries no gradient; what is multiplied does.

    def _looks(self, theta: Tensor, k: int):
        """What thetas say to the first layers."""
        m = theta.shape[1]
        alone = F.linear(theta, self.alone[0].weight[:, :m], self.alone[0].bias)
        if not hasattr(self, "pair") or k == 1:
            return alone, None
        layer = self.pair[0]
        focus, _ = others(F.linear(theta, layer.weight[:, :m], layer.bias).unflatten(0, (-1, k)), k)
        _, context = others(F.linear(theta, layer.weight[:, m:2 * m]).unflatten(0, (-1, k)), k)
        return alone, focus + context

    def _alone(self, p: Tensor, v: Tensor, looks: Tensor) -> tuple[Tensor, Tensor]:
        at, speed = p.detach(), v.detach()
        told = [position_code(at, *self.frame), position_code(at, *self.frame, FINE),
                position_code(at + speed / self.parts, *self.frame), speed,
                torch.tanh(QUICK * speed)]
        return _happens(self.alone, looks, told)

    def _push(self, p: Tensor, v: Tensor, looks: Tensor, k: int) -> tuple[Tensor, ...]:
        (p_k, p_i), (v_k, v_i) = (others(x.reshape(len(p) // k, k, -1), k) for x in (p, v))
        apart, faster = (p_i - p_k).detach(), v_i - v_k
        distance, later = ((x.square().sum(1, keepdim=True) + 1e-6).sqrt()
                           for x in (apart, apart + faster.detach() / self.parts))
        n = apart / distance
        across = torch.stack([-n[:, 1], n[:, 0]], 1)
        speeds = torch.stack([-(n * faster).sum(1), (across * faster).sum(1)], 1)
        seen = speeds.detach()
        told = [length_code(distance.squeeze(1), self.window),
                length_code(distance.squeeze(1), self.window, FINE),
                length_code(later.squeeze(1), self.window), seen, torch.tanh(QUICK * seen)]
        s, gate = _happens(self.pair, looks, told)
        matrix = (STRENGTH * gate * (s @ self.matrix.t())).reshape(-1, 2, 2)
        change = (matrix @ speeds.unsqueeze(2)).squeeze(2)
        pushed = (change[:, :1] * n + change[:, 1:] * across).reshape(-1, k - 1, 2)
        return pushed.sum(1), s, gate

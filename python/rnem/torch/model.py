"""RNEM: every kind of model as one nn.Module."""
import math
import os
from typing import NamedTuple, Optional, Union

import torch
from torch import Tensor, nn

from .births import STARTED, idle_steps, take_up
from .cells import PLACE_FEATURES, CellState, Interaction, LstmCell, PlacedCell, RecurrentCell
from .files import find_model, read_model, settings_of, write_model
from .layers import Affine, Network
from .places import Motion, draw, initial_place, look
from .start import start_gamma

SMALLEST = 1e-6  # keeps logarithms and the E-step's quotient finite


class Steps(NamedTuple):
    """T steps on T + 1 frames; step t is about frame t + 1."""

    psi: Tensor  #: [B,T,K,H,W] what every component expects to see
    gamma: Tensor  #: [B,T,K,H,W] whose pixel it is, sums to 1 over K
    theta: Tensor  #: [B,T,K,M] what every component carries
    alpha: Optional[Tensor]  #: [B,T,K,K-1] attention to the others; None without interaction
    loss: Tensor  #: [B,T] what training minimises, summed over pixels and components


class RNEM(nn.Module):
    """A model of rnem; `load` reads one. Parameters have the names that they have in files."""

    def __init__(self, config: str):
        """config: settings as TOML, `rnem.Model.settings` or what a model file holds."""
        super().__init__()
        s = self.settings = settings_of(config)
        self.metadata = {"config": config, "format": "rnem-model-1"}
        self.kind = s["model.kind"]
        if s.get("model.channels", 0):
            raise ValueError("a model of grey or colour (model.channels), which rnem.torch does not "
                             "have: expected one of zeros and ones")
        self.height, self.width, self.k = s["model.height"], s["model.width"], s["em.k"]
        self.window, self.actions = s.get("model.window", 0), s["model.actions"]
        m, epsilon = s["model.hidden"], s["model.norm_epsilon"]
        self.interaction = self.motion = self.action = None
        self.decoder = Network(s["model.decoder"], (m,), epsilon,
                               "linear" if self.window else None)
        if s["model.output_bias"] != 0:
            nn.init.constant_(self.decoder[-1].bias, s["model.output_bias"])
        if self.kind == "n-em":
            eta = torch.full((1,), float(s["model.eta"]))
            self.eta = nn.Parameter(eta) if s["model.learn_eta"] else eta
            return
        side = (self.window, self.window) if self.window else (self.height, self.width)
        channels = len(s["model.encoder_input"])
        self.encoder = Network(s["model.encoder"], (*side, channels), epsilon)
        x_hat = self.encoder.output_size
        placed = PLACE_FEATURES if self.window else 0
        acting = s["model.action_embedding"] if self.actions else 0
        if self.actions:
            self.action = Affine((acting, self.actions), "relu", epsilon)
        interacts = self.kind in ("r-nem", "r-nem-noatt")
        if interacts:
            self.interaction = Interaction(s, m + placed + acting, placed)
        if self.window:
            self.motion = Motion(s, x_hat, interacts)
        cell = LstmCell if self.kind == "lstm" else PlacedCell if self.window else RecurrentCell
        upsilon = 2 * s["model.interaction_hidden"] if interacts else m
        self.cell = cell(s, upsilon, x_hat, placed + acting)
        if s.get("model.blind", False):
            self.blind = nn.Parameter(torch.zeros(x_hat))

    @classmethod
    def load(cls, model: Union[str, os.PathLike]) -> "RNEM":
        """A model file, a run's folder, or a shipped model by name."""
        path = find_model(model)
        tensors, metadata = read_model(path)
        loaded = cls(metadata["config"])
        try:
            loaded.load_state_dict(tensors)
        except RuntimeError as error:
            raise ValueError(f"{path}: {error}") from None
        loaded.metadata = metadata
        return loaded

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes a file that `rnem eval` and `rnem.load` read."""
        write_model(path, self.state_dict(), self.metadata)

    def forward(self, frames: Tensor, k: Optional[int] = None, *, noise: float = 0.0,
                actions: Optional[Tensor] = None, start: Optional[Tensor] = None,
                generator: Optional[torch.Generator] = None) -> Steps:
        """EM over frames [B,T+1,H,W] of zeros and ones.

        k: components, as trained unless given. noise: flip probability of input pixels. actions
        [B,T,A], one-hot. start: gamma [B,K,H,W] before the first step, such as `start` of
        rnem.Watched; drawn as the settings say unless given. generator: of what is drawn, on the
        CPU.
        """
        weight = next(self.parameters())
        x = frames.to(weight).flatten(2)
        batch, k = len(x), k or self.k
        if start is None:
            first = self._corrupt(x[:, 0], noise, generator).reshape(batch, self.height, self.width)
            start = start_gamma(self.settings["em.start"], first, k, generator)
        gamma = start.to(weight).reshape(batch, k, -1)
        psi = torch.zeros_like(gamma)
        state = CellState(weight.new_zeros(batch * k, self.settings["model.hidden"]))
        if self.window:
            state = state._replace(place=initial_place(gamma, self.height, self.width))
        steps = []
        births, idle = self.settings.get("em.births", 0.0), None
        for t in range(x.shape[1] - 1):
            seen = self._corrupt(x[:, t], noise, generator)
            if births > 0 and t > STARTED:
                state, gamma, idle = take_up(state, psi, gamma, idle, x[:, t], self.height,
                                             self.width, births)
            action = None if actions is None else actions[:, t].to(weight)
            state, psi, alpha = self._m_step(state, psi, gamma, seen, action)
            gamma, loss = self._e_step(psi, x[:, t + 1])
            if births > 0:
                idle = idle_steps(idle, psi)
            steps.append((psi, gamma, state.theta.reshape(batch, k, -1), alpha, loss))
        psi, gamma, theta, alpha, loss = (
            None if part[0] is None else torch.stack(part, 1) for part in zip(*steps))
        shape = (self.height, self.width)
        return Steps(psi.unflatten(-1, shape), gamma.unflatten(-1, shape), theta, alpha, loss)

    def _m_step(self, state: CellState, psi: Tensor, gamma: Tensor, x: Tensor,
                action: Optional[Tensor]):
        batch, k, pixels = psi.shape
        if self.kind == "n-em":
            theta = state.theta + self.eta.to(psi) * self._ascent(state.theta, gamma, x)
            return CellState(theta), self._decode(theta).reshape_as(psi), None
        residual = x.unsqueeze(1) - psi
        channels = [gamma * residual, psi, psi * residual]
        channels = channels[:len(self.settings["model.encoder_input"])]
        seen = torch.stack(channels, -1).reshape(batch * k, self.height, self.width, -1)
        if self.window:
            seen = look(seen, state.place.p, self.window)
        if self.action is not None:
            action = self.action(action).repeat_interleave(k, 0)
        state, shown, alpha = self.cell(state, self.encoder(seen.flatten(1)), action, k,
                                        self.interaction, self.motion)
        drawn = self.decoder(shown)
        if self.window:
            logits = drawn.reshape(-1, self.window, self.window)
            drawn = draw(logits, state.place.p, self.height, self.width)
        return state, drawn.reshape(batch, k, pixels), alpha

    def _decode(self, theta: Tensor) -> Tensor:
        return self.decoder(torch.sigmoid(theta))

    def _ascent(self, theta: Tensor, gamma: Tensor, x: Tensor) -> Tensor:
        """N-EM: dQ/dtheta (eq. 2)."""
        training = torch.is_grad_enabled()
        y = x.unsqueeze(1)
        last = self.decoder[-1]
        if len(self.decoder) == 1 and type(last) is Affine and last.norm is None:
            residual = gamma * (y - self._decode(theta).reshape_as(gamma))
            s = torch.sigmoid(theta)
            return s * (1 - s) * (residual.reshape(len(theta), -1) @ last.weight)
        with torch.enable_grad():
            leaf = theta if training and theta.requires_grad else theta.detach().requires_grad_()
            p = self._decode(leaf).clamp(SMALLEST, 1 - SMALLEST).reshape_as(gamma)
            q = (gamma * (y * p.log() + (1 - y) * (1 - p).log())).sum()
            return torch.autograd.grad(q, leaf, create_graph=training)[0]

    def _e_step(self, psi: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        """gamma for the target and the loss (eq. 3)."""
        y = target.unsqueeze(1)
        likelihood = y * psi + (1 - y) * (1 - psi) + SMALLEST
        gamma = likelihood / likelihood.sum(1, keepdim=True)
        if not self.settings["loss.through_gamma"]:
            gamma = gamma.detach()
        p = psi.clamp(SMALLEST, 1 - SMALLEST)
        on, off = torch.log(p), torch.log(1 - p)
        prior = self.settings["loss.prior"]
        entropy = sum(q * math.log(q) for q in (prior, 1 - prior) if q > 0)
        intra = -(gamma * (y * on + (1 - y) * off)).sum((1, 2))
        inter = ((1 - gamma) * (entropy - prior * on - (1 - prior) * off)).sum((1, 2))
        return gamma, intra + self.settings["loss.inter_weight"] * inter

    @staticmethod
    def _corrupt(x: Tensor, noise: float, generator: Optional[torch.Generator]) -> Tensor:
        if noise <= 0:
            return x
        flip = (torch.rand(x.shape, generator=generator) < noise).to(x)
        return x + flip - 2 * x * flip

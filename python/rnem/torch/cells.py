"""The M-step's recurrent part: interaction (eq. 6), the recurrent cell (eq. 5), an LSTM."""
from typing import NamedTuple, Optional

import torch
from torch import Tensor, nn

from .layers import Affine, Norm, constant
from .pairs import others
from .places import Motion, Place, code_size, place_features, position_code

PLACE_FEATURES = 4


class CellState(NamedTuple):
    theta: Tensor  # [B*K,M]
    memory: Optional[Tensor] = None  # [B*K,M] the LSTM's c, or theta before it is squashed
    place: Optional[Place] = None
    fresh: Optional[Tensor] = None  # [B*K,1] 1: started anew before this step


class CellOutput(NamedTuple):
    state: CellState
    decoder_input: Tensor  # [B*K,M]
    alpha: Optional[Tensor]  # [B,K,K-1]


def beside(*parts: Optional[Tensor]) -> Tensor:
    return torch.cat([part for part in parts if part is not None], 1)


class Interaction(nn.Module):
    """theta_hat_k and E_k = sum_i alpha_ki e_ki over the others."""

    def __init__(self, settings: dict, size: int, placed: int):
        super().__init__()
        h, a = settings["model.interaction_hidden"], settings["model.attention_hidden"]
        epsilon = settings["model.norm_epsilon"]
        self.enc = Affine((h, size), "relu", epsilon)
        self.emb = Affine((h, 2 * (h + placed)), "relu", epsilon)
        self.eff = Affine((h, h), "relu", epsilon)
        self.attends = settings["model.kind"] == "r-nem"
        if self.attends and not placed:
            self.att = nn.ModuleList([Affine((a, h), "tanh", epsilon), Affine((1, a), "sigmoid")])

    def forward(self, theta: Tensor, place: Optional[Tensor], k: int,
                alpha: Optional[Tensor] = None):
        theta_hat = self.enc(theta)
        if k == 1:
            return theta_hat, torch.zeros_like(theta_hat), None
        one = beside(theta_hat, place).reshape(len(theta) // k, k, -1)
        focus, context = others(one, k)
        xi = self.emb(torch.cat([focus, context], 1))
        effects = self.eff(xi).reshape(-1, k, k - 1, theta_hat.shape[1])
        if hasattr(self, "att"):
            alpha = self.att[1](self.att[0](xi)).reshape(-1, k, k - 1)
        elif not self.attends:
            alpha = torch.ones_like(effects[..., 0])
        effect = (alpha.unsqueeze(3) * effects).sum(2).reshape_as(theta_hat)
        return theta_hat, effect, alpha


class RecurrentCell(Affine):
    """theta = sigmoid(W [Upsilon(theta); x_hat; action] + b); the decoder sees it normalised."""

    def __init__(self, settings: dict, upsilon: int, x_hat: int, more: int):
        m = settings["model.hidden"]
        super().__init__((m, upsilon + x_hat + more), epsilon=settings["model.norm_epsilon"])

    def forward(self, state, x_hat, action, k, interaction, motion) -> CellOutput:
        upsilon, alpha = (state.theta,), None
        if interaction is not None:
            *upsilon, alpha = interaction(beside(state.theta, action), None, k)
        a = self.linear(beside(*upsilon, x_hat, action))
        return CellOutput(CellState(torch.sigmoid(a)), torch.sigmoid(self.norm(a)), alpha)


class PlacedCell(RecurrentCell):
    """What a component is, held where the gate is shut, and where it is (places.py)."""

    def __init__(self, settings: dict, upsilon: int, x_hat: int, more: int):
        super().__init__(settings, upsilon, x_hat, more)
        self.frame = settings["model.height"], settings["model.width"]
        self.window = settings["model.window"]
        self.gate = constant(x_hat, 1.0)
        self.shown = nn.Parameter(torch.zeros(settings["model.hidden"], code_size(*self.frame)))

    def forward(self, state, x_hat, action, k, interaction, motion: Motion) -> CellOutput:
        place = place_features(state.place, *self.frame, self.window)
        moved, alpha = motion(state.place, state.theta, x_hat, k)
        upsilon = (state.theta,)
        if interaction is not None:
            *upsilon, alpha = interaction(beside(state.theta, place, action), place, k, alpha)
        memory = self.linear(beside(*upsilon, x_hat, place, action))
        if state.memory is not None:
            gate = torch.sigmoid(self.gate(x_hat))
            if state.fresh is not None:  # whoever starts has nothing to hold
                gate = torch.maximum(gate, state.fresh)
            memory = state.memory + gate * (memory - state.memory)
        shown = memory + position_code(moved.p.detach(), *self.frame) @ self.shown.t()
        return CellOutput(CellState(torch.sigmoid(memory), memory, moved),
                          torch.sigmoid(self.norm(shown)), alpha)


class LstmCell(Affine):
    """i, j, f, o = each LN(W [x_hat; h]);
    c = LN(c sigmoid(f + 1) + sigmoid(i) tanh(j)), h = tanh(c) sigmoid(o)."""

    def __init__(self, settings: dict, upsilon: int, x_hat: int, more: int):
        m, epsilon = settings["model.hidden"], settings["model.norm_epsilon"]
        super().__init__((4 * m, x_hat + m + more), bias=False)
        for gate in "ijfoc":
            self.add_module(gate, _Gate(m, epsilon))

    def forward(self, state, x_hat, action, k, interaction, motion) -> CellOutput:
        gates = self.linear(beside(x_hat, state.theta, action)).chunk(4, 1)
        i, j, f, o = (getattr(self, name).norm(gate) for name, gate in zip("ijfo", gates))
        before = torch.zeros_like(state.theta) if state.memory is None else state.memory
        c = self.c.norm(before * torch.sigmoid(f + 1) + torch.sigmoid(i) * torch.tanh(j))
        h = torch.tanh(c) * torch.sigmoid(o)
        return CellOutput(CellState(h, c), h, None)


class _Gate(nn.Module):
    def __init__(self, size: int, epsilon: float):
        super().__init__()
        self.norm = Norm(size, epsilon)

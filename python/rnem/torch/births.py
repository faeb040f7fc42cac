"""Births: components that hold nothing take up what nobody explains (em.births)."""
from typing import Optional

import torch
from torch import Tensor

from .cells import CellState
from .places import Place, initial_place
from .start import REACH, blur, distances

STARTED = 4  # steps in which components draw what they were given
FORGOTTEN = 50.0  # steps without a drawing until a component is free
OUTLINE = 0.5  # brighter than not


def idle_steps(idle: Optional[Tensor], psi: Tensor) -> Tensor:
    """[B,K] for how many steps each has drawn nothing, after one that drew psi [B,K,D]."""
    before = psi.new_full(psi.shape[:2], FORGOTTEN) if idle is None else idle
    return torch.where(psi.detach().amax(2) > OUTLINE, torch.zeros_like(before), before + 1)


def take_up(state: CellState, psi: Tensor, gamma: Tensor, idle: Tensor, frame: Tensor,
            height: int, width: int, radius: float) -> tuple[CellState, Tensor, Tensor]:
    """State, gamma and idle for the step that sees `frame` [B,D], which psi had predicted."""
    unexplained = (frame > OUTLINE) & (psi.detach().amax(1) <= OUTLINE)
    free = _free_for(state, idle, height, width).tolist()
    taken = torch.zeros_like(gamma)
    born = torch.zeros_like(idle, dtype=torch.bool)
    for b, waiting in enumerate(free):
        order = sorted((c for c, steps in enumerate(waiting) if steps > 0),
                       key=lambda c: -waiting[c])
        image = unexplained[b].cpu().double().reshape(height, width)
        for component, claim in zip(order, _claims(image, radius, len(order))):
            born[b, component] = True
            taken[b, component] = claim.flatten().to(taken)
    if not born.any():
        return state, gamma, idle
    gamma = gamma * (1 - taken.amax(1, True)) + taken / taken.sum(1, True).clamp_min(1.0)
    rows = born.reshape(-1, 1)
    place, start = state.place, None
    if place is not None:
        start = initial_place(taken, height, width)
        place = Place(*(torch.where(rows, new, old) for new, old in zip(start, place)))
    memory = None if state.memory is None else state.memory.masked_fill(rows, 0)
    anew = CellState(state.theta.masked_fill(rows, 0), memory, place, rows.to(gamma))
    return anew, gamma / gamma.sum(1, True), idle.masked_fill(born, 0)


def _free_for(state: CellState, idle: Tensor, height: int, width: int) -> Tensor:
    """idle of those who are free, 0 for the others; what has left the frame is not hidden."""
    free = idle * (idle >= FORGOTTEN)
    if state.place is None:
        return free
    size = idle.new_tensor([width, height])
    outside = ((state.place.p < -0.5) | (state.place.p > size - 0.5)).any(1)
    return torch.where(outside.reshape_as(idle), idle, free)


def _claims(image: Tensor, radius: float, most: int):
    """Gaussians [H,W] around the middles of unexplained patches, the largest first."""
    height, width = image.shape
    reach = REACH * min(height, width)
    pixels = max(int(radius * min(height, width) + 0.5), 1)
    if most == 0 or image.sum() < 0.5 * (2 * pixels + 1) ** 2:
        return
    smooth = blur(image, pixels)
    y, x = (axis.double() for axis in torch.meshgrid(torch.arange(height), torch.arange(width),
                                                     indexing="ij"))
    for _ in range(most):
        peak = int(smooth.argmax())
        if smooth.flatten()[peak] <= 0.5:
            return
        near = image * (distances(image, peak) <= reach * reach)
        place = peak
        if near.sum() > 0:
            place = (int((near * y).sum() / near.sum() + 0.5) * width
                     + int((near * x).sum() / near.sum() + 0.5))
        away = distances(image, place)
        smooth = smooth.masked_fill(away <= 2.25 * reach * reach, 0)
        smooth.view(-1)[peak] = 0
        yield torch.exp(-away / (2 * reach * reach))

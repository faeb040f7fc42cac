// rnem: object discovery and learned physics from raw video.
//
//   Runtime   what to compute with; made once        runtime.h
//   Observer  hears of long work, may stop it        observer.h
//   World     makes sequences; derive one's own      world.h, sequence.h, rng.h
//   Source    a file or a world as sequences         source.h
//   Model     watch frames, go on by itself          model.h
//   Trainer   a run in a folder                      trainer.h
//   Stream    the same frame by frame                model.h
//   evaluate, simulate                               evaluation.h
//   InvadersGame  a game to be played                invaders.h
//   ComputeScope  for hosts such as Python           compute_scope.h
//   Error, InputError, Interrupted                   error.h
//   LibTorch, for tensors of one's own              torch.h (not included here: it is large)
#pragma once

#include "rnem/compute_scope.h"
#include "rnem/error.h"
#include "rnem/evaluation.h"
#include "rnem/invaders.h"
#include "rnem/model.h"
#include "rnem/observer.h"
#include "rnem/rng.h"
#include "rnem/runtime.h"
#include "rnem/sequence.h"
#include "rnem/source.h"
#include "rnem/trainer.h"
#include "rnem/world.h"

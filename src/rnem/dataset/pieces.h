// The sequences of a data file to be: which frames of which source, and how many for which split.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rnem/dataset/grey_frames.h"

namespace rnem::dataset {

// A sequence of the source, or a piece of one.
struct Piece {
  std::int64_t sequence;
  int first, frames;
};

// Pieces of `length` frames, one after the other; what is left over at an end is dropped. 0: whole
// sequences, all of one length. InputError names the first sequence that does not go with it.
std::vector<Piece> cut(const GreyFrames& grey, int length);

void shuffle_pieces(std::vector<Piece>& pieces);  // the same pieces come to the same order

// How many of `total` sequences each share gets: at least one where a share is not 0. InputError
// names --shares.
std::array<std::int64_t, 3> deal(std::int64_t total, const std::vector<double>& shares);

// The sizes of training, validation and test by their shares; without shares those of the source,
// or else 0.8, 0.1 and 0.1 of all.
std::array<std::int64_t, 3> split_sizes(const GreyFrames& grey, const std::vector<Piece>& pieces,
                                        const std::vector<double>& shares, bool shuffled);

}  // namespace rnem::dataset

// Which process of a job this is: what launchers say in the environment.
//
//   RANK, WORLD_SIZE, LOCAL_RANK    torchrun and `rnem train --ranks`; else Slurm's SLURM_PROCID,
//                                   SLURM_NTASKS, SLURM_LOCALID, Open MPI's OMPI_COMM_WORLD_RANK,
//                                   _SIZE, _LOCAL_RANK, or PMI_RANK, PMI_SIZE
//   MASTER_ADDR, MASTER_PORT        where rank 0 listens: on this address and no other
//   RNEM_PORT                       in place of MASTER_PORT
//   RNEM_ADDR                       where this rank listens for the others; default: the address
//                                   from which it reaches rank 0
//   RNEM_TOKEN or RNEM_TOKEN_FILE   what only the ranks of this job know
//
// Without MASTER_ADDR a process is alone: Slurm names a rank in every shell of an allocation.
#pragma once

#include <functional>
#include <string>

namespace rnem::runtime {

struct RankPlace {
  int rank = 0, size = 1, local_rank = 0;
  std::string address;  // of rank 0
  int port = 0;
  std::string own_address;  // empty: see above
  std::string token;

  bool alone() const { return size == 1; }
};

using Environment = std::function<const char*(const char* name)>;  // null: not set

// InputError names the variable and what was expected.
RankPlace rank_place(const Environment& environment);
RankPlace rank_place();  // of this process

}  // namespace rnem::runtime

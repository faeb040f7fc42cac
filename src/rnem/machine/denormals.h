// Numbers below 1e-38 are not worth a hundred cycles each.
#pragma once

namespace rnem::machine {

// Makes every thread of the pool, and the caller, treat denormal floats as zero.
void flush_denormals();

}  // namespace rnem::machine

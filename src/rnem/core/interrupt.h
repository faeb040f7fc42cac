// Ctrl-C and SIGTERM as a flag that long loops ask for.
#pragma once

namespace rnem {

// Installs the handlers. The first signal raises the flag; a second one ends the process at once.
void catch_interrupts();

bool interrupted();

// Throws Interrupted when the flag is up: for loops with nothing to save.
void throw_if_interrupted();

}  // namespace rnem

// Ctrl-C and SIGTERM as a flag; Terminal::should_stop() hands it to the library.
//
// There is no signal handler. Code that is generated at run time (oneDNN's products) uses the stack
// pointer as a data pointer, so a handler that ran on a computing thread would write its frame over
// live data. The signals are blocked everywhere, and one thread of their own waits for them.
#pragma once

namespace rnem::cli {

// Call it once, before any other thread is there: those started later inherit the blocked signals.
// The first signal raises the flag, a second Ctrl-C ends the process at once with kInterruptedCode.
// A program that the process starts would inherit them too, so start none without unblocking them.
void catch_interrupts();

inline constexpr int kInterruptedCode = 130;  // as a shell reports a death by Ctrl-C

bool interrupted();

}  // namespace rnem::cli

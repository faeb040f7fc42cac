#include "rnem/cli/app.h"

int main(int argc, char** argv) { return rnem::cli::run(argc, argv); }

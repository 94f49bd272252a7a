// The program `tally`.
#include "cli/run.h"

int main(int argc, char** argv) { return tally::cli::run(argc, argv); }

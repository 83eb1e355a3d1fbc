#include "CTestSupport.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Without a bound Swift Testing begins all tests at once, on as many threads as there are cores: a test that awaits anything
// then goes on behind all those that have not begun, a minute later, when what it talks to has given it up. Toolchains
// that do not know the variable are not bothered by it, and whoever has set it is left alone.
__attribute__((constructor)) static void bound_parallel_tests(void) {
    char width[16];
    snprintf(width, sizeof width, "%ld", sysconf(_SC_NPROCESSORS_ONLN) + 1);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}

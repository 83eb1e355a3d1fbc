#include "CTestSupport.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Without this limit, Swift Testing starts all tests at the same time on as many threads as there are cores. A test that awaits
// anything is then resumed only after all other tests have started, up to a minute later, when its peers may have timed out.
// Toolchains that do not know the variable ignore it. A value from the environment takes precedence.
__attribute__((constructor)) static void limit_parallel_tests(void) {
    char width[16];
    snprintf(width, sizeof width, "%ld", sysconf(_SC_NPROCESSORS_ONLN) + 1);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}

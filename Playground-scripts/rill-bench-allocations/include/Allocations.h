#pragma once

#include <stdint.h>

/// The memory that the process allocated between `rill_allocations_start` and `rill_allocations_stop`.
///
/// Requires glibc.
struct rill_allocations {
    /// The number of allocations.
    int64_t count;

    /// The largest number of bytes in use at a time, relative to the start. Memory that was allocated before the start
    /// and is freed afterward reduces it.
    int64_t peak_bytes;
};

/// Starts to count allocations in all threads.
void rill_allocations_start(void);

/// Stops counting and returns the result.
struct rill_allocations rill_allocations_stop(void);

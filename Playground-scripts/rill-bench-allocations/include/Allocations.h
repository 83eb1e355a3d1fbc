#pragma once

#include <stdbool.h>
#include <stdint.h>

/// The memory that the process allocated between `rill_allocations_start` and `rill_allocations_stop`.
struct rill_allocations {
    /// The number of allocations.
    int64_t count;

    /// The largest number of bytes in use at a time, relative to the start.
    int64_t peak_bytes;
};

/// Whether allocations can be counted on this platform.
bool rill_allocations_available(void);

/// Starts to count allocations in all threads.
void rill_allocations_start(void);

/// Stops counting and returns the result.
struct rill_allocations rill_allocations_stop(void);

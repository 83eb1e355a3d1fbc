// Counts the allocations of a program that preloads this library. rill-bench compiles it.
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// glibc lets a library replace these functions, and exports its own under these names.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *pointer);

static atomic_bool is_counting;
static atomic_int_fast64_t count;
static atomic_int_fast64_t bytes;
static atomic_int_fast64_t peak_bytes;

static void *added(void *pointer) {
    if (pointer == NULL || !atomic_load_explicit(&is_counting, memory_order_relaxed)) return pointer;
    int_fast64_t size = (int_fast64_t)malloc_usable_size(pointer);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    int_fast64_t now = atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed) + size;
    int_fast64_t peak = atomic_load_explicit(&peak_bytes, memory_order_relaxed);
    while (now > peak
           && !atomic_compare_exchange_weak_explicit(
               &peak_bytes, &peak, now, memory_order_relaxed, memory_order_relaxed)) {}
    return pointer;
}

static void removed(void *pointer) {
    if (pointer == NULL || !atomic_load_explicit(&is_counting, memory_order_relaxed)) return;
    atomic_fetch_sub_explicit(&bytes, (int_fast64_t)malloc_usable_size(pointer), memory_order_relaxed);
}

void *malloc(size_t size) { return added(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return added(__libc_calloc(number, size)); }

void *realloc(void *pointer, size_t size) {
    removed(pointer);
    return added(__libc_realloc(pointer, size));
}

void *memalign(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return added(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *pointer = added(__libc_memalign(alignment, size));
    if (pointer == NULL) return ENOMEM;
    *result = pointer;
    return 0;
}

void free(void *pointer) {
    removed(pointer);
    __libc_free(pointer);
}

/// Starts to count allocations in all threads.
void rill_allocations_start(void) {
    atomic_store(&count, 0);
    atomic_store(&bytes, 0);
    atomic_store(&peak_bytes, 0);
    atomic_store(&is_counting, true);
}

/// Stops counting and returns the number of allocations.
///
/// Sets `peak` to the largest number of bytes in use at a time, relative to the start. Memory that was allocated before
/// the start and is freed afterward reduces it.
int64_t rill_allocations_stop(int64_t *peak) {
    atomic_store(&is_counting, false);
    *peak = atomic_load(&peak_bytes);
    return atomic_load(&count);
}

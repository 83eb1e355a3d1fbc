// A minimal client on top of libcurl, which is the baseline for the HTTP benchmarks.

#ifndef BARE_CURL_H
#define BARE_CURL_H

#include <stdint.h>

/// The result of a run.
struct bare_curl_result {
    /// The number of responses with status 200.
    int64_t completed;
    /// The total size of the response bodies in bytes.
    int64_t bytes;
    /// The time from the first request to the last response in seconds.
    double seconds;
};

/// Sends requests to a URL: POST requests with `body`, or GET requests if `body` is NULL. Uses libcurl's easy interface if
/// `concurrency` is 1, and its multi interface otherwise. Returns NULL, or an error message if libcurl is unavailable.
const char *bare_curl_run(
    const char *url, const char *body, int concurrency, int64_t requests, struct bare_curl_result *result);

#endif

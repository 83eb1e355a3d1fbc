// A minimal client on top of libcurl, which is the baseline for the HTTP benchmarks.

#ifndef BARE_CURL_H
#define BARE_CURL_H

#include <stdint.h>

/// The requests of a run.
struct bare_curl_request {
    const char *url;
    /// The body of POST requests, or NULL.
    const char *body;
    /// The path of a file that is the body of POST requests, or NULL. GET requests are sent if there is no body.
    const char *path;
    /// The path of a file with trusted certificates, or NULL for those of the system.
    const char *ca_file;
    int concurrency;
    int64_t count;
    /// The buffer for the duration of each request in seconds, or NULL.
    double *latencies;
};

/// The result of a run.
struct bare_curl_result {
    /// The number of responses with status 200.
    int64_t completed;
    /// The total size of the response bodies in bytes.
    int64_t bytes;
    /// The time from the first request to the last response in seconds.
    double seconds;
};

/// Sends requests. Uses libcurl's easy interface if the concurrency is 1, and its multi interface otherwise. Returns NULL,
/// or an error message if libcurl is unavailable.
const char *bare_curl_run(const struct bare_curl_request *request, struct bare_curl_result *result);

#endif

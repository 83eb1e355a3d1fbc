// libcurl with nothing around it: what the HTTP clients are compared with.

#ifndef BARE_CURL_H
#define BARE_CURL_H

#include <stdint.h>

/// What a run has seen; all of it is checked by the caller.
struct bare_curl_result {
    /// How many exchanges ended well, with status 200.
    int64_t completed;
    /// How many bytes of bodies came.
    int64_t bytes;
    /// Seconds from the first request to the last answer.
    double seconds;
};

/// Sends requests to one URL: GET, or POST with `body` unless that is NULL. Uses libcurl's easy interface for one request at
/// a time and its multi interface for several. Returns NULL, or why nothing could be sent.
const char *bare_curl_run(
    const char *url, const char *body, int concurrency, int64_t requests, struct bare_curl_result *result);

#endif

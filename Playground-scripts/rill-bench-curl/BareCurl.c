#include "BareCurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    option_buffer_size = 98,
    option_ca_file = 10065,
    option_expect_timeout = 227,
    option_no_signal = 99,
    option_pipe_wait = 237,
    option_post = 47,
    option_post_fields = 10015,
    option_post_size = 30120,
    option_private = 10103,
    option_read_data = 10009,
    option_url = 10002,
    option_write_data = 10001,
    option_write_function = 20011,
    info_private = 0x100000 + 21,
    info_status = 0x200000 + 2,
    message_done = 1
};

struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

static struct {
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    int (*easy_perform)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    struct message *(*multi_info_read)(void *, int *);
} curl;

static const char *open_library(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "cannot open libcurl.so.4";
    const struct {
        const char *name;
        void *pointer;
    } symbols[] = {
        {"curl_global_init", &curl.global_init},       {"curl_easy_init", &curl.easy_init},
        {"curl_easy_cleanup", &curl.easy_cleanup},     {"curl_easy_setopt", &curl.easy_setopt},
        {"curl_easy_getinfo", &curl.easy_getinfo},     {"curl_easy_perform", &curl.easy_perform},
        {"curl_multi_init", &curl.multi_init},         {"curl_multi_cleanup", &curl.multi_cleanup},
        {"curl_multi_add_handle", &curl.multi_add_handle}, {"curl_multi_remove_handle", &curl.multi_remove_handle},
        {"curl_multi_perform", &curl.multi_perform},   {"curl_multi_poll", &curl.multi_poll},
        {"curl_multi_info_read", &curl.multi_info_read},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *found = dlsym(library, symbols[i].name);
        if (!found) return "cannot find a required function in libcurl.so.4";
        *(void **)symbols[i].pointer = found;
    }
    return curl.global_init(3) == 0 ? NULL : "cannot initialize libcurl";
}

static size_t count_bytes(char *bytes, size_t size, size_t count, void *user) {
    (void)bytes;
    *(int64_t *)user += (int64_t)(size * count);
    return size * count;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// A handle and the request that it currently sends.
struct job {
    void *easy;
    FILE *file;
    double start;
};

static void open_job(struct job *job, const struct bare_curl_request *request, int64_t *bytes) {
    void *easy = job->easy = curl.easy_init();
    curl.easy_setopt(easy, option_url, request->url);
    curl.easy_setopt(easy, option_private, job);
    if (request->ca_file) curl.easy_setopt(easy, option_ca_file, request->ca_file);
    if (request->body) curl.easy_setopt(easy, option_post_fields, request->body);
    if (request->path && (job->file = fopen(request->path, "rb"))) {
        fseeko(job->file, 0, SEEK_END);
        curl.easy_setopt(easy, option_post, 1L);
        curl.easy_setopt(easy, option_post_size, (int64_t)ftello(job->file));
        curl.easy_setopt(easy, option_read_data, job->file);
        // Servers need not respond with 100 Continue.
        curl.easy_setopt(easy, option_expect_timeout, 1L);
    }
    curl.easy_setopt(easy, option_no_signal, 1L);
    // Over TLS, requests share a connection if the server supports HTTP/2, as with CurlTransport.
    curl.easy_setopt(easy, option_pipe_wait, strncmp(request->url, "https:", 6) == 0 ? 1L : 0L);
    curl.easy_setopt(easy, option_buffer_size, 64L * 1024);
    curl.easy_setopt(easy, option_write_function, count_bytes);
    curl.easy_setopt(easy, option_write_data, bytes);
}

static void close_job(struct job *job) {
    if (job->file) fclose(job->file);
    if (job->easy) curl.easy_cleanup(job->easy);
}

static void begin(struct job *job) {
    if (job->file) rewind(job->file);
    job->start = now();
}

static void end(
    struct job *job, int code, int64_t index, const struct bare_curl_request *request, struct bare_curl_result *result) {
    long status = 0;
    curl.easy_getinfo(job->easy, info_status, &status);
    if (code == 0 && status == 200) result->completed++;
    if (request->latencies) request->latencies[index] = now() - job->start;
}

static void run_sequentially(const struct bare_curl_request *request, struct bare_curl_result *result) {
    struct job job = {0};
    open_job(&job, request, &result->bytes);
    double start = now();
    for (int64_t i = 0; i < request->count; i++) {
        begin(&job);
        end(&job, curl.easy_perform(job.easy), i, request, result);
    }
    result->seconds = now() - start;
    close_job(&job);
}

static void run_concurrently(const struct bare_curl_request *request, struct bare_curl_result *result) {
    void *multi = curl.multi_init();
    struct job *jobs = calloc((size_t)request->concurrency, sizeof *jobs);
    int64_t started = 0, finished = 0;
    double start = now();
    for (; started < request->concurrency && started < request->count; started++) {
        open_job(&jobs[started], request, &result->bytes);
        begin(&jobs[started]);
        curl.multi_add_handle(multi, jobs[started].easy);
    }
    while (finished < request->count) {
        int running = 0, left = 0;
        curl.multi_perform(multi, &running);
        struct message *message;
        while ((message = curl.multi_info_read(multi, &left))) {
            if (message->kind != message_done) continue;
            struct job *job = NULL;
            curl.easy_getinfo(message->easy, info_private, &job);
            end(job, message->data.result, finished++, request, result);
            curl.multi_remove_handle(multi, job->easy);
            if (started < request->count) {
                started++;
                begin(job);
                curl.multi_add_handle(multi, job->easy);
            }
        }
        if (finished < request->count) curl.multi_poll(multi, NULL, 0, 1000, NULL);
    }
    result->seconds = now() - start;
    for (int i = 0; i < request->concurrency; i++) close_job(&jobs[i]);
    free(jobs);
    curl.multi_cleanup(multi);
}

const char *bare_curl_run(const struct bare_curl_request *request, struct bare_curl_result *result) {
    const char *problem = open_library();
    if (problem) return problem;
    *result = (struct bare_curl_result){0};
    if (request->concurrency > 1) {
        run_concurrently(request, result);
    } else {
        run_sequentially(request, result);
    }
    return NULL;
}

#else

const char *bare_curl_run(const struct bare_curl_request *request, struct bare_curl_result *result) {
    (void)request, (void)result;
    return "libcurl can be measured only on Linux";
}

#endif

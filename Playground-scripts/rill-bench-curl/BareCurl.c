#include "BareCurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

enum {
    option_buffer_size = 98,
    option_no_signal = 99,
    option_post_fields = 10015,
    option_url = 10002,
    option_write_data = 10001,
    option_write_function = 20011,
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

static void *make_handle(const char *url, const char *body, int64_t *bytes) {
    void *easy = curl.easy_init();
    curl.easy_setopt(easy, option_url, url);
    if (body) curl.easy_setopt(easy, option_post_fields, body);
    curl.easy_setopt(easy, option_no_signal, 1L);
    curl.easy_setopt(easy, option_buffer_size, 64L * 1024);
    curl.easy_setopt(easy, option_write_function, count_bytes);
    curl.easy_setopt(easy, option_write_data, bytes);
    return easy;
}

static int is_good(void *easy, int code) {
    long status = 0;
    curl.easy_getinfo(easy, info_status, &status);
    return code == 0 && status == 200;
}

static void run_sequentially(const char *url, const char *body, int64_t requests, struct bare_curl_result *result) {
    void *easy = make_handle(url, body, &result->bytes);
    double start = now();
    for (int64_t i = 0; i < requests; i++) result->completed += is_good(easy, curl.easy_perform(easy));
    result->seconds = now() - start;
    curl.easy_cleanup(easy);
}

static void run_concurrently(
    const char *url, const char *body, int concurrency, int64_t requests, struct bare_curl_result *result) {
    void *multi = curl.multi_init();
    void **handles = calloc((size_t)concurrency, sizeof *handles);
    int64_t started = 0, finished = 0;
    double start = now();
    for (int i = 0; i < concurrency && started < requests; i++, started++) {
        handles[i] = make_handle(url, body, &result->bytes);
        curl.multi_add_handle(multi, handles[i]);
    }
    while (finished < requests) {
        int running = 0, left = 0;
        curl.multi_perform(multi, &running);
        struct message *message;
        while ((message = curl.multi_info_read(multi, &left))) {
            if (message->kind != message_done) continue;
            void *easy = message->easy;
            result->completed += is_good(easy, message->data.result);
            finished++;
            curl.multi_remove_handle(multi, easy);
            if (started < requests) {
                started++;
                curl.multi_add_handle(multi, easy);
            }
        }
        if (finished < requests) curl.multi_poll(multi, NULL, 0, 1000, NULL);
    }
    result->seconds = now() - start;
    for (int i = 0; i < concurrency; i++) {
        if (handles[i]) curl.easy_cleanup(handles[i]);
    }
    free(handles);
    curl.multi_cleanup(multi);
}

const char *bare_curl_run(
    const char *url, const char *body, int concurrency, int64_t requests, struct bare_curl_result *result) {
    const char *problem = open_library();
    if (problem) return problem;
    *result = (struct bare_curl_result){0};
    if (concurrency > 1) {
        run_concurrently(url, body, concurrency, requests, result);
    } else {
        run_sequentially(url, body, requests, result);
    }
    return NULL;
}

#else

const char *bare_curl_run(
    const char *url, const char *body, int concurrency, int64_t requests, struct bare_curl_result *result) {
    (void)url, (void)body, (void)concurrency, (void)requests, (void)result;
    return "libcurl can be measured only on Linux";
}

#endif

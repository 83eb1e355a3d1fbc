#define _GNU_SOURCE  // for the name of a thread

#include "CCurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The first three members of curl's curl_version_info_data; they have kept their places since 7.10.
struct version_info {
    int age;
    const char *version;
    unsigned int version_num;
};

// curl's CURLMsg.
struct message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

enum { message_done = 1, global_default = 3, oldest_version = 0x074400 };

// The functions as libcurl exports them, with their own (variadic) signatures.
static struct {
    const struct version_info *(*version_info)(int age);
    int (*global_init)(long flags);
    const char *(*easy_strerror)(int code);
    void *(*slist_append)(void *list, const char *text);
    void (*slist_free_all)(void *list);
    void *(*easy_init)(void);
    void (*easy_reset)(void *easy);
    void (*easy_cleanup)(void *easy);
    int (*easy_pause)(void *easy, int mask);
    int (*easy_setopt)(void *easy, int option, ...);
    int (*easy_getinfo)(void *easy, int info, ...);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, void *descriptors, unsigned int count, int milliseconds, int *ready);
    int (*multi_wakeup)(void *multi);
    struct message *(*multi_info_read)(void *multi, int *left);
    void *(*share_init)(void);
    int (*share_cleanup)(void *share);
    int (*share_setopt)(void *share, int option, ...);
} curl;

static const struct symbol {
    const char *name;
    void *place;
} symbols[] = {
    {"curl_global_init", &curl.global_init},
    {"curl_easy_strerror", &curl.easy_strerror},
    {"curl_slist_append", &curl.slist_append},
    {"curl_slist_free_all", &curl.slist_free_all},
    {"curl_easy_init", &curl.easy_init},
    {"curl_easy_reset", &curl.easy_reset},
    {"curl_easy_cleanup", &curl.easy_cleanup},
    {"curl_easy_pause", &curl.easy_pause},
    {"curl_easy_setopt", &curl.easy_setopt},
    {"curl_easy_getinfo", &curl.easy_getinfo},
    {"curl_multi_init", &curl.multi_init},
    {"curl_multi_cleanup", &curl.multi_cleanup},
    {"curl_multi_setopt", &curl.multi_setopt},
    {"curl_multi_add_handle", &curl.multi_add_handle},
    {"curl_multi_remove_handle", &curl.multi_remove_handle},
    {"curl_multi_perform", &curl.multi_perform},
    {"curl_multi_poll", &curl.multi_poll},
    {"curl_multi_wakeup", &curl.multi_wakeup},
    {"curl_multi_info_read", &curl.multi_info_read},
    {"curl_share_init", &curl.share_init},
    {"curl_share_cleanup", &curl.share_cleanup},
    {"curl_share_setopt", &curl.share_setopt},
};

// MARK: Opening

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[512];

static void *open_library(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl.so", "libcurl-gnutls.so.4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
        // The first name is the one that should be there: its reason is the one to tell.
        const char *reason = dlerror();
        if (i == 0) {
            snprintf(
                problem, sizeof problem,
                "libcurl could not be opened: %s; install libcurl4 (Debian, Ubuntu: apt-get install libcurl4; "
                "Fedora, RHEL, Amazon Linux: dnf install libcurl)",
                reason ? reason : "no reason given");
        }
    }
    return NULL;
}

static void open_once(void) {
    void *library = open_library();
    if (!library) return;
    problem[0] = 0;

    *(void **)&curl.version_info = dlsym(library, "curl_version_info");
    const struct version_info *info = curl.version_info ? curl.version_info(0) : NULL;
    if (!info || info->version_num < oldest_version) {
        snprintf(
            problem, sizeof problem, "libcurl %s is too old: version 7.68.0 or newer is needed; update libcurl4",
            info ? info->version : "of an unknown version");
        return;
    }
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *found = dlsym(library, symbols[i].name);
        if (!found) {
            snprintf(
                problem, sizeof problem, "libcurl %s could not be used: it lacks %s; reinstall libcurl4", info->version,
                symbols[i].name);
            return;
        }
        *(void **)symbols[i].place = found;
    }
    int code = curl.global_init(global_default);
    if (code != 0) {
        snprintf(
            problem, sizeof problem, "libcurl %s could not be initialised: %s (%d)", info->version,
            curl.easy_strerror(code), code);
    }
}

const char *ccurl_open(void) {
    pthread_once(&once, open_once);
    return problem[0] ? problem : NULL;
}

uint32_t ccurl_version_number(void) { return curl.version_info(0)->version_num; }
const char *ccurl_version_text(void) { return curl.version_info(0)->version; }
const char *ccurl_error_text(int code) { return curl.easy_strerror(code); }
void ccurl_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

// MARK: Calls

void *ccurl_list_append(void *list, const char *line) { return curl.slist_append(list, line); }
void ccurl_list_free(void *list) { curl.slist_free_all(list); }

void *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_reset(void *easy) { curl.easy_reset(easy); }
void ccurl_easy_cleanup(void *easy) { curl.easy_cleanup(easy); }
int ccurl_easy_unpause(void *easy) { return curl.easy_pause(easy, 0); }

int ccurl_easy_set_long(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int ccurl_easy_set_offset(void *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }
int ccurl_easy_set_text(void *easy, int option, const char *text) { return curl.easy_setopt(easy, option, text); }
int ccurl_easy_set_pointer(void *easy, int option, const void *pointer) {
    return curl.easy_setopt(easy, option, pointer);
}
int ccurl_easy_set_data_callback(void *easy, int option, ccurl_data_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}
int ccurl_easy_set_seek_callback(void *easy, int option, ccurl_seek_callback callback) {
    return curl.easy_setopt(easy, option, callback);
}

long ccurl_easy_get_long(void *easy, int info, long fallback) {
    long value = fallback;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : fallback;
}
int64_t ccurl_easy_get_offset(void *easy, int info, int64_t fallback) {
    int64_t value = fallback;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : fallback;
}

void *ccurl_share_init(void) { return curl.share_init(); }
void ccurl_share_cleanup(void *share) { curl.share_cleanup(share); }
int ccurl_share_set_long(void *share, int option, long value) { return curl.share_setopt(share, option, value); }

void *ccurl_multi_init(void) { return curl.multi_init(); }
int ccurl_multi_cleanup(void *multi) { return curl.multi_cleanup(multi); }
int ccurl_multi_set_long(void *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }
int ccurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }
int ccurl_multi_remove(void *multi, void *easy) { return curl.multi_remove_handle(multi, easy); }
int ccurl_multi_perform(void *multi) {
    int running = 0;
    return curl.multi_perform(multi, &running);
}
int ccurl_multi_poll(void *multi, int milliseconds) { return curl.multi_poll(multi, NULL, 0, milliseconds, NULL); }
int ccurl_multi_wakeup(void *multi) { return curl.multi_wakeup(multi); }

void *ccurl_multi_next_ended(void *multi, int *result) {
    int left = 0;
    struct message *message;
    while ((message = curl.multi_info_read(multi, &left))) {
        if (message->kind != message_done) continue;
        *result = message->data.result;
        return message->easy;
    }
    return NULL;
}

#else

// An empty translation unit is not C.
typedef int ccurl_is_for_linux_only;

#endif

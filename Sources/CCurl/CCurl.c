#define _GNU_SOURCE  // for the name of a thread

#include "CCurl.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

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
    int (*multi_socket_action)(void *multi, int socket, int events, int *running);
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
    {"curl_multi_socket_action", &curl.multi_socket_action},
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
int ccurl_easy_set_ready_callback(void *easy, int option, ccurl_ready_callback callback) {
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

// MARK: Waiting

enum {
    multi_socket_function = 20001,
    multi_socket_data = 10002,
    multi_timer_function = 20004,
    multi_timer_data = 10005,
    poll_in = 1,
    poll_out = 2,
    poll_remove = 4,
    socket_timeout = -1,
    action_in = 1,
    action_out = 2,
    action_error = 4,
    batch_size = 128
};

struct ccurl_poller {
    void *multi;
    int epoll;
    int event;
    // When libcurl wants to be called even if nothing happens, in milliseconds of the monotonic clock; -1 for never.
    int64_t deadline;
    int ready_count;
    struct epoll_event ready[batch_size];
};

static int64_t now_in_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Called by libcurl when it wants to know other things of a socket than before.
static int socket_changed(void *easy, int socket, int what, void *user, void *known) {
    (void)easy, (void)known;
    struct ccurl_poller *poller = user;
    if (what == poll_remove) {
        epoll_ctl(poller->epoll, EPOLL_CTL_DEL, socket, NULL);  // a socket that is closed has gone by itself
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    if (what & poll_in) event.events |= EPOLLIN;
    if (what & poll_out) event.events |= EPOLLOUT;
    int code = epoll_ctl(poller->epoll, EPOLL_CTL_ADD, socket, &event);
    if (code != 0 && errno == EEXIST) code = epoll_ctl(poller->epoll, EPOLL_CTL_MOD, socket, &event);
    return code;
}

// Called by libcurl when the time changes at which it wants to be called.
static int timer_changed(void *multi, long milliseconds, void *user) {
    (void)multi;
    struct ccurl_poller *poller = user;
    // Never early: the clock is cut to whole milliseconds, and libcurl may not ask again.
    poller->deadline = milliseconds < 0 ? -1 : now_in_milliseconds() + milliseconds + (milliseconds > 0);
    return 0;
}

ccurl_poller *ccurl_poller_make(void *multi) {
    ccurl_poller *poller = calloc(1, sizeof *poller);
    if (!poller) return NULL;
    poller->multi = multi;
    poller->deadline = -1;
    poller->epoll = epoll_create1(EPOLL_CLOEXEC);
    poller->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = poller->event};
    if (poller->epoll < 0 || poller->event < 0 ||
        epoll_ctl(poller->epoll, EPOLL_CTL_ADD, poller->event, &event) != 0) {
        ccurl_poller_free(poller);
        return NULL;
    }
    curl.multi_setopt(multi, multi_socket_function, socket_changed);
    curl.multi_setopt(multi, multi_socket_data, poller);
    curl.multi_setopt(multi, multi_timer_function, timer_changed);
    curl.multi_setopt(multi, multi_timer_data, poller);
    return poller;
}

void ccurl_poller_free(ccurl_poller *poller) {
    if (poller->epoll >= 0) close(poller->epoll);
    if (poller->event >= 0) close(poller->event);
    free(poller);
}

void ccurl_poller_wake(ccurl_poller *poller) {
    uint64_t one = 1;
    // It fails only where a wake-up is pending already.
    ssize_t count = write(poller->event, &one, sizeof one);
    (void)count;
}

int ccurl_poller_wait(ccurl_poller *poller, int may_wait) {
    int64_t timeout = may_wait ? -1 : 0;
    if (may_wait && poller->deadline >= 0) {
        timeout = poller->deadline - now_in_milliseconds();
        if (timeout < 0) timeout = 0;
        if (timeout > 3600000) timeout = 3600000;
    }
    int count = epoll_wait(poller->epoll, poller->ready, batch_size, (int)timeout);
    poller->ready_count = count > 0 ? count : 0;
    return count >= 0 || errno == EINTR ? 0 : errno;
}

int ccurl_poller_act(ccurl_poller *poller) {
    int running = 0;
    for (int i = 0; i < poller->ready_count; i++) {
        int socket = poller->ready[i].data.fd;
        uint32_t events = poller->ready[i].events;
        if (socket == poller->event) {
            uint64_t count;
            ssize_t size = read(socket, &count, sizeof count);
            (void)size;
            continue;
        }
        int action = 0;
        if (events & EPOLLIN) action |= action_in;
        if (events & EPOLLOUT) action |= action_out;
        if (events & (EPOLLERR | EPOLLHUP)) action |= action_error;
        int code = curl.multi_socket_action(poller->multi, socket, action, &running);
        if (code != 0) return code;
    }
    poller->ready_count = 0;
    if (poller->deadline < 0 || poller->deadline > now_in_milliseconds()) return 0;
    poller->deadline = -1;
    return curl.multi_socket_action(poller->multi, socket_timeout, 0, &running);
}

#else

// An empty translation unit is not C.
typedef int ccurl_is_for_linux_only;

#endif

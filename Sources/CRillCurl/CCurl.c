#define _GNU_SOURCE  // for pthread_setname_np

#include "CCurl.h"
#include "Functions.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// The first members of curl_version_info_data, whose layout has not changed since libcurl 7.10.
struct version_info {
    int age;
    const char *version;
    unsigned int version_num;
    const char *host;
    int features;
    const char *ssl_version;
};

// libcurl's curl_tlssessioninfo.
struct tls_session {
    int backend;
    void *session;
};

// libcurl's CURLMsg.
struct message {
    int kind;
    void *easy;
    union {
        void *pointer;
        int result;
    } data;
};

enum {
    message_done = 1,
    global_default = 3,
    oldest_version = 0x074400,
    info_tls_session = 0x400000 + 45,
    backend_openssl = 1,
    backend_gnutls = 2
};

struct ccurl_functions ccurl_functions;

// OpenSSL's functions, or NULL if libcurl does not use a shared OpenSSL.
static const char *(*ssl_get_version)(const void *session);
static int (*ssl_has_pending)(const void *session);

// GnuTLS's function, or NULL if libcurl does not use a shared GnuTLS.
static size_t (*gnutls_check_pending)(void *session);

static const struct symbol {
    const char *name;
    void *target;
} symbols[] = {
#define SYMBOL(result, name, parameters) {"curl_" #name, &ccurl_functions.name},
    CCURL_FUNCTIONS(SYMBOL)
#undef SYMBOL
};

// MARK: Opening

static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_open;
static char error_text[512];  // guarded by `open_lock`

static void *open_library(void) {
    static const char *const names[] = {"libcurl.so.4", "libcurl.so", "libcurl-gnutls.so.4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
        // Report the error for the first name, which is the one normally installed.
        const char *reason = dlerror();
        if (i == 0) {
            const char *advice = ". Install libcurl4 (Debian, Ubuntu: apt-get install libcurl4; "
                                 "Fedora, RHEL, Amazon Linux: dnf install libcurl)";
            bool is_missing = !reason || strstr(reason, "No such file");
            snprintf(
                error_text, sizeof error_text, "could not load libcurl: %s%s", reason ? reason : "unknown error",
                is_missing ? advice : "");
        }
    }
    return NULL;
}

// Looks up the functions in the OpenSSL that libcurl uses. Another library may have loaded a different version, which
// must not receive libcurl's sessions. The loaded version must therefore equal the version that libcurl reports, such as
// "OpenSSL/3.0.15".
static void find_openssl(void *library, const char *name) {
    const char *(*version)(int) = NULL;
    *(void **)&version = dlsym(library, "OpenSSL_version");
    if (!version || !name || strncmp(name, "OpenSSL/", 8) != 0) return;
    const char *loaded = version(0);  // such as "OpenSSL 3.0.15 3 Sep 2024"
    size_t length = strcspn(name + 8, " ");
    if (strncmp(loaded, "OpenSSL ", 8) != 0 || strncmp(loaded + 8, name + 8, length) != 0) return;
    if (loaded[8 + length] != ' ') return;
    *(void **)&ssl_get_version = dlsym(library, "SSL_get_version");
    *(void **)&ssl_has_pending = dlsym(library, "SSL_has_pending");
}

static atomic_int fork_count;

static void note_fork(void) { fork_count++; }

// Loads libcurl. If this fails, for example because too many files are open, the next call tries again.
static void load(void) {
    void *library = open_library();
    if (!library) return;
    error_text[0] = 0;

    *(void **)&ccurl_functions.version_info = dlsym(library, "curl_version_info");
    const struct version_info *info = ccurl_functions.version_info ? ccurl_functions.version_info(0) : NULL;
    if (!info || info->version_num < oldest_version) {
        snprintf(
            error_text, sizeof error_text, "libcurl %s is too old: version 7.68.0 or later is required. Update libcurl4",
            info ? info->version : "(unknown version)");
        return;
    }
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *found = dlsym(library, symbols[i].name);
        if (!found) {
            snprintf(
                error_text, sizeof error_text, "could not use libcurl %s: the function %s is missing. Reinstall libcurl4",
                info->version, symbols[i].name);
            return;
        }
        *(void **)symbols[i].target = found;
    }
    int code = ccurl_functions.global_init(global_default);
    if (code != 0) {
        snprintf(
            error_text, sizeof error_text, "could not initialize libcurl %s: %s (libcurl code %d)", info->version,
            ccurl_functions.easy_strerror(code), code);
        return;
    }
    pthread_atfork(NULL, NULL, note_fork);
    find_openssl(library, info->ssl_version);
    if (info->ssl_version && strncmp(info->ssl_version, "GnuTLS/", 7) == 0) {
        *(void **)&gnutls_check_pending = dlsym(library, "gnutls_record_check_pending");
    }
}

const char *ccurl_open(void) {
    if (atomic_load_explicit(&is_open, memory_order_acquire)) return NULL;
    static _Thread_local char reason[sizeof error_text];
    pthread_mutex_lock(&open_lock);
    if (!is_open) load();
    memcpy(reason, error_text, sizeof reason);
    if (!reason[0]) atomic_store_explicit(&is_open, true, memory_order_release);
    pthread_mutex_unlock(&open_lock);
    return reason[0] ? reason : NULL;
}

int ccurl_can_open_file(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC);
    if (descriptor < 0) return errno != EMFILE && errno != ENFILE;
    close(descriptor);
    return 1;
}

uint32_t ccurl_version_number(void) { return ccurl_functions.version_info(0)->version_num; }
int ccurl_uses_gnutls(void) { return gnutls_check_pending != NULL; }
int ccurl_features(void) { return ccurl_functions.version_info(0)->features; }
const char *ccurl_error_text(int code) { return ccurl_functions.easy_strerror(code); }
int ccurl_fork_count(void) { return fork_count; }

void ccurl_keep_freed_memory(void) {
    void *volatile block = malloc(4 << 20);
    free(block);
}

static sigset_t pipe_signal(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    return signals;
}

int ccurl_is_sigpipe_blocked(void) {
    sigset_t mask;
    return pthread_sigmask(SIG_BLOCK, NULL, &mask) == 0 && sigismember(&mask, SIGPIPE);
}

void ccurl_block_sigpipe(void) {
    sigset_t signals = pipe_signal();
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

void ccurl_unblock_sigpipe(void) {
    sigset_t signals = pipe_signal();
    struct timespec now = {0};
    sigtimedwait(&signals, NULL, &now);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

void ccurl_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

// MARK: Calls

void *ccurl_list_append(void *list, const char *line) { return ccurl_functions.slist_append(list, line); }
void ccurl_list_free(void *list) { ccurl_functions.slist_free_all(list); }

void *ccurl_easy_init(void) { return ccurl_functions.easy_init(); }
void ccurl_easy_reset(void *easy) { ccurl_functions.easy_reset(easy); }
void ccurl_easy_cleanup(void *easy) { ccurl_functions.easy_cleanup(easy); }
int ccurl_easy_unpause(void *easy) { return ccurl_functions.easy_pause(easy, 0); }

#define SETTER(name, type) \
    int ccurl_easy_set_##name(void *easy, int option, type value) { return ccurl_functions.easy_setopt(easy, option, value); }
SETTER(long, long)
SETTER(offset, int64_t)
SETTER(pointer, const void *)
SETTER(data_callback, ccurl_data_callback)
SETTER(seek_callback, ccurl_seek_callback)
SETTER(ready_callback, ccurl_ready_callback)
SETTER(resolver_callback, ccurl_resolver_callback)
#undef SETTER

long ccurl_easy_get_long(void *easy, int info, long fallback) {
    long value = fallback;
    return ccurl_functions.easy_getinfo(easy, info, &value) == 0 ? value : fallback;
}
int64_t ccurl_easy_get_offset(void *easy, int info, int64_t fallback) {
    int64_t value = fallback;
    return ccurl_functions.easy_getinfo(easy, info, &value) == 0 ? value : fallback;
}

const char *ccurl_easy_get_text(void *easy, int info) {
    const char *text = NULL;
    return ccurl_functions.easy_getinfo(easy, info, &text) == 0 ? text : NULL;
}

// Returns the TLS library's session of the current connection, or NULL if there is none or another library is used.
static void *tls_session_of(void *easy, int backend) {
    struct tls_session *session = NULL;
    if (ccurl_functions.easy_getinfo(easy, info_tls_session, &session) != 0 || !session) return NULL;
    return session->backend == backend ? session->session : NULL;
}

const char *ccurl_easy_tls_version(void *easy) {
    void *session = ssl_get_version ? tls_session_of(easy, backend_openssl) : NULL;
    return session ? ssl_get_version(session) : NULL;
}

int ccurl_has_decrypted_data(void *easy) {
    void *session = ssl_has_pending ? tls_session_of(easy, backend_openssl) : NULL;
    if (session) return ssl_has_pending(session) != 0;
    session = gnutls_check_pending ? tls_session_of(easy, backend_gnutls) : NULL;
    return session && gnutls_check_pending(session) > 0;
}

static int count_queued(int descriptor, unsigned long direction) {
    int count = 0;
    return ioctl(descriptor, direction, &count) == 0 ? count : 0;
}

// Returns whether an open descriptor is a Unix domain socket or a pipe that child processes inherit, without queued data.
static int is_empty_and_inherited(int descriptor) {
    int domain = 0;
    socklen_t size = sizeof domain;
    struct stat status;
    if (fcntl(descriptor, F_GETFD) != 0) return 0;
    int is_socket = getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0;
    if (is_socket ? domain != AF_UNIX : fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) return 0;
    return count_queued(descriptor, FIONREAD) == 0 && count_queued(descriptor, TIOCOUTQ) == 0;
}

// Some versions of libcurl create a pair of sockets or a pipe per handle that child processes inherit. They cannot be
// obtained, but identified: these two descriptors change when the handle is woken.
static void close_wakeup_on_exec(void *multi) {
    // The lowest free numbers are assigned first, so that the descriptors precede this one.
    int end = eventfd(0, EFD_CLOEXEC);
    if (end < 0) return;
    char *candidates = calloc((size_t)end + 1, 1);
    for (int i = 3; candidates && i < end; i++) candidates[i] = (char)is_empty_and_inherited(i);
    if (candidates && ccurl_functions.multi_wakeup(multi) == 0) {
        int found[2];
        int count = 0;
        for (int i = 3; i < end; i++) {
            if (!candidates[i] || (count_queued(i, FIONREAD) != 1 && count_queued(i, TIOCOUTQ) <= 0)) continue;
            if (count < 2) found[count] = i;
            count++;
        }
        // Otherwise, other descriptors have changed at the same time, which child processes may need.
        for (int i = 0; count == 2 && i < 2; i++) fcntl(found[i], F_SETFD, FD_CLOEXEC);
    }
    free(candidates);
    close(end);
}

void *ccurl_multi_init(void) {
    void *multi = ccurl_functions.multi_init();
    if (multi) close_wakeup_on_exec(multi);
    return multi;
}
int ccurl_multi_cleanup(void *multi) { return ccurl_functions.multi_cleanup(multi); }
int ccurl_multi_set_long(void *multi, int option, long value) { return ccurl_functions.multi_setopt(multi, option, value); }
int ccurl_multi_add(void *multi, void *easy) { return ccurl_functions.multi_add_handle(multi, easy); }
int ccurl_multi_remove(void *multi, void *easy) { return ccurl_functions.multi_remove_handle(multi, easy); }

void *ccurl_multi_next_ended(void *multi, int *result) {
    int left = 0;
    struct message *message;
    while ((message = ccurl_functions.multi_info_read(multi, &left))) {
        if (message->kind != message_done) continue;
        *result = message->data.result;
        return message->easy;
    }
    return NULL;
}

#else

// ISO C forbids an empty translation unit.
typedef int ccurl_is_for_linux_only;

#endif

#include "CCurl.h"
#include "Functions.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    multi_socket_function = 20001,
    multi_socket_data = 10002,
    multi_timer_function = 20004,
    multi_timer_data = 10005,
    easy_open_function = 20163,
    easy_open_data = 10164,
    easy_close_function = 20208,
    easy_close_data = 10209,
    easy_debug_function = 20094,
    easy_debug_data = 10095,
    debug_text = 0,
    easy_private = 10103,
    info_private = 0x100000 + 21,
    info_active_socket = 0x500000 + 44,
    http_1_0 = 1,
    multi_maxconnects = 6,
    poll_in = 1,
    poll_out = 2,
    poll_remove = 4,
    socket_timeout = -1,
    action_in = 1,
    action_out = 2,
    action_error = 4
};

// The state of a socket opened by `open_socket`.
//
// An idle connection stays registered in epoll. Removing it and adding it again would cost two system calls per
// request. It is removed only if an event occurs while no exchange uses it, and closed if it is idle.
struct socket_state {
    uint8_t is_open;
    uint8_t is_watched;  // libcurl has requested events
    uint8_t is_idle;     // no exchange uses the HTTP/1 connection, so no data may arrive
    uint8_t is_shut;     // shut down, so that libcurl does not reuse the connection; stays open until libcurl closes it
    uint8_t is_http_1;   // a response over HTTP/1 was received, so the connection can be reused only without unread data
    uint8_t is_paused;   // an exchange over HTTP/1 has paused, so libcurl gets no read events
    uint8_t requested;   // the events that libcurl has requested
    uint8_t events;      // the events registered in epoll; 0 if the socket is not registered
    uint16_t port;       // the local port, determined when the connection is first used; 0 if unknown
};

struct ccurl_poller {
    void *multi;
    int epoll;
    int event;
    // The time of libcurl's timer in milliseconds of the monotonic clock; -1 if there is none.
    int64_t deadline;
    struct socket_state *sockets;  // indexed by file descriptor
    int socket_count;
    int open_count;  // the number of sockets that are open and not shut down
    int idle_limit;
    int has_new_use;  // an exchange has begun to use a connection since the last call of `ccurl_poller_process` began
    int running;  // the number of running exchanges for which the connection limit was set
    int ready_count;
    int has_more;  // the last wait found CCURL_POLLER_BATCH events
    ccurl_link *last_paused;  // the list of uploads that paused during this call of `ccurl_poller_process`
    struct epoll_event ready[CCURL_POLLER_BATCH];
};

// The first members of libcurl's curl_sockaddr.
struct address {
    int family;
    int type;
    int protocol;
};

static int64_t now_in_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// MARK: Sockets

// Returns the state of a socket opened by `open_socket`, or NULL for any other socket.
static struct socket_state *state_of(ccurl_poller *poller, int socket) {
    if (socket < 0 || socket >= poller->socket_count || !poller->sockets[socket].is_open) return NULL;
    return &poller->sockets[socket];
}

static int open_socket(void *user, int purpose, struct address *address) {
    (void)purpose;
    ccurl_link *link = user;
    ccurl_poller *poller = link->poller;
    if (link->on_open(link->user) != 0) return -1;  // CURL_SOCKET_BAD
    int descriptor = socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
    link->has_too_many_files = descriptor < 0 && (errno == EMFILE || errno == ENFILE);
    if (descriptor >= poller->socket_count) {
        int count = descriptor * 2 + 64;
        struct socket_state *longer = realloc(poller->sockets, (size_t)count * sizeof *longer);
        if (!longer) return descriptor;  // registered in epoll only while libcurl requests events
        for (int i = poller->socket_count; i < count; i++) longer[i] = (struct socket_state){0};
        poller->sockets = longer;
        poller->socket_count = count;
    }
    if (descriptor >= 0) {
        poller->sockets[descriptor] = (struct socket_state){.is_open = 1};
        poller->open_count++;
    }
    return descriptor;
}

static void unwatch(ccurl_poller *poller, struct socket_state *state, int socket) {
    if (state->events) epoll_ctl(poller->epoll, EPOLL_CTL_DEL, socket, NULL);
    state->events = 0;
}

// Registers a socket for events. `state` is NULL for a socket of the resolver.
static int watch(ccurl_poller *poller, struct socket_state *state, int socket, int events) {
    if (state && state->events == events) return 0;
    if (state && events == 0) {
        unwatch(poller, state, socket);
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    if (events & poll_in) event.events |= EPOLLIN;
    if (events & poll_out) event.events |= EPOLLOUT;
    int is_registered = state && state->events;
    int code = epoll_ctl(poller->epoll, is_registered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    if (code != 0 && errno == EEXIST) code = epoll_ctl(poller->epoll, EPOLL_CTL_MOD, socket, &event);
    if (state) state->events = code == 0 ? (uint8_t)events : 0;
    return code;
}

static int close_socket(void *user, int socket) {
    ccurl_poller *poller = user;
    struct socket_state *state = state_of(poller, socket);
    if (state) {
        // Closing does not remove it from epoll while a forked process has a copy of the descriptor.
        unwatch(poller, state, socket);
        state->is_open = 0;
        poller->open_count -= !state->is_shut;
    }
    return close(socket);
}

// Called by libcurl with its log. Only this text reports that the server has certainly not processed the request: it has
// refused the stream, or has announced with GOAWAY that it ignores the stream (RFC 9113, section 8.7).
static int note_refusal(void *easy, int kind, const char *text, size_t size, void *user) {
    static const char refusal[] = "REFUSED_STREAM, retrying";
    (void)easy;
    ccurl_link *link = user;
    if (kind == debug_text && size >= sizeof refusal && memcmp(text, refusal, sizeof refusal - 1) == 0) link->is_refused = 1;
    return 0;
}

void ccurl_poller_adopt(ccurl_link *link, void *easy) {
    ccurl_functions.easy_setopt(easy, easy_open_function, open_socket);
    ccurl_functions.easy_setopt(easy, easy_open_data, link);
    ccurl_functions.easy_setopt(easy, easy_close_function, close_socket);
    ccurl_functions.easy_setopt(easy, easy_close_data, link->poller);
    ccurl_functions.easy_setopt(easy, easy_debug_function, note_refusal);
    ccurl_functions.easy_setopt(easy, easy_debug_data, link);
    ccurl_functions.easy_setopt(easy, easy_private, link);
}

// Returns whether an exchange uses HTTP/1. Returns 0 if no status line has been received, in which case libcurl does not
// reuse the connection.
static int uses_http_1(void *easy) {
    long version = ccurl_easy_get_long(easy, CCURL_INFO_HTTP_VERSION, 0);
    return version == http_1_0 || version == CCURL_HTTP_VERSION_1_1;
}

// Returns whether a connection is idle after libcurl has stopped requesting events for an exchange.
//
// A paused exchange still uses its connection. Over HTTP/2, a server may send frames at any time, which libcurl checks
// itself.
static int is_now_idle(void *easy) {
    const ccurl_link *link = NULL;
    ccurl_functions.easy_getinfo(easy, info_private, &link);
    return link && !link->is_paused && link->reports_use && uses_http_1(easy);
}

static uint16_t local_port_of(int socket) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return 0;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

// Returns whether the socket has received data or was closed.
static int is_readable(int socket) {
    char byte;
    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 || (errno != EAGAIN && errno != EINTR);
}

int ccurl_poller_will_use(ccurl_link *link, void *easy, int local_port) {
    ccurl_poller *poller = link->poller;
    int is_stale = 0;
    int was_used = 0;
    poller->has_new_use = 1;
    link->port = local_port > 0 ? local_port : 0;
    link->is_new = 0;
    if (link->port == 0) return 1;  // a Unix domain socket, which is not reused
    // Connections to different addresses can have the same local port. An unrelated socket can then only cause a new
    // connection.
    for (int i = 0; i < poller->socket_count; i++) {
        struct socket_state *state = &poller->sockets[i];
        if (!state->is_open) continue;
        if (state->port == 0) state->port = local_port_of(i);
        if (state->port != local_port) continue;
        state->is_idle = 0;
        was_used |= state->is_http_1;
        link->is_new |= !state->is_http_1;
        is_stale |= state->is_shut || (state->is_http_1 && is_readable(i));
    }
    return !is_stale && !(was_used && ccurl_has_decrypted_data(easy));
}

void ccurl_poller_received_http_1(ccurl_link *link) {
    const ccurl_poller *poller = link->poller;
    if (!link->is_new) return;
    link->is_new = 0;
    for (int i = 0; i < poller->socket_count; i++) {
        struct socket_state *state = &poller->sockets[i];
        if (state->is_open && state->port == link->port) state->is_http_1 = 1;
    }
}

// Shuts down an idle connection, so that libcurl detects the closed connection and does not reuse it.
//
// Received data must be discarded, because some versions of libcurl treat a connection with unread data as alive.
static void close_idle(ccurl_poller *poller, struct socket_state *state, int socket) {
    char bytes[4096];
    unwatch(poller, state, socket);
    state->is_idle = 0;
    poller->open_count -= !state->is_shut;
    state->is_shut = 1;
    shutdown(socket, SHUT_RDWR);
    while (recv(socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
}

void ccurl_poller_did_end(ccurl_poller *poller, void *easy) {
    // A new exchange may already use the connection, which is not watched while that exchange is paused.
    if (poller->has_new_use || poller->open_count - poller->running <= poller->idle_limit) return;
    const ccurl_link *link = NULL;
    ccurl_functions.easy_getinfo(easy, info_private, &link);
    if (!link || !link->reports_use || !uses_http_1(easy)) return;
    int socket = -1;
    ccurl_functions.easy_getinfo(easy, info_active_socket, &socket);
    struct socket_state *state = state_of(poller, socket);
    if (state && !state->is_watched && !state->is_shut) close_idle(poller, state, socket);
}

// Reports that libcurl has stopped reading. It ends the exchange only if its upload is not paused.
static void note_end(const ccurl_link *link, int is_open) {
    if (link && link->watches_end && !link->is_paused) link->on_end(link->user, is_open);
}

void ccurl_poller_upload_will_pause(ccurl_link *link) {
    if (link->has_paused_upload) return;
    link->has_paused_upload = 1;
    link->next_paused = link->poller->last_paused;
    link->poller->last_paused = link;
}

void ccurl_poller_forget_paused_upload(ccurl_link *link) {
    if (!link->has_paused_upload) return;
    link->has_paused_upload = 0;
    ccurl_link **next = &link->poller->last_paused;
    while (*next != link) next = &(*next)->next_paused;
    *next = link->next_paused;
}

int ccurl_poller_only_sends(const ccurl_link *link) {
    const struct socket_state *state = state_of(link->poller, link->socket);
    return state && state->is_watched && !link->is_paused && state->requested == poll_out;
}

// Returns the events to wait for.
static int events_of(const struct socket_state *state) {
    return state->is_paused ? state->requested & ~poll_in : state->requested;
}

// Reports the end of reading if libcurl does not read from the connection of an exchange.
static void check_connection(const ccurl_link *link) {
    const ccurl_poller *poller = link->poller;
    int open_count = 0;
    int closed_count = 0;
    for (int i = 0; i < poller->socket_count; i++) {
        const struct socket_state *state = &poller->sockets[i];
        if (!state->is_open || state->port != link->port) continue;
        if (state->is_watched) return;
        if (is_readable(i)) closed_count++; else open_count++;
    }
    // Connections to different addresses can have the same local port.
    note_end(link, open_count > 0 && closed_count == 0);
}

static void check_paused_uploads(ccurl_poller *poller) {
    while (poller->last_paused) {
        ccurl_link *link = poller->last_paused;
        poller->last_paused = link->next_paused;
        link->has_paused_upload = 0;
        if (link->port != 0) check_connection(link);
    }
}

// Called by libcurl when the events that it requests for a socket change.
static int socket_changed(void *easy, int socket, int what, void *user, void *data) {
    (void)data;
    ccurl_poller *poller = user;
    struct socket_state *state = state_of(poller, socket);
    ccurl_link *link = NULL;
    ccurl_functions.easy_getinfo(easy, info_private, &link);
    if (what == poll_remove) {
        note_end(link, state && !is_readable(socket));
        if (state) {
            state->is_watched = 0;
            state->is_paused = 0;
            state->is_idle = is_now_idle(easy);
        } else {
            epoll_ctl(poller->epoll, EPOLL_CTL_DEL, socket, NULL);  // closed sockets have been removed automatically
        }
        return 0;
    }
    if (!state) {
        // A socket of the resolver, which child processes must not inherit.
        fcntl(socket, F_SETFD, FD_CLOEXEC);
        return watch(poller, state, socket, what);
    }
    if (link) link->socket = socket;
    state->is_watched = 1;
    state->is_idle = 0;
    state->is_paused = link && link->is_paused && uses_http_1(easy);
    state->requested = (uint8_t)what;
    return watch(poller, state, socket, events_of(state));
}

// libcurl 8.5 continues to request read events for a paused exchange, and reads the response into memory. Data is lost when
// it exceeds 64 MB.
void ccurl_poller_set_paused(ccurl_link *link, void *easy, int is_paused) {
    link->is_paused = is_paused;
    struct socket_state *state = state_of(link->poller, link->socket);
    if (!state || !state->is_watched || !uses_http_1(easy)) return;
    state->is_paused = (uint8_t)is_paused;
    if (!is_paused) watch(link->poller, state, link->socket, events_of(state));
}

// Called by libcurl when the time of its timer changes.
static int timer_changed(void *multi, long milliseconds, void *user) {
    (void)multi;
    ccurl_poller *poller = user;
    // The deadline is rounded up, because the current time is truncated to milliseconds. If the timer fired too early,
    // libcurl might not set it again.
    poller->deadline = milliseconds < 0 ? -1 : now_in_milliseconds() + milliseconds + (milliseconds > 0);
    return 0;
}

// Adapts the connection limit to the number of running exchanges. libcurl's limit includes the connections in use, so
// that a constant limit could close the connections of running exchanges.
static void set_connection_limit(ccurl_poller *poller, int running) {
    poller->running = running;
    ccurl_functions.multi_setopt(poller->multi, multi_maxconnects, (long)running + poller->idle_limit);
}

// MARK: Lifecycle

ccurl_poller *ccurl_poller_make(void *multi, int idle_limit) {
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
    ccurl_functions.multi_setopt(multi, multi_socket_function, socket_changed);
    ccurl_functions.multi_setopt(multi, multi_socket_data, poller);
    ccurl_functions.multi_setopt(multi, multi_timer_function, timer_changed);
    ccurl_functions.multi_setopt(multi, multi_timer_data, poller);
    poller->idle_limit = idle_limit;
    set_connection_limit(poller, 0);
    return poller;
}

void ccurl_poller_free(ccurl_poller *poller) {
    if (poller->epoll >= 0) close(poller->epoll);
    if (poller->event >= 0) close(poller->event);
    free(poller->sockets);
    free(poller);
}

// MARK: Waiting

void ccurl_poller_wake(ccurl_poller *poller) {
    uint64_t one = 1;
    // Fails only if the counter is at its maximum, in which case a wake-up is already pending.
    ssize_t count = write(poller->event, &one, sizeof one);
    (void)count;
}

int ccurl_poller_wait(ccurl_poller *poller, int64_t limit) {
    int64_t timeout = limit;
    if (limit != 0 && poller->deadline >= 0) {
        int64_t left = poller->deadline - now_in_milliseconds();
        if (left < 0) left = 0;
        if (limit < 0 || left < limit) timeout = left;
    }
    if (timeout > 3600000) timeout = 3600000;
    int count = epoll_wait(poller->epoll, poller->ready, CCURL_POLLER_BATCH, (int)timeout);
    // The wait ends with EINTR when a stopped process continues. The data that has arrived meanwhile must be read before
    // timers are processed.
    if (count < 0 && errno == EINTR) count = epoll_wait(poller->epoll, poller->ready, CCURL_POLLER_BATCH, 0);
    poller->ready_count = count > 0 ? count : 0;
    poller->has_more = count == CCURL_POLLER_BATCH;
    return count >= 0 || errno == EINTR ? 0 : errno;
}

int ccurl_poller_has_more(const ccurl_poller *poller) { return poller->has_more; }

// Lets libcurl process a socket or its timer, and adapts the connection limit to the number of running exchanges.
static int perform(ccurl_poller *poller, int socket, int action) {
    int running = poller->running;
    int code = ccurl_functions.multi_socket_action(poller->multi, socket, action, &running);
    if (running != poller->running) set_connection_limit(poller, running);
    return code;
}

static int process(ccurl_poller *poller) {
    for (int i = 0; i < poller->ready_count; i++) {
        int socket = poller->ready[i].data.fd;
        uint32_t events = poller->ready[i].events;
        if (socket == poller->event) {
            uint64_t count;
            ssize_t size = read(socket, &count, sizeof count);
            (void)size;
            continue;
        }
        struct socket_state *state = state_of(poller, socket);
        if (state && !state->is_watched) {
            if (state->is_idle && (events & ~(uint32_t)EPOLLOUT)) {
                // libcurl can have read the data of the event meanwhile, for example because an exchange was resumed.
                if (is_readable(socket)) close_idle(poller, state, socket);
            } else if (state->is_idle) {
                watch(poller, state, socket, poll_in);  // a socket that can be written is not stale
            } else {
                unwatch(poller, state, socket);  // libcurl checks the connection before it reuses it
            }
            continue;
        }
        int action = 0;
        if (state && state->is_paused) {
            watch(poller, state, socket, events_of(state));
            events &= ~(uint32_t)EPOLLIN;
            if (events == 0 || state->events == 0) continue;
        }
        if (events & EPOLLIN) action |= action_in;
        if (events & EPOLLOUT) action |= action_out;
        if (events & (EPOLLERR | EPOLLHUP)) action |= action_error;
        int code = perform(poller, socket, action);
        if (code != 0) {
            poller->ready_count = 0;
            return code;
        }
    }
    poller->ready_count = 0;
    if (poller->deadline < 0 || poller->deadline > now_in_milliseconds()) return 0;
    poller->deadline = -1;
    return perform(poller, socket_timeout, 0);
}

int ccurl_poller_process(ccurl_poller *poller) {
    poller->has_new_use = 0;
    int code = process(poller);
    check_paused_uploads(poller);
    return code;
}

#else

// ISO C forbids an empty translation unit.
typedef int ccurl_poller_is_for_linux_only;

#endif

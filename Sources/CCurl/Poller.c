#include "CCurl.h"
#include "Functions.h"

#if defined(__linux__)

#include <errno.h>
#include <stdlib.h>
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
    easy_private = 10103,
    info_private = 0x100000 + 21,
    info_http_version = 0x200000 + 46,
    http_1_0 = 1,
    http_1_1 = 2,
    multi_maxconnects = 6,
    poll_in = 1,
    poll_out = 2,
    poll_remove = 4,
    socket_timeout = -1,
    action_in = 1,
    action_out = 2,
    action_error = 4,
    batch_size = 128
};

// What is known of a socket that libcurl has opened through us, so that we learn when it is closed.
//
// A connection that waits for its next request stays in the epoll as it is: taking it out and putting it back would be two
// calls of the system for each request. Only if something happens to it meanwhile it is taken out, and closed if it is idle.
struct socket_state {
    uint8_t is_open;
    uint8_t is_wanted;
    uint8_t is_idle;  // no exchange uses it, and it speaks HTTP/1: nothing may arrive
    uint8_t events;   // what the epoll looks for; 0 if the socket is not in it
    uint16_t port;    // the local port, once the connection has been idle; 0 if it is not known
};

struct ccurl_poller {
    void *multi;
    int epoll;
    int event;
    // When libcurl wants to be called even if nothing happens, in milliseconds of the monotonic clock; -1 for never.
    int64_t deadline;
    struct socket_state *sockets;  // by descriptor
    int socket_count;
    int idle_limit;
    int running;  // the exchanges that the limit of connections was set for
    int ready_count;
    struct epoll_event ready[batch_size];
};

// curl's curl_sockaddr, up to what is needed.
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

// The state of a socket that was opened through us; NULL for any other.
static struct socket_state *state_of(ccurl_poller *poller, int socket) {
    if (socket < 0 || socket >= poller->socket_count || !poller->sockets[socket].is_open) return NULL;
    return &poller->sockets[socket];
}

static int open_socket(void *user, int purpose, struct address *address) {
    (void)purpose;
    const ccurl_link *link = user;
    ccurl_poller *poller = link->poller;
    if (link->on_open(link->user) != 0) return -1;  // CURL_SOCKET_BAD
    int descriptor = socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
    if (descriptor >= poller->socket_count) {
        int count = descriptor * 2 + 64;
        struct socket_state *longer = realloc(poller->sockets, (size_t)count * sizeof *longer);
        if (!longer) return descriptor;  // goes in and out of the epoll as libcurl says
        for (int i = poller->socket_count; i < count; i++) longer[i] = (struct socket_state){0};
        poller->sockets = longer;
        poller->socket_count = count;
    }
    if (descriptor >= 0) poller->sockets[descriptor] = (struct socket_state){.is_open = 1};
    return descriptor;
}

static void forget(ccurl_poller *poller, struct socket_state *state, int socket) {
    if (state->events) epoll_ctl(poller->epoll, EPOLL_CTL_DEL, socket, NULL);
    state->events = 0;
}

static int close_socket(void *user, int socket) {
    ccurl_poller *poller = user;
    struct socket_state *state = state_of(poller, socket);
    if (state) {
        // By itself it would stay in the epoll while a forked process has a copy of it.
        forget(poller, state, socket);
        state->is_open = 0;
    }
    return close(socket);
}

void ccurl_poller_adopt(ccurl_link *link, void *easy) {
    ccurl_functions.easy_setopt(easy, easy_open_function, open_socket);
    ccurl_functions.easy_setopt(easy, easy_open_data, link);
    ccurl_functions.easy_setopt(easy, easy_close_function, close_socket);
    ccurl_functions.easy_setopt(easy, easy_close_data, link->poller);
    ccurl_functions.easy_setopt(easy, easy_private, link);
}

// Whether a socket that libcurl has stopped watching on behalf of an exchange belongs to no exchange any more.
//
// A paused exchange goes on later. Over HTTP/2 a server may send frames at any time, and libcurl looks at them itself; the
// version is known once a status line has arrived, and a connection without one is not used again.
static int is_left_idle(void *easy) {
    const ccurl_link *link = NULL;
    ccurl_functions.easy_getinfo(easy, info_private, &link);
    if (!link || link->is_paused || !link->reports_use) return 0;
    long version = 0;
    ccurl_functions.easy_getinfo(easy, info_http_version, &version);
    return version == http_1_0 || version == http_1_1;
}

static uint16_t local_port_of(int socket) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return 0;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return 0;
}

void ccurl_poller_will_use(ccurl_poller *poller, int local_port) {
    for (int i = 0; i < poller->socket_count; i++) {
        struct socket_state *state = &poller->sockets[i];
        if (state->is_idle && (state->port == local_port || state->port == 0)) state->is_idle = 0;
    }
}

// Ends an idle connection so that libcurl finds it closed and does not use it again.
//
// What has arrived must be gone: to some versions of libcurl a connection with bytes to read looks alive.
static void close_idle(ccurl_poller *poller, struct socket_state *state, int socket) {
    char bytes[4096];
    forget(poller, state, socket);
    state->is_idle = 0;
    shutdown(socket, SHUT_RDWR);
    while (recv(socket, bytes, sizeof bytes, MSG_DONTWAIT) > 0) continue;
}

void ccurl_poller_close_stale(ccurl_poller *poller) {
    struct epoll_event found[batch_size];
    // The epoll reports sockets in turn: more rounds find more of them where very many are ready at once.
    for (int round = 0; round < 16; round++) {
        int count = epoll_wait(poller->epoll, found, batch_size, 0);
        for (int i = 0; i < count; i++) {
            struct socket_state *state = state_of(poller, found[i].data.fd);
            if (state && state->is_idle) close_idle(poller, state, found[i].data.fd);
        }
        if (count < batch_size) return;
    }
}

// Called by libcurl when it wants to know other things of a socket than before.
static int socket_changed(void *easy, int socket, int what, void *user, void *known) {
    (void)known;
    ccurl_poller *poller = user;
    struct socket_state *state = state_of(poller, socket);
    if (what == poll_remove) {
        if (state) {
            state->is_wanted = 0;
            state->is_idle = is_left_idle(easy);
            if (state->is_idle && state->port == 0) state->port = local_port_of(socket);
        } else {
            epoll_ctl(poller->epoll, EPOLL_CTL_DEL, socket, NULL);  // a socket that is closed has gone by itself
        }
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    if (what & poll_in) event.events |= EPOLLIN;
    if (what & poll_out) event.events |= EPOLLOUT;
    if (state) {
        state->is_wanted = 1;
        state->is_idle = 0;
        if (state->events == what) return 0;
    }
    int code = epoll_ctl(poller->epoll, EPOLL_CTL_ADD, socket, &event);
    if (code != 0 && errno == EEXIST) code = epoll_ctl(poller->epoll, EPOLL_CTL_MOD, socket, &event);
    if (state) state->events = code == 0 ? (uint8_t)what : 0;
    return code;
}

// Called by libcurl when the time changes at which it wants to be called.
static int timer_changed(void *multi, long milliseconds, void *user) {
    (void)multi;
    ccurl_poller *poller = user;
    // Never early: the clock is cut to whole milliseconds, and libcurl may not ask again.
    poller->deadline = milliseconds < 0 ? -1 : now_in_milliseconds() + milliseconds + (milliseconds > 0);
    return 0;
}

// libcurl limits the connections that it keeps together with those in use: so that the limit never takes away the
// connections of exchanges that run, it grows with their number.
static void set_connection_limit(ccurl_poller *poller, int running) {
    poller->running = running;
    ccurl_functions.multi_setopt(poller->multi, multi_maxconnects, (long)running + poller->idle_limit);
}

// MARK: Life

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

// Lets libcurl act, and adapts the limit of connections to the number of exchanges that run then.
static int act(ccurl_poller *poller, int socket, int action) {
    int running = poller->running;
    int code = ccurl_functions.multi_socket_action(poller->multi, socket, action, &running);
    if (running != poller->running) set_connection_limit(poller, running);
    return code;
}

int ccurl_poller_act(ccurl_poller *poller) {
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
        if (state && !state->is_wanted) {
            if (state->is_idle) {
                close_idle(poller, state, socket);
            } else {
                forget(poller, state, socket);  // libcurl looks at it itself before it uses it again
            }
            continue;
        }
        int action = 0;
        if (events & EPOLLIN) action |= action_in;
        if (events & EPOLLOUT) action |= action_out;
        if (events & (EPOLLERR | EPOLLHUP)) action |= action_error;
        int code = act(poller, socket, action);
        if (code != 0) {
            poller->ready_count = 0;
            return code;
        }
    }
    poller->ready_count = 0;
    if (poller->deadline < 0 || poller->deadline > now_in_milliseconds()) return 0;
    poller->deadline = -1;
    return act(poller, socket_timeout, 0);
}

#else

// An empty translation unit is not C.
typedef int ccurl_poller_is_for_linux_only;

#endif

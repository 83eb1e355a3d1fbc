// The table of libcurl functions, shared by the source files of this target.

#ifndef CCURL_FUNCTIONS_H
#define CCURL_FUNCTIONS_H

#if defined(__linux__)

struct version_info;
struct message;

// The functions exported by libcurl, with their (partly variadic) signatures.
struct ccurl_functions {
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
    int (*multi_wakeup)(void *multi);
    struct message *(*multi_info_read)(void *multi, int *left);
};

// Initialized by `ccurl_open`.
extern struct ccurl_functions ccurl_functions __attribute__((visibility("hidden")));

// Returns whether the TLS library has received data of the current connection that libcurl has not read. Must be called in
// a callback of the transfer.
int ccurl_has_decrypted_data(void *easy) __attribute__((visibility("hidden")));

#endif
#endif

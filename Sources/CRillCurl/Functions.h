// The table of libcurl functions, shared by the source files of this target.

#ifndef CCURL_FUNCTIONS_H
#define CCURL_FUNCTIONS_H

#if defined(__linux__)

struct version_info;
struct message;

// The functions of libcurl that this target uses, with their (partly variadic) signatures: the result, the name without
// `curl_`, and the parameters.
#define CCURL_FUNCTIONS(FUNCTION) \
    FUNCTION(const struct version_info *, version_info, (int age)) \
    FUNCTION(int, global_init, (long flags)) \
    FUNCTION(const char *, easy_strerror, (int code)) \
    FUNCTION(void *, slist_append, (void *list, const char *text)) \
    FUNCTION(void, slist_free_all, (void *list)) \
    FUNCTION(void *, easy_init, (void)) \
    FUNCTION(void, easy_reset, (void *easy)) \
    FUNCTION(void, easy_cleanup, (void *easy)) \
    FUNCTION(int, easy_pause, (void *easy, int mask)) \
    FUNCTION(int, easy_setopt, (void *easy, int option, ...)) \
    FUNCTION(int, easy_getinfo, (void *easy, int info, ...)) \
    FUNCTION(void *, multi_init, (void)) \
    FUNCTION(int, multi_cleanup, (void *multi)) \
    FUNCTION(int, multi_setopt, (void *multi, int option, ...)) \
    FUNCTION(int, multi_add_handle, (void *multi, void *easy)) \
    FUNCTION(int, multi_remove_handle, (void *multi, void *easy)) \
    FUNCTION(int, multi_socket_action, (void *multi, int socket, int events, int *running)) \
    FUNCTION(int, multi_wakeup, (void *multi)) \
    FUNCTION(struct message *, multi_info_read, (void *multi, int *left))

// The pointers to these functions.
struct ccurl_functions {
#define MEMBER(result, name, parameters) result(*name) parameters;
    CCURL_FUNCTIONS(MEMBER)
#undef MEMBER
};

// Initialized by `ccurl_open`.
extern struct ccurl_functions ccurl_functions __attribute__((visibility("hidden")));

// Returns whether the TLS library has received data of the current connection that libcurl has not read. Must be called in
// a callback of the transfer.
int ccurl_has_decrypted_data(void *easy) __attribute__((visibility("hidden")));

#endif
#endif

// The functions of libcurl that RillHTTP uses, loaded at run time. Building requires neither curl headers nor the
// library.
//
// Swift cannot call variadic C functions, so each argument type has its own wrapper. The constants are those of
// libcurl's ABI version 4, which never change. All functions except `ccurl_open` require that `ccurl_open` has returned
// NULL. On platforms other than Linux, this header is empty.

#ifndef CCURL_H
#define CCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A callback for `size` times `count` bytes: received body data, a received header line, or a buffer for upload data.
typedef size_t (*ccurl_data_callback)(uint8_t *bytes, size_t size, size_t count, void *user);

/// A callback that seeks to an offset of the upload.
typedef int (*ccurl_seek_callback)(void *user, int64_t offset, int origin);

/// A callback that libcurl calls before it sends a request on an established connection. Returns 0 to send the request.
typedef int (*ccurl_ready_callback)(void *user, char *remote, char *local, int remote_port, int local_port);

/// A callback that libcurl calls before it resolves a host name. Returns 0 to continue.
typedef int (*ccurl_resolver_callback)(void *state, void *reserved, void *user);

// MARK: Library

/// Loads and initializes libcurl once per process. Returns NULL on success, otherwise an error message, which is valid
/// until the next call on the same thread. If libcurl cannot be loaded, the next call tries again.
const char *ccurl_open(void);
/// Returns the version number in libcurl's format: 0x075801 for 7.88.1.
uint32_t ccurl_version_number(void);
/// Returns the features of the library as a bit mask of `CCURL_FEATURE_…`.
int ccurl_features(void);
/// Returns whether libcurl uses GnuTLS.
int ccurl_uses_gnutls(void);
/// Returns libcurl's message for a result code.
const char *ccurl_error_text(int code);

/// Returns the number of forks between the process that called `ccurl_open` and the current process. Requires no system
/// call.
int ccurl_fork_count(void);

/// Makes glibc retain up to 8 MiB of freed memory, by allocating and freeing a block of 4 MiB.
///
/// Otherwise, the memory of each chunk is returned to the system when it is freed, and the page faults of the next
/// chunk take about half of the time of a large download.
void ccurl_keep_freed_memory(void);

/// Returns whether the process can open another file.
int ccurl_can_open_file(void);

/// Returns whether the calling thread blocks `SIGPIPE`.
int ccurl_is_sigpipe_blocked(void);

/// Blocks `SIGPIPE` for the calling thread.
void ccurl_block_sigpipe(void);

/// Unblocks `SIGPIPE` for the calling thread, and discards the signals that were blocked.
void ccurl_unblock_sigpipe(void);

/// Sets the name of the calling thread for debuggers.
void ccurl_name_thread(const char *name);

// MARK: Lists of header lines

/// Appends a copy of a line. Returns the list, or NULL if memory is exhausted, in which case the list is unchanged.
void *ccurl_list_append(void *list, const char *line);
void ccurl_list_free(void *list);

// MARK: Easy handles

void *ccurl_easy_init(void);
void ccurl_easy_reset(void *easy);
void ccurl_easy_cleanup(void *easy);
/// Resumes a paused transfer. May call the write callback before it returns.
int ccurl_easy_unpause(void *easy);
int ccurl_easy_set_long(void *easy, int option, long value);
int ccurl_easy_set_offset(void *easy, int option, int64_t value);
int ccurl_easy_set_pointer(void *easy, int option, const void *pointer);
int ccurl_easy_set_data_callback(void *easy, int option, ccurl_data_callback callback);
int ccurl_easy_set_seek_callback(void *easy, int option, ccurl_seek_callback callback);
int ccurl_easy_set_ready_callback(void *easy, int option, ccurl_ready_callback callback);
int ccurl_easy_set_resolver_callback(void *easy, int option, ccurl_resolver_callback callback);
/// Returns a value of type long, or `fallback` if it is not available.
long ccurl_easy_get_long(void *easy, int info, long fallback);
/// Returns a value of type curl_off_t, or `fallback` if it is not available.
int64_t ccurl_easy_get_offset(void *easy, int info, int64_t fallback);
/// Returns a text that is valid until the next transfer of the handle, or NULL if it is not available.
const char *ccurl_easy_get_text(void *easy, int info);
/// Returns the version of TLS of the current connection, such as "TLSv1.3", or NULL if there is none or if libcurl does not
/// use OpenSSL. Must be called in a callback of the transfer.
const char *ccurl_easy_tls_version(void *easy);

// MARK: Multi handles

void *ccurl_multi_init(void);
int ccurl_multi_cleanup(void *multi);
int ccurl_multi_set_long(void *multi, int option, long value);
int ccurl_multi_add(void *multi, void *easy);
int ccurl_multi_remove(void *multi, void *easy);
/// Returns the next finished exchange and its result code, or NULL. The easy handle remains in the multi handle.
void *ccurl_multi_next_ended(void *multi, int *result);

// MARK: Event loop

/// The maximum number of events that one wait finds.
enum { CCURL_POLLER_BATCH = 128 };

/// An epoll-based event loop for the sockets and the timer of a multi handle, which other threads can wake.
typedef struct ccurl_poller ccurl_poller;

/// A callback that is called before a connection is opened for an exchange. Returns 0 to allow the connection.
typedef int (*ccurl_open_callback)(void *user);

/// The state shared by a poller and the owner of an easy handle. Must not be freed before the easy handle has been removed
/// from the multi handle.
typedef struct ccurl_link {
    ccurl_poller *poller;
    ccurl_open_callback on_open;
    void *user;
    /// Set while the write callback has paused the exchange. libcurl then normally requests no events, but still uses
    /// the socket.
    int is_paused;
    /// The socket for which libcurl has last requested events, or -1.
    int socket;
    /// Whether the owner calls ccurl_poller_will_use, without which the poller cannot identify idle connections.
    int reports_use;
    /// Set if the last socket could not be created because there are too many open files. libcurl does not report this.
    int has_too_many_files;
    /// Set if the server has refused the HTTP/2 stream without processing the request. Requires CURLOPT_VERBOSE.
    int is_refused;
    /// The local port of the connection on which the request is sent, or 0 if it is unknown.
    int port;
    /// Whether no response with HTTP/1 has been received on this connection yet.
    int is_new;
    /// Called if libcurl stops reading while the end is watched, because the response is complete or the server has closed
    /// the connection. `is_open` is 0 if the connection is closed or has unread data.
    void (*on_end)(void *user, int is_open);
    /// Whether the owner watches for the end of reading, which libcurl does not report while an upload is paused.
    int watches_end;
    /// Whether the upload has paused and the poller has not checked the connection yet.
    int has_paused_upload;
    /// The exchange whose upload paused before that.
    struct ccurl_link *next_paused;
} ccurl_link;

/// Creates a poller for a multi handle, which then keeps at most `idle_limit` idle connections. Returns NULL and sets
/// errno if memory or file descriptors are exhausted.
ccurl_poller *ccurl_poller_make(void *multi, int idle_limit);
/// Makes an easy handle open and close its sockets through the poller of the link, so that sockets can stay registered
/// in epoll between exchanges. The poller must outlive the connections, and therefore the multi handle.
void ccurl_poller_adopt(ccurl_link *link, void *easy);
/// Marks the connection with a local port as in use. Must be called before each request is sent, because libcurl may
/// receive and pause a response before it requests events for the socket.
///
/// Returns 0 if the request must not be sent, because the HTTP/1 connection was used before and has been closed or has
/// received data, which would be treated as the response.
int ccurl_poller_will_use(ccurl_link *link, void *easy, int local_port);
/// Sets `is_paused`. Must be called in the write callback that pauses the exchange, and before the exchange is resumed.
/// Over HTTP/1, libcurl gets no read events in between.
void ccurl_poller_set_paused(ccurl_link *link, void *easy, int is_paused);
/// Notes that an upload pauses, in order to detect that libcurl does not read from the connection. libcurl does not report
/// the end of reading if the connection was used before and it has not requested events for the socket since then.
void ccurl_poller_upload_will_pause(ccurl_link *link);
/// Reverses ccurl_poller_upload_will_pause. Must be called before the link is freed.
void ccurl_poller_forget_paused_upload(ccurl_link *link);
/// Returns whether libcurl waits only for sending on the connection of an exchange.
int ccurl_poller_only_sends(const ccurl_link *link);
/// Notes that the response of an exchange uses HTTP/1.
void ccurl_poller_received_http_1(ccurl_link *link);
/// Closes the HTTP/1 connection of an exchange that has ended if there are too many idle connections. libcurl compares
/// the number of connections with a limit from before its last call, in which several exchanges may have ended.
void ccurl_poller_did_end(ccurl_poller *poller, void *easy);
/// Frees a poller. Must be called after the multi handle was freed.
void ccurl_poller_free(ccurl_poller *poller);
/// Ends the current or the next wait. May be called on any thread.
void ccurl_poller_wake(ccurl_poller *poller);
/// Waits for events, but at most for a number of milliseconds unless it is negative. Makes no callbacks. Returns 0 or an
/// errno.
int ccurl_poller_wait(ccurl_poller *poller, int64_t limit);
/// Returns whether the last wait found as many events as it can, so that others may be pending.
int ccurl_poller_has_more(const ccurl_poller *poller);
/// Lets libcurl process the events found by the wait. Makes callbacks. Returns 0 or a libcurl result code.
int ccurl_poller_process(ccurl_poller *poller);

// MARK: Constants

static const int CCURL_ERROR_SIZE = 256;
static const long CCURL_PROTOCOLS_HTTP_HTTPS = 3;
static const size_t CCURL_WRITE_PAUSE = 0x10000001;
static const size_t CCURL_READ_ABORT = 0x10000000;
static const size_t CCURL_READ_PAUSE = 0x10000001;
static const int CCURL_SEEK_OK = 0;
static const int CCURL_SEEK_FAIL = 1;

static const int CCURL_OPT_BUFFERSIZE = 98;
static const int CCURL_OPT_CAINFO = 10065;
static const int CCURL_OPT_CAPATH = 10097;
static const int CCURL_OPT_CONNECTTIMEOUT_MS = 156;
static const int CCURL_OPT_CONNECT_TO = 10243;
static const int CCURL_OPT_COPYPOSTFIELDS = 10165;
static const int CCURL_OPT_CUSTOMREQUEST = 10036;
static const int CCURL_OPT_DNS_CACHE_TIMEOUT = 92;
static const int CCURL_OPT_ERRORBUFFER = 10010;
static const int CCURL_OPT_FOLLOWLOCATION = 52;
static const int CCURL_OPT_FORBID_REUSE = 75;
static const int CCURL_OPT_FRESH_CONNECT = 74;
static const int CCURL_OPT_HAPPY_EYEBALLS_TIMEOUT_MS = 271;
static const int CCURL_OPT_HEADERDATA = 10029;
static const int CCURL_OPT_HEADERFUNCTION = 20079;
static const int CCURL_OPT_HTTP09_ALLOWED = 285;
static const int CCURL_OPT_HTTPHEADER = 10023;
static const int CCURL_OPT_HTTPPROXYTUNNEL = 61;
static const int CCURL_OPT_HTTP_VERSION = 84;
static const int CCURL_OPT_INTERFACE = 10062;
static const int CCURL_OPT_IPRESOLVE = 113;
static const int CCURL_OPT_KEYPASSWD = 10026;
static const int CCURL_OPT_NOBODY = 44;
static const int CCURL_OPT_NOSIGNAL = 99;
static const int CCURL_OPT_NOPROXY = 10177;
static const int CCURL_OPT_PATH_AS_IS = 234;
static const int CCURL_OPT_PINNEDPUBLICKEY = 10230;
static const int CCURL_OPT_PIPEWAIT = 237;
static const int CCURL_OPT_POST = 47;
static const int CCURL_OPT_POSTFIELDSIZE_LARGE = 30120;
static const int CCURL_OPT_PREREQDATA = 10313;
static const int CCURL_OPT_PREREQFUNCTION = 20312;
static const int CCURL_OPT_PROTOCOLS = 181;
static const int CCURL_OPT_PROTOCOLS_STR = 10318;
static const int CCURL_OPT_PROXY = 10004;
static const int CCURL_OPT_PROXY_CAINFO = 10246;
static const int CCURL_OPT_PROXY_CAPATH = 10247;
static const int CCURL_OPT_QUICK_EXIT = 322;
static const int CCURL_OPT_READDATA = 10009;
static const int CCURL_OPT_READFUNCTION = 20012;
static const int CCURL_OPT_REQUEST_TARGET = 10266;
static const int CCURL_OPT_RESOLVER_START_DATA = 10273;
static const int CCURL_OPT_RESOLVER_START_FUNCTION = 20272;
static const int CCURL_OPT_SEEKDATA = 10168;
static const int CCURL_OPT_SEEKFUNCTION = 20167;
static const int CCURL_OPT_SOCKS5_AUTH = 267;
static const int CCURL_OPT_SSLCERT = 10025;
static const int CCURL_OPT_SSLKEY = 10087;
static const int CCURL_OPT_SSL_VERIFYHOST = 81;
static const int CCURL_OPT_SSL_VERIFYPEER = 64;
static const int CCURL_OPT_SUPPRESS_CONNECT_HEADERS = 265;
static const int CCURL_OPT_TCP_KEEPALIVE = 213;
static const int CCURL_OPT_TCP_KEEPIDLE = 214;
static const int CCURL_OPT_TCP_KEEPINTVL = 215;
static const int CCURL_OPT_TCP_NODELAY = 121;
static const int CCURL_OPT_UNIX_SOCKET_PATH = 10231;
static const int CCURL_OPT_UPLOAD = 46;
static const int CCURL_OPT_URL = 10002;
static const int CCURL_OPT_USERAGENT = 10018;
static const int CCURL_OPT_VERBOSE = 41;
static const int CCURL_OPT_WRITEDATA = 10001;
static const int CCURL_OPT_WRITEFUNCTION = 20011;

static const int CCURL_MULTI_OPT_MAX_HOST_CONNECTIONS = 7;
static const int CCURL_MULTI_OPT_MAX_TOTAL_CONNECTIONS = 13;

static const int CCURL_FEATURE_HTTPS_PROXY = 1 << 21;

static const long CCURL_AUTH_BASIC = 1;
static const long CCURL_HTTP_VERSION_1_1 = 2;
static const long CCURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE = 5;
static const long CCURL_HTTP_VERSION_3 = 30;
static const long CCURL_RESOLVE_IPV4 = 1;
static const long CCURL_RESOLVE_IPV6 = 2;

static const int CCURL_INFO_APPCONNECT_TIME = 0x600000 + 56;
static const int CCURL_INFO_CONNECT_TIME = 0x600000 + 52;
static const int CCURL_INFO_CONTENT_LENGTH_DOWNLOAD = 0x600000 + 15;
static const int CCURL_INFO_HEADER_SIZE = 0x200000 + 11;
static const int CCURL_INFO_HTTP_CONNECTCODE = 0x200000 + 22;
static const int CCURL_INFO_HTTP_VERSION = 0x200000 + 46;
static const int CCURL_INFO_NAMELOOKUP_TIME = 0x600000 + 51;
static const int CCURL_INFO_NUM_CONNECTS = 0x200000 + 26;
static const int CCURL_INFO_OS_ERRNO = 0x200000 + 25;
static const int CCURL_INFO_PRETRANSFER_TIME = 0x600000 + 53;
static const int CCURL_INFO_PRIMARY_IP = 0x100000 + 32;
static const int CCURL_INFO_PRIMARY_PORT = 0x200000 + 40;
static const int CCURL_INFO_PROXY_ERROR = 0x200000 + 59;
static const int CCURL_INFO_REQUEST_SIZE = 0x200000 + 12;
static const int CCURL_INFO_SIZE_DOWNLOAD = 0x600000 + 8;
static const int CCURL_INFO_SIZE_UPLOAD = 0x600000 + 7;
static const int CCURL_INFO_SSL_VERIFYRESULT = 0x200000 + 13;
static const int CCURL_INFO_USED_PROXY = 0x200000 + 66;

#ifdef __cplusplus
}
#endif

#endif
#endif

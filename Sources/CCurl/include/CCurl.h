// The part of libcurl that RillHTTP uses, opened at run time: no curl header and no curl library is needed to build.
//
// Swift cannot call C's variadic functions, so each kind of argument has a wrapper of its own. The numbers are those
// of libcurl's ABI 4, which never changes them. Every function but `ccurl_open` may be called only after `ccurl_open`
// has returned NULL. On other systems than Linux this header is empty.

#ifndef CCURL_H
#define CCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Called with `size` times `count` bytes: a piece of the body, one line of the head, or room for the body to send.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *user);

/// Called when the body to send has to be read again from `offset`.
typedef int (*ccurl_seek_callback)(void *user, int64_t offset, int origin);

/// Called when the connection is ready, before the request is sent; returns 0 to send it.
typedef int (*ccurl_ready_callback)(void *user, char *remote, char *local, int remote_port, int local_port);

// MARK: The library

/// Opens libcurl once for the whole process. Returns NULL when it is ready, else a sentence that says why it is not.
const char *ccurl_open(void);
/// The version in curl's own packing: 0x075801 is 7.88.1.
uint32_t ccurl_version_number(void);
/// What the library was built with: one of `CCURL_FEATURE_…` to a bit.
int ccurl_features(void);
/// The version as a text: "7.88.1".
const char *ccurl_version_text(void);
/// libcurl's own sentence about a result.
const char *ccurl_error_text(int code);

/// How often this process has come out of a fork since `ccurl_open`: it changes in the new process, and costs no call of the
/// system to ask.
int ccurl_fork_count(void);

/// Makes glibc keep up to 8 MiB of freed memory, as it does by itself once a program has freed a block of 4 MiB.
///
/// Otherwise the memory of a chunk goes back to the system when its reader is done with it, and each page of the next one
/// has to be asked for again: of a large body that took as long as all the rest.
void ccurl_keep_freed_memory(void);

/// Names the calling thread, for debuggers.
void ccurl_name_thread(const char *name);

// MARK: Lists of header lines

/// Appends a copy of the line. Returns the list, or NULL when memory ran out (the list is then unchanged).
void *ccurl_list_append(void *list, const char *line);
void ccurl_list_free(void *list);

// MARK: One exchange

void *ccurl_easy_init(void);
void ccurl_easy_reset(void *easy);
void ccurl_easy_cleanup(void *easy);
/// Lets a paused transfer go on. May call the write callback before it returns.
int ccurl_easy_unpause(void *easy);
int ccurl_easy_set_long(void *easy, int option, long value);
int ccurl_easy_set_offset(void *easy, int option, int64_t value);
int ccurl_easy_set_text(void *easy, int option, const char *text);
int ccurl_easy_set_pointer(void *easy, int option, const void *pointer);
int ccurl_easy_set_data_callback(void *easy, int option, ccurl_data_callback callback);
int ccurl_easy_set_seek_callback(void *easy, int option, ccurl_seek_callback callback);
int ccurl_easy_set_ready_callback(void *easy, int option, ccurl_ready_callback callback);
/// The value of a long, or `fallback` when libcurl does not tell it.
long ccurl_easy_get_long(void *easy, int info, long fallback);
/// The value of an offset, or `fallback` when libcurl does not tell it.
int64_t ccurl_easy_get_offset(void *easy, int info, int64_t fallback);

// MARK: What several exchanges of one thread share

void *ccurl_share_init(void);
/// Does nothing while an exchange still uses it.
void ccurl_share_cleanup(void *share);
int ccurl_share_set_long(void *share, int option, long value);

// MARK: All exchanges of a thread

void *ccurl_multi_init(void);
int ccurl_multi_cleanup(void *multi);
int ccurl_multi_set_long(void *multi, int option, long value);
int ccurl_multi_add(void *multi, void *easy);
int ccurl_multi_remove(void *multi, void *easy);
/// The next exchange that has ended, with its result; NULL when there is none. It stays in the multi handle.
void *ccurl_multi_next_ended(void *multi, int *result);

// MARK: Waiting for them

/// Waits for the sockets of a multi handle, for its timer, and to be woken.
typedef struct ccurl_poller ccurl_poller;

/// Called before a connection is opened for an exchange; returns 0 to let it open.
typedef int (*ccurl_open_callback)(void *user);

/// What the poller and the owner of an easy handle share. It must outlive the handle's use in the multi handle.
typedef struct {
    ccurl_poller *poller;
    ccurl_open_callback on_open;
    void *user;
    /// Set while the write callback has paused the exchange: libcurl then does not watch the socket, which is still in use.
    int is_paused;
    /// Whether the owner calls ccurl_poller_will_use: only then can the poller tell which connections are idle.
    int reports_use;
} ccurl_link;

/// Makes a multi handle report what it waits for, and keep at most `idle_limit` connections that no exchange uses. Returns
/// NULL when memory or descriptors have run out.
ccurl_poller *ccurl_poller_make(void *multi, int idle_limit);
/// Makes an exchange open and close its sockets through the poller of the link, which then has less to do between two
/// exchanges. The poller must live as long as the connections do, and so longer than the multi handle.
void ccurl_poller_adopt(ccurl_link *link, void *easy);
/// Notes that the connection with a local port is no longer idle. To be called before each request is sent: libcurl may read
/// and pause a response before it says that it watches the socket.
void ccurl_poller_will_use(ccurl_poller *poller, int local_port);
/// Closes the idle HTTP/1 connections on which something has arrived: nothing that arrives there belongs to a request. To be
/// called before new exchanges may use them.
void ccurl_poller_close_stale(ccurl_poller *poller);
/// To be called when the multi handle is gone.
void ccurl_poller_free(ccurl_poller *poller);
/// Ends a wait, or the next one. May be called from any thread while the poller lives.
void ccurl_poller_wake(ccurl_poller *poller);
/// Waits until something happens, or only looks. Calls nobody. Returns 0, or the system's number of an error.
int ccurl_poller_wait(ccurl_poller *poller, int may_wait);
/// Lets libcurl do what the wait has found. Calls back. Returns 0, or libcurl's number of an error.
int ccurl_poller_act(ccurl_poller *poller);

// MARK: Numbers

static const int CCURL_ERROR_SIZE = 256;
static const long CCURL_PROTOCOLS_HTTP_HTTPS = 3;
static const size_t CCURL_WRITE_PAUSE = 0x10000001;
static const size_t CCURL_READ_ABORT = 0x10000000;
static const size_t CCURL_READ_PAUSE = 0x10000001;
static const int CCURL_SEEK_OK = 0;
static const int CCURL_SEEK_FAIL = 1;

static const int CCURL_OPT_ACCEPT_ENCODING = 10102;
static const int CCURL_OPT_BUFFERSIZE = 98;
static const int CCURL_OPT_CAINFO = 10065;
static const int CCURL_OPT_CONNECTTIMEOUT_MS = 156;
static const int CCURL_OPT_COOKIEFILE = 10031;
static const int CCURL_OPT_COPYPOSTFIELDS = 10165;
static const int CCURL_OPT_CUSTOMREQUEST = 10036;
static const int CCURL_OPT_ERRORBUFFER = 10010;
static const int CCURL_OPT_FOLLOWLOCATION = 52;
static const int CCURL_OPT_FORBID_REUSE = 75;
static const int CCURL_OPT_FRESH_CONNECT = 74;
static const int CCURL_OPT_HEADERDATA = 10029;
static const int CCURL_OPT_HEADERFUNCTION = 20079;
static const int CCURL_OPT_HTTP09_ALLOWED = 285;
static const int CCURL_OPT_HTTPHEADER = 10023;
static const int CCURL_OPT_HTTP_CONTENT_DECODING = 158;
static const int CCURL_OPT_HTTP_VERSION = 84;
static const int CCURL_OPT_INTERFACE = 10062;
static const int CCURL_OPT_IPRESOLVE = 113;
static const int CCURL_OPT_KEYPASSWD = 10026;
static const int CCURL_OPT_NOBODY = 44;
static const int CCURL_OPT_NOSIGNAL = 99;
static const int CCURL_OPT_PATH_AS_IS = 234;
static const int CCURL_OPT_PIPEWAIT = 237;
static const int CCURL_OPT_POST = 47;
static const int CCURL_OPT_POSTFIELDSIZE_LARGE = 30120;
static const int CCURL_OPT_PREREQDATA = 10313;
static const int CCURL_OPT_PREREQFUNCTION = 20312;
static const int CCURL_OPT_PRIVATE = 10103;
static const int CCURL_OPT_PROTOCOLS = 181;
static const int CCURL_OPT_PROTOCOLS_STR = 10318;
static const int CCURL_OPT_PROXY = 10004;
static const int CCURL_OPT_QUICK_EXIT = 322;
static const int CCURL_OPT_READDATA = 10009;
static const int CCURL_OPT_READFUNCTION = 20012;
static const int CCURL_OPT_SEEKDATA = 10168;
static const int CCURL_OPT_SEEKFUNCTION = 20167;
static const int CCURL_OPT_SHARE = 10100;
static const int CCURL_OPT_SSLCERT = 10025;
static const int CCURL_OPT_SSLKEY = 10087;
static const int CCURL_OPT_SSL_VERIFYHOST = 81;
static const int CCURL_OPT_SSL_VERIFYPEER = 64;
static const int CCURL_OPT_SUPPRESS_CONNECT_HEADERS = 265;
static const int CCURL_OPT_TCP_NODELAY = 121;
static const int CCURL_OPT_UPLOAD = 46;
static const int CCURL_OPT_URL = 10002;
static const int CCURL_OPT_USERAGENT = 10018;
static const int CCURL_OPT_WRITEDATA = 10001;
static const int CCURL_OPT_WRITEFUNCTION = 20011;

static const int CCURL_MULTI_OPT_MAX_HOST_CONNECTIONS = 7;
static const int CCURL_MULTI_OPT_MAX_TOTAL_CONNECTIONS = 13;

static const int CCURL_SHARE_OPT_SHARE = 1;
static const long CCURL_SHARED_COOKIES = 2;

static const int CCURL_FEATURE_LIBZ = 1 << 3;
static const int CCURL_FEATURE_BROTLI = 1 << 23;
static const int CCURL_FEATURE_ZSTD = 1 << 26;

static const long CCURL_HTTP_VERSION_1_1 = 2;
static const long CCURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE = 5;
static const long CCURL_RESOLVE_IPV4 = 1;
static const long CCURL_RESOLVE_IPV6 = 2;

static const int CCURL_INFO_CONTENT_LENGTH_DOWNLOAD = 0x600000 + 15;
static const int CCURL_INFO_NUM_CONNECTS = 0x200000 + 26;
static const int CCURL_INFO_OS_ERRNO = 0x200000 + 25;
static const int CCURL_INFO_PRETRANSFER_TIME = 0x600000 + 53;
static const int CCURL_INFO_REQUEST_SIZE = 0x200000 + 12;
static const int CCURL_INFO_SIZE_DOWNLOAD = 0x600000 + 8;
static const int CCURL_INFO_SSL_VERIFYRESULT = 0x200000 + 13;

#ifdef __cplusplus
}
#endif

#endif
#endif

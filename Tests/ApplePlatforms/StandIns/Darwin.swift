// Declares names and signatures of the SDK, which documents them. The functions are only type-checked, and never called.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized

@_exported import DarwinTypes

@_exported import var Glibc.EACCES
@_exported import var Glibc.EADDRINUSE
@_exported import var Glibc.EADDRNOTAVAIL
@_exported import var Glibc.EAFNOSUPPORT
@_exported import var Glibc.EAGAIN
@_exported import var Glibc.EBADF
@_exported import var Glibc.EBUSY
@_exported import var Glibc.ECONNABORTED
@_exported import var Glibc.ECONNRESET
@_exported import var Glibc.EFBIG
@_exported import var Glibc.EINPROGRESS
@_exported import var Glibc.EINTR
@_exported import var Glibc.EINVAL
@_exported import var Glibc.EIO
@_exported import var Glibc.EMFILE
@_exported import var Glibc.ENAMETOOLONG
@_exported import var Glibc.ENFILE
@_exported import var Glibc.ENOBUFS
@_exported import var Glibc.ENOENT
@_exported import var Glibc.ENOLCK
@_exported import var Glibc.ENOMEM
@_exported import var Glibc.ENOSYS
@_exported import var Glibc.ENOTSUP
@_exported import var Glibc.EPERM
@_exported import var Glibc.EPIPE
@_exported import var Glibc.EWOULDBLOCK
@_exported import var Glibc.FD_CLOEXEC
@_exported import var Glibc.F_GETFD
@_exported import var Glibc.F_GETFL
@_exported import var Glibc.F_SETFD
@_exported import var Glibc.F_SETFL
@_exported import var Glibc.LOCK_EX
@_exported import var Glibc.LOCK_NB
@_exported import var Glibc.LOCK_UN
@_exported import var Glibc.O_CLOEXEC
@_exported import var Glibc.O_CREAT
@_exported import var Glibc.O_DIRECTORY
@_exported import var Glibc.O_EXCL
@_exported import var Glibc.O_NOCTTY
@_exported import var Glibc.O_NOFOLLOW
@_exported import var Glibc.O_NONBLOCK
@_exported import var Glibc.O_RDONLY
@_exported import var Glibc.O_RDWR
@_exported import var Glibc.O_WRONLY
@_exported import var Glibc.POLLERR
@_exported import var Glibc.POLLHUP
@_exported import var Glibc.POLLIN
@_exported import var Glibc.POLLOUT
@_exported import var Glibc.SEEK_SET
@_exported import var Glibc.SIGHUP
@_exported import var Glibc.SIGINT
@_exported import var Glibc.SIGPIPE
@_exported import var Glibc.SIGTERM
@_exported import var Glibc.SIGUSR1
@_exported import var Glibc.SIGXFSZ
@_exported import var Glibc.SIG_BLOCK
@_exported import var Glibc.SIG_DFL
@_exported import var Glibc.SIG_IGN
@_exported import var Glibc.SIG_SETMASK
@_exported import var Glibc.SIG_UNBLOCK
@_exported import var Glibc.SOL_SOCKET
@_exported import var Glibc.SO_LINGER
@_exported import var Glibc.SO_RCVBUF
@_exported import var Glibc.SO_RCVTIMEO
@_exported import var Glibc.SO_REUSEADDR
@_exported import var Glibc.SO_SNDBUF
@_exported import var Glibc.SO_SNDTIMEO
@_exported import var Glibc.STDERR_FILENO
@_exported import var Glibc.STDIN_FILENO
@_exported import var Glibc.STDOUT_FILENO
@_exported import var Glibc.S_IFDIR
@_exported import var Glibc.TCP_NODELAY
@_exported import var Glibc.TIOCGWINSZ
// Declarations with the same signature in Glibc.
@_exported import func Glibc._exit
@_exported import func Glibc.atexit
@_exported import func Glibc.close
@_exported import var Glibc.errno
@_exported import func Glibc.exit
@_exported import func Glibc.fcntl
@_exported import func Glibc.fflush
@_exported import func Glibc.fsync
@_exported import func Glibc.ftruncate
@_exported import func Glibc.geteuid
@_exported import func Glibc.getpid
@_exported import struct Glibc.in6_addr
@_exported import struct Glibc.in_addr
@_exported import typealias Glibc.in_port_t
@_exported import func Glibc.ioctl
@_exported import func Glibc.isatty
@_exported import func Glibc.kill
@_exported import struct Glibc.linger
@_exported import func Glibc.link
@_exported import func Glibc.listen
@_exported import func Glibc.lseek
@_exported import func Glibc.memchr
@_exported import func Glibc.memcmp
@_exported import typealias Glibc.off_t
@_exported import func Glibc.pipe
@_exported import struct Glibc.pollfd
@_exported import func Glibc.pread
@_exported import func Glibc.raise
@_exported import func Glibc.read
@_exported import func Glibc.recv
@_exported import func Glibc.rename
@_exported import func Glibc.sched_yield
@_exported import func Glibc.send
@_exported import func Glibc.setsockopt
@_exported import func Glibc.shutdown
@_exported import func Glibc.signal
@_exported import func Glibc.socket
@_exported import typealias Glibc.socklen_t
@_exported import func Glibc.strerror
@_exported import struct Glibc.timespec
@_exported import func Glibc.unlink
@_exported import func Glibc.usleep
@_exported import struct Glibc.winsize
@_exported import func Glibc.write

// Time.

public struct timeval {
    public var tv_sec: Int
    public var tv_usec: Int32
    public init() { self.init(tv_sec: 0, tv_usec: 0) }
    public init(tv_sec: Int, tv_usec: Int32) { (self.tv_sec, self.tv_usec) = (tv_sec, tv_usec) }
}

// Processes.

public var RUSAGE_SELF: Int32 { 0 }

// Locks.

public struct os_unfair_lock_s {
    public init() {}
}

public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {}
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {}

// Threads.

public struct _opaque_pthread_t {}
public struct pthread_attr_t { public init() {} }
public struct pthread_mutex_t { public init() {} }
public struct pthread_mutexattr_t { public init() {} }
public struct pthread_cond_t { public init() {} }
public struct pthread_condattr_t { public init() {} }
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt

public func pthread_main_np() -> Int32 { 0 }

@discardableResult public func pthread_key_create(
    _: UnsafeMutablePointer<pthread_key_t>, _: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { 0 }
public func pthread_getspecific(_: pthread_key_t) -> UnsafeMutableRawPointer? { nil }
@discardableResult public func pthread_setspecific(_: pthread_key_t, _: UnsafeRawPointer?) -> Int32 { 0 }

@discardableResult public func pthread_attr_init(_: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult public func pthread_attr_destroy(_: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult public func pthread_attr_setstacksize(_: UnsafeMutablePointer<pthread_attr_t>, _: Int) -> Int32 { 0 }
@discardableResult public func pthread_create(
    _: UnsafeMutablePointer<pthread_t?>, _: UnsafePointer<pthread_attr_t>?,
    _: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?
) -> Int32 { 0 }
@discardableResult public func pthread_detach(_: pthread_t) -> Int32 { 0 }
public func pthread_equal(_: pthread_t?, _: pthread_t?) -> Int32 { 0 }
@discardableResult public func pthread_join(
    _: pthread_t, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { 0 }
public func pthread_self() -> pthread_t { fatalError() }

@discardableResult public func pthread_mutex_init(
    _: UnsafeMutablePointer<pthread_mutex_t>, _: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { 0 }
@discardableResult public func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult public func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult public func pthread_mutex_destroy(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }

@discardableResult public func pthread_cond_init(
    _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafePointer<pthread_condattr_t>?
) -> Int32 { 0 }
@discardableResult public func pthread_cond_broadcast(_: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult public func pthread_cond_destroy(_: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult public func pthread_cond_wait(
    _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { 0 }
@discardableResult public func pthread_cond_timedwait_relative_np(
    _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafeMutablePointer<pthread_mutex_t>, _: UnsafePointer<timespec>?
) -> Int32 { 0 }

// Signals.

public typealias sigset_t = UInt32

@discardableResult public func pthread_sigmask(
    _: Int32, _: UnsafePointer<sigset_t>!, _: UnsafeMutablePointer<sigset_t>!
) -> Int32 { 0 }
@discardableResult public func sigaddset(_: UnsafeMutablePointer<sigset_t>!, _: Int32) -> Int32 { 0 }
@discardableResult public func sigemptyset(_: UnsafeMutablePointer<sigset_t>!) -> Int32 { 0 }
@discardableResult public func sigismember(_: UnsafePointer<sigset_t>!, _: Int32) -> Int32 { 0 }
@discardableResult public func sigpending(_: UnsafeMutablePointer<sigset_t>!) -> Int32 { 0 }
@discardableResult public func sigwait(
    _: UnsafePointer<sigset_t>!, _: UnsafeMutablePointer<Int32>!
) -> Int32 { 0 }

// Sockets.

public typealias sa_family_t = UInt8
public typealias nfds_t = UInt32

public struct sockaddr {
    public var sa_len: UInt8 = 0
    public var sa_family: sa_family_t = 0
    public init() {}
}

public struct sockaddr_in {
    public var sin_len: UInt8 = 0
    public var sin_family: sa_family_t = 0
    public var sin_port: in_port_t = 0
    public var sin_addr = in_addr()
    public init() {}
}

public struct sockaddr_in6 {
    public var sin6_len: UInt8 = 0
    public var sin6_family: sa_family_t = 0
    public var sin6_port: in_port_t = 0
    public var sin6_flowinfo: UInt32 = 0
    public var sin6_addr = in6_addr()
    public var sin6_scope_id: UInt32 = 0
    public init() {}
}

public struct sockaddr_un {
    public var sun_len: UInt8 = 0
    public var sun_family: sa_family_t = 0
    public var sun_path: (CChar, CChar) = (0, 0)
    public init() {}
}

public var AF_INET: Int32 { 2 }
public var AF_INET6: Int32 { 30 }
public var AF_UNIX: Int32 { 1 }
public var SOCK_STREAM: Int32 { 1 }
public var IPPROTO_TCP: Int32 { 6 }
public var SO_ERROR: Int32 { 0x1007 }
public var SO_NOSIGPIPE: Int32 { 0x1022 }
public var RTLD_NOW: Int32 { 2 }
public var RTLD_LOCAL: Int32 { 4 }
public var SHUT_RD: Int32 { 0 }
public var SHUT_WR: Int32 { 1 }
public var SHUT_RDWR: Int32 { 2 }

@discardableResult public func dlopen(_: UnsafePointer<CChar>!, _: Int32) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func dlsym(
    _: UnsafeMutableRawPointer!, _: UnsafePointer<CChar>!
) -> UnsafeMutableRawPointer! { nil }
@discardableResult public func dlerror() -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult public func getsockopt(
    _: Int32, _: Int32, _: Int32, _: UnsafeMutableRawPointer!, _: UnsafeMutablePointer<socklen_t>!
) -> Int32 { 0 }
@discardableResult public func accept(
    _: Int32, _: UnsafeMutablePointer<sockaddr>!, _: UnsafeMutablePointer<socklen_t>!
) -> Int32 { 0 }
@discardableResult public func bind(_: Int32, _: UnsafePointer<sockaddr>!, _: socklen_t) -> Int32 { 0 }
@discardableResult public func connect(_: Int32, _: UnsafePointer<sockaddr>!, _: socklen_t) -> Int32 { 0 }
@discardableResult public func getsockname(
    _: Int32, _: UnsafeMutablePointer<sockaddr>!, _: UnsafeMutablePointer<socklen_t>!
) -> Int32 { 0 }
@discardableResult public func poll(_: UnsafeMutablePointer<pollfd>!, _: nfds_t, _: Int32) -> Int32 { 0 }

// Time.

public struct clockid_t {}
public var CLOCK_MONOTONIC_RAW_APPROX: clockid_t { clockid_t() }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { clockid_t() }
@discardableResult public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>) -> Int32 { 0 }
public func clock_gettime_nsec_np(_: clockid_t) -> UInt64 { 0 }

// Files.

public var F_FULLFSYNC: Int32 { 51 }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }

public func open(_: UnsafePointer<CChar>, _: Int32) -> Int32 { 0 }
public func open(_: UnsafePointer<CChar>, _: Int32, _: mode_t) -> Int32 { 0 }
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32 { 0 }
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func lstat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func stat(_: UnsafePointer<CChar>!, _: UnsafeMutablePointer<stat>!) -> Int32 { 0 }
@discardableResult public func flock(_: Int32, _: Int32) -> Int32 { 0 }

// Terminals.

public typealias tcflag_t = UInt

public struct termios {
    public var c_lflag: tcflag_t = 0
    public init() {}
}

public var ECHO: Int32 { 0x8 }
public var ICANON: Int32 { 0x100 }
public var ISIG: Int32 { 0x80 }
public var TCSANOW: Int32 { 0 }

@discardableResult public func tcgetattr(_: Int32, _: UnsafeMutablePointer<termios>!) -> Int32 { 0 }
@discardableResult public func tcsetattr(_: Int32, _: Int32, _: UnsafePointer<termios>!) -> Int32 { 0 }

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The signal that the system sends to who writes beyond the largest size that it may give a file.
///
/// Unless the process has said otherwise, that signal ends it. Here it is held back, so that the error alone is left.
enum SizeSignal {
    /// Does one write.
    ///
    /// - Parameter write: Returns how many bytes were written, and the system's number for what went wrong.
    /// - Returns: The same.
    static func blocked(_ write: () -> (count: Int, number: Int32)) -> (count: Int, number: Int32) {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        let result = write()
        // Where the thread held it back anyhow, it is somebody else's.
        if result.count < 0, result.number == EFBIG, sigismember(&before, SIGXFSZ) == 0 {
            var pending = sigset_t()
            sigpending(&pending)
            var signal: Int32 = 0
            if sigismember(&pending, SIGXFSZ) == 1 { sigwait(&signals, &signal) }
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }
}

/// Suppression of `SIGXFSZ`, the signal that a process receives when it exceeds the maximum file size.
///
/// By default, the signal terminates the process. It is blocked during the write, so that only the error is reported.
enum SizeSignal {
    /// Performs a write with the signal blocked.
    ///
    /// - Parameter write: A closure that returns the number of bytes written and the system error number.
    /// - Returns: The result of the closure.
    static func blocked(_ write: () -> (count: Int, number: Int32)) -> (count: Int, number: Int32) {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        let result = write()
        // If the thread had already blocked the signal, a pending signal is not removed.
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

/// The number of retries of an exchange for each cause.
struct URLSessionRetries {
    enum Cause {
        /// URLSession requested the body again.
        case rewind
        /// The request was not sent completely.
        case send
    }

    private var rewinds = 0
    private var sends = 0

    /// Whether a new task replaces the current one.
    var isDue = false

    /// Records a cause for a retry.
    ///
    /// Returns `false` if the maximum number of retries is exceeded.
    mutating func record(_ cause: Cause) -> Bool {
        switch cause {
        // libcurl has discarded one closed connection, but several pooled connections may have been closed.
        case .rewind: rewinds += 1
        case .send: sends += 1
        }
        guard rewinds <= 8, sends <= 1 else { return false }
        isDue = true
        return true
    }
}

/// How often an exchange has been begun anew.
struct URLSessionRetries {
    enum Cause {
        /// The body has to be sent once more.
        case rewind
        /// The request was not sent to its end.
        case send
    }

    private var rewinds = 0
    private var sends = 0

    /// Whether another task takes the place of the one that runs.
    var isDue = false

    /// Notes that there is a cause to begin anew; returns whether that is done.
    mutating func note(_ cause: Cause) -> Bool {
        switch cause {
        // libcurl has given up a connection that it kept; there may be several such.
        case .rewind: rewinds += 1
        case .send: sends += 1
        }
        guard rewinds <= 8, sends <= 1 else { return false }
        isDue = true
        return true
    }
}

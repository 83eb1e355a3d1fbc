public import RillHTTPTypes

extension APIError {
    /// One attempt to send a request through the transport.
    public struct Attempt: Sendable, CustomStringConvertible {
        /// When the attempt started, measured from the start of the exchange.
        public let start: Duration

        /// The time from the start of the attempt until its response head arrived or it failed, or `nil` if neither has
        /// happened.
        public internal(set) var duration: Duration?

        /// The status of the response, or `nil` if no response arrived.
        public internal(set) var status: HTTPResponse.Status?

        /// The error that the attempt failed with, with secrets redacted, or `nil` if it succeeded or was canceled.
        public internal(set) var failure: TransportError?

        /// The phases and the connection of the attempt, or `nil` if they were not measured.
        ///
        /// Measured by `CurlTransport`, and by `URLSessionTransport` on Apple platforms, if the client has
        /// ``Client/onMetrics`` or an instrument that observes exchanges. An attempt that was canceled before its
        /// response head arrived has none.
        public internal(set) var metrics: TransportMetrics? {
            get { measurement?.metrics }
            set { measurement = newValue.map { Measurement($0) } }
        }

        /// Stored in a separate object, so that attempts without metrics remain small.
        private var measurement: Measurement?

        private final class Measurement: Sendable {
            let metrics: TransportMetrics

            init(_ metrics: TransportMetrics) {
                self.metrics = metrics
            }
        }

        /// The failure, the status, or their absence.
        var outcome: String { failure.map { "\($0)" } ?? status.map { "\($0)" } ?? "no response" }

        init(start: Duration) {
            self.start = start
        }

        /// The outcome of the attempt, for example `503 Service Unavailable after 0.210 s`.
        public var description: String {
            outcome + (duration.map { " after \($0.text)" } ?? "")
        }
    }
}

extension APIError.Attempt {
    /// Whether the texts of the attempt may contain a secret of the request body, which is expensive to search.
    var canRepeatBody: Bool { failure != nil || status?.hasCommonPhrase == false }

    /// Records the outcome: a status or a failure.
    mutating func end(_ status: HTTPResponse.Status?, _ failure: TransportError?, at time: Duration) {
        if let status { self.status = status }
        self.failure = failure
        if duration == nil { duration = time - start }
    }

    /// Returns a copy of the attempt with secrets redacted.
    func redacted(by redactor: Redactor) -> APIError.Attempt {
        var attempt = self
        attempt.status = status.map(redactor.status)
        attempt.failure = failure?.redacted(by: redactor)
        return attempt
    }
}

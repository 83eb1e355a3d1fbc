internal import Rill

extension APIError {
    /// One of the times that a request was handed to the transport.
    public struct Attempt: Sendable, CustomStringConvertible {
        /// When it began, counted from the beginning of the exchange.
        public let start: Duration

        /// How long it took until its head was there, or until it failed; nil if neither had happened.
        public internal(set) var duration: Duration?

        /// The status that it was answered with; nil if there was no answer.
        public internal(set) var status: HTTPResponse.Status?

        /// Why it failed, without secrets; nil if it did not, and also if it was given up.
        public internal(set) var failure: TransportError?

        /// What came of it: `503 Service Unavailable after 0.210 s`.
        public var description: String {
            let outcome = failure.map { "\($0)" } ?? status.map { "\($0)" } ?? "no answer"
            return outcome + (duration.map { " after \($0.text)" } ?? "")
        }
    }
}

extension APIError.Attempt {
    /// The same without what is secret.
    func redacted(by redactor: Redactor) -> APIError.Attempt {
        var attempt = self
        attempt.status = status.map(redactor.status)
        attempt.failure = failure.map { TransportError($0.code, $0.reason, redactor.text($0.text)) }
        return attempt
    }
}

extension Redactor {
    /// A request's address without secrets.
    func url(of request: HTTPRequest) -> String {
        BodyText.line(url("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"))
    }
}

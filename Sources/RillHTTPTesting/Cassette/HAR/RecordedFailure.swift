internal import RillHTTP

/// Failures of the network, as a HAR file tells of them.
extension TransportError {
    /// Whether nothing was sent, or the exchange was given up here: there is nothing to record.
    var isOfNoExchange: Bool {
        [.invalidURL, .invalidRequest, .unavailable, .cancelled].contains(code)
    }

    /// The failure in a file: `closedEarly: 5 of 100 bytes had come`.
    var recorded: String { text.isEmpty ? "\(code)" : "\(code): \(text)" }

    /// Reads a failure, be it one of ours or a browser's.
    init(recorded: String) {
        let name = recorded.prefix { $0 != ":" }
        if let code = Self.codes.first(where: { $0.description == name }) {
            self.init(code, String(recorded[name.endIndex...].drop { $0 == ":" || $0 == " " }))
        } else {
            let code = Self.browserWords.first { recorded.contains($0.word) }?.code ?? .other
            self.init(code, recorded)
        }
    }

    private static let codes: [Code] = [
        .invalidURL, .invalidRequest, .couldNotResolve, .couldNotConnect, .tls, .timeout, .sendFailed, .closedEarly,
        .malformedResponse, .tooLarge, .cancelled, .unavailable, .other,
    ]

    /// What stands in Chrome's names of errors, `net::ERR_NAME_NOT_RESOLVED`.
    private static let browserWords: [(word: String, code: Code)] = [
        ("NAME_NOT_RESOLVED", .couldNotResolve), ("NAME_RESOLUTION", .couldNotResolve), ("ERR_CERT_", .tls),
        ("ERR_SSL_", .tls), ("TIMED_OUT", .timeout), ("CONNECTION_RESET", .closedEarly),
        ("CONNECTION_CLOSED", .closedEarly), ("EMPTY_RESPONSE", .closedEarly), ("LENGTH_MISMATCH", .closedEarly),
        ("INCOMPLETE_CHUNKED", .closedEarly), ("CONTENT_DECODING", .malformedResponse),
        ("INVALID_HTTP_RESPONSE", .malformedResponse), ("CONNECTION_REFUSED", .couldNotConnect),
        ("CONNECTION_FAILED", .couldNotConnect), ("UNREACHABLE", .couldNotConnect),
        ("DISCONNECTED", .couldNotConnect),
    ]
}

internal import RillHTTP

/// The representation of transport errors in HAR files.
extension TransportError {
    /// Whether exchanges with this error are not recorded, because nothing was sent or the client canceled the
    /// exchange.
    var isExcludedFromRecording: Bool {
        [.invalidURL, .invalidRequest, .unavailable, .cancelled].contains(code)
    }

    /// The error in the format of the file, for example `closedEarly: received 5 of 100 bytes` or
    /// `couldNotConnect.refused: connection refused`.
    var recorded: String {
        let name = reason.map { "\(code).\($0)" } ?? "\(code)"
        return text.isEmpty ? name : "\(name): \(text)"
    }

    /// Parses an error recorded by this package or by a browser.
    init(recorded: String) {
        let name = recorded.prefix { $0 != ":" }
        let parts = name.split(separator: ".", maxSplits: 1)
        if let code = Self.codes.first(where: { $0.description == parts.first ?? "" }) {
            let reason = Self.reasons.first { $0.description == parts.dropFirst().first ?? "" }
            self.init(code, reason, String(recorded[name.endIndex...].drop { $0 == ":" || $0 == " " }))
        } else {
            let code = Self.chromeErrorNames.first { recorded.contains($0.word) }?.code ?? .other
            self.init(code, recorded)
        }
    }

    private static let codes: [Code] = [
        .invalidURL, .invalidRequest, .couldNotResolve, .couldNotConnect, .tls, .timeout, .sendFailed, .closedEarly,
        .malformedResponse, .tooLarge, .cancelled, .unavailable, .other,
    ]

    private static let reasons: [Reason] = [
        .refused, .unreachable, .proxy, .proxyAuthentication, .untrustedCertificate, .wrongHost, .expiredCertificate,
        .wrongPublicKey, .handshake, .connecting, .firstByte, .betweenBytes, .total, .requestBody, .damaged,
    ]

    /// Words in Chrome's error names (for example, `net::ERR_NAME_NOT_RESOLVED`) and the corresponding error codes.
    private static let chromeErrorNames: [(word: String, code: Code)] = [
        ("NAME_NOT_RESOLVED", .couldNotResolve), ("NAME_RESOLUTION", .couldNotResolve), ("ERR_CERT_", .tls),
        ("ERR_SSL_", .tls), ("TIMED_OUT", .timeout), ("CONNECTION_RESET", .closedEarly),
        ("CONNECTION_CLOSED", .closedEarly), ("EMPTY_RESPONSE", .closedEarly), ("LENGTH_MISMATCH", .closedEarly),
        ("INCOMPLETE_CHUNKED", .closedEarly), ("CONTENT_DECODING", .malformedResponse),
        ("INVALID_HTTP_RESPONSE", .malformedResponse), ("CONNECTION_REFUSED", .couldNotConnect),
        ("CONNECTION_FAILED", .couldNotConnect), ("UNREACHABLE", .couldNotConnect),
        ("DISCONNECTED", .couldNotConnect),
    ]
}

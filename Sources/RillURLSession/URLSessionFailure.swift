internal import Foundation
internal import RillHTTPTypes

/// The state of an exchange that has failed.
struct URLSessionFailureContext {
    /// The number of body bytes received.
    var received = 0

    /// The expected number of body bytes, or `nil` if the head does not specify it.
    var expected: Int?

    /// Whether the response head was received.
    var hasHead = false
}

extension TransportError {
    /// Creates the transport error for an error of URLSession.
    init(_ error: any Error, _ context: URLSessionFailureContext) {
        let error = error as NSError
        let text = error.userInfo[NSLocalizedDescriptionKey] as? String ?? error.localizedDescription
        guard error.domain == NSURLErrorDomain else {
            self.init(.other, "\(text) (\(error.domain) \(error.code))")
            return
        }
        #if canImport(FoundationNetworking)
            // If the host has several addresses, the code may belong to an earlier connection attempt.
            let cause = CurlText.cause(of: text) ?? Self.cause(of: error.code, context)
        #else
            let cause = Self.cause(of: error.code, context)
        #endif
        switch cause {
        case (.closedEarly, _)?:
            let count = context.expected.map { "\(context.received) of \($0)" } ?? "\(context.received)"
            self.init(.closedEarly, "\(count) bytes received: \(text)")
        case (let code, let reason)?: self.init(code, reason, text)
        case nil: self.init(.other, "\(text) (URLSession error \(error.code))")
        }
    }

    private static func cause(of code: Int, _ context: URLSessionFailureContext) -> (Code, Reason?)? {
        switch code {
        case NSURLErrorCancelled: (.cancelled, nil)
        case NSURLErrorBadURL: (.invalidURL, nil)
        case NSURLErrorTimedOut: (.timeout, context.hasHead ? .betweenBytes : .connecting)
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: (.couldNotResolve, nil)
        case NSURLErrorCannotConnectToHost: (.couldNotConnect, .refused)
        case NSURLErrorNotConnectedToInternet, NSURLErrorDataNotAllowed: (.couldNotConnect, .unreachable)
        case NSURLErrorNetworkConnectionLost: (.closedEarly, nil)
        case NSURLErrorBadServerResponse: (context.hasHead ? .malformedResponse : .closedEarly, nil)
        // The URL has already been validated, so this error concerns the response.
        case NSURLErrorUnsupportedURL, NSURLErrorCannotParseResponse, NSURLErrorCannotDecodeRawData,
            NSURLErrorCannotDecodeContentData:
            (.malformedResponse, nil)
        case NSURLErrorDataLengthExceedsMaximum: (.tooLarge, nil)
        case NSURLErrorSecureConnectionFailed, NSURLErrorClientCertificateRejected, NSURLErrorClientCertificateRequired:
            (.tls, .handshake)
        case NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateNotYetValid: (.tls, .expiredCertificate)
        case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot:
            (.tls, .untrustedCertificate)
        default: nil
        }
    }
}

#if canImport(FoundationNetworking)
    /// A classification of libcurl's error messages.
    ///
    /// On Linux, URLSession reports one error code for most of them.
    enum CurlText {
        typealias Cause = (TransportError.Code, TransportError.Reason?)

        /// Returns the cause that a message describes, or `nil` for an unknown message.
        static func cause(of text: String) -> Cause? {
            let text = text.lowercased()
            func contains(_ words: String...) -> Bool { words.contains { text.contains($0) } }
            if contains("proxy", "connect tunnel") {
                return (contains("resolve") ? .couldNotResolve : .couldNotConnect, .proxy)
            }
            if contains("transfer closed", "bytes missing", "not closed cleanly", "recv failure", "empty reply") {
                return (.closedEarly, nil)
            }
            if contains("send failure", "failed sending", "aborted", "rewind") { return (.sendFailed, nil) }
            if let cause = tlsCause(of: text) { return cause }
            if contains("too large", "giant", "grew larger", "out of memory") { return (.tooLarge, nil) }
            if contains(
                "failed writing header", "failure writing output", "chunk", "content-length", "encoding", "http/0.9",
                "header", "weird server")
            {
                return (.malformedResponse, nil)
            }
            guard contains("failed to connect", "couldn't connect", "connect fail") else { return nil }
            // A refused connection has its own error code.
            return contains("refused")
                ? nil : contains("unreachable", "no route") ? (.couldNotConnect, .unreachable) : nil
        }

        private static func tlsCause(of text: String) -> Cause? {
            func contains(_ words: String...) -> Bool { words.contains { text.contains($0) } }
            guard contains("ssl", "tls", "certificate") else { return nil }
            if contains("does not match", "no alternative certificate subject name") { return (.tls, .wrongHost) }
            if contains("expired", "not yet valid") { return (.tls, .expiredCertificate) }
            if contains("alert") { return (.tls, .handshake) }
            if contains("certificate problem", "verify", "issuer", "self-signed", "self signed") {
                return (.tls, .untrustedCertificate)
            }
            if contains("ssl_read") { return (.closedEarly, nil) }
            return contains("ssl_write") ? (.sendFailed, nil) : (.tls, .handshake)
        }
    }
#endif

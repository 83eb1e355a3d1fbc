internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

/// What is known of an exchange that has failed.
struct URLSessionFacts {
    /// How many bytes of the body had come.
    var received = 0

    /// How many there should have been; nil where the head has not said so.
    var expected: Int?

    /// Whether the head of the answer had come.
    var hasHead = false
}

extension TransportError {
    /// Says in the terms of every transport what URLSession has met.
    init(_ error: any Error, _ facts: URLSessionFacts) {
        let error = error as NSError
        let text = error.userInfo[NSLocalizedDescriptionKey] as? String ?? error.localizedDescription
        guard error.domain == NSURLErrorDomain else {
            self.init(.other, "\(text) (\(error.domain) \(error.code))")
            return
        }
        #if canImport(FoundationNetworking)
            // The number is that of an earlier attempt, to another address of the host, where there was one.
            let verdict = CurlText.verdict(on: text) ?? Self.verdict(on: error.code, facts)
        #else
            let verdict = Self.verdict(on: error.code, facts)
        #endif
        switch verdict {
        case (.closedEarly, _)?:
            let count = facts.expected.map { "\(facts.received) of \($0)" } ?? "\(facts.received)"
            self.init(.closedEarly, "\(count) bytes had come: \(text)")
        case (let code, let reason)?: self.init(code, reason, text)
        case nil: self.init(.other, "\(text) (URLSession's code \(error.code))")
        }
    }

    private static func verdict(on code: Int, _ facts: URLSessionFacts) -> (Code, Reason?)? {
        switch code {
        case NSURLErrorCancelled: (.cancelled, nil)
        case NSURLErrorBadURL: (.invalidURL, nil)
        case NSURLErrorTimedOut: (.timeout, facts.hasHead ? .betweenBytes : .connecting)
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: (.couldNotResolve, nil)
        case NSURLErrorCannotConnectToHost: (.couldNotConnect, .refused)
        case NSURLErrorNotConnectedToInternet: (.couldNotConnect, .unreachable)
        case NSURLErrorNetworkConnectionLost: (.closedEarly, nil)
        case NSURLErrorBadServerResponse: (facts.hasHead ? .malformedResponse : .closedEarly, nil)
        // The address has been looked at before: it is the answer that is not HTTP.
        case NSURLErrorUnsupportedURL, NSURLErrorCannotParseResponse, NSURLErrorCannotDecodeRawData,
            NSURLErrorCannotDecodeContentData:
            (.malformedResponse, nil)
        case NSURLErrorDataLengthExceedsMaximum: (.tooLarge, nil)
        case NSURLErrorSecureConnectionFailed, NSURLErrorClientCertificateRejected,
            NSURLErrorClientCertificateRequired:
            (.tls, .handshake)
        case NSURLErrorServerCertificateHasBadDate, NSURLErrorServerCertificateNotYetValid: (.tls, .expiredCertificate)
        case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasUnknownRoot:
            (.tls, .untrustedCertificate)
        default: nil
        }
    }
}

#if canImport(FoundationNetworking)
    /// Tells libcurl's failures apart by their texts: on Linux, URLSession has one number for most of them.
    enum CurlText {
        typealias Verdict = (TransportError.Code, TransportError.Reason?)

        /// What a text means; nil if it says nothing that is known.
        static func verdict(on text: String) -> Verdict? {
            let text = text.lowercased()
            func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
            if says("proxy") { return (says("resolve") ? .couldNotResolve : .couldNotConnect, .proxy) }
            if says("transfer closed", "bytes missing", "not closed cleanly", "recv failure", "empty reply") {
                return (.closedEarly, nil)
            }
            if says("send failure", "failed sending", "aborted", "rewind") { return (.sendFailed, nil) }
            if let verdict = verdictOnTLS(text) { return verdict }
            if says("too large", "giant", "grew larger", "out of memory") { return (.tooLarge, nil) }
            if says(
                "failed writing header", "chunk", "content-length", "encoding", "http/0.9", "header", "weird server")
            {
                return (.malformedResponse, nil)
            }
            guard says("failed to connect", "couldn't connect", "connect fail") else { return nil }
            // One that was refused has a number of its own.
            return says("refused") ? nil : says("unreachable", "no route") ? (.couldNotConnect, .unreachable) : nil
        }

        private static func verdictOnTLS(_ text: String) -> Verdict? {
            func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
            guard says("ssl", "tls", "certificate") else { return nil }
            if says("does not match", "no alternative certificate subject name") { return (.tls, .wrongHost) }
            if says("expired", "not yet valid") { return (.tls, .expiredCertificate) }
            if says("alert") { return (.tls, .handshake) }
            if says("certificate problem", "verify", "issuer", "self-signed", "self signed") {
                return (.tls, .untrustedCertificate)
            }
            if says("ssl_read") { return (.closedEarly, nil) }
            return says("ssl_write") ? (.sendFailed, nil) : (.tls, .handshake)
        }
    }
#endif

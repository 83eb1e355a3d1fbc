#if os(Linux)
    /// Why an exchange did not come to its end.
    struct CurlFailure: Error, Sendable, Hashable {
        /// What went wrong, as far as a program can act on it.
        enum Kind: Sendable, Hashable {
            /// libcurl could not be opened, or refused to start.
            case unavailable
            /// The request cannot be sent as it is; nothing was sent.
            case invalidRequest
            /// The name of the host, or of the proxy, has no address.
            case couldNotResolve
            /// No connection came about: refused, unreachable, or the proxy would not.
            case couldNotConnect
            /// The TLS handshake failed, or the certificate was not accepted.
            case tls
            /// libcurl or the system gave up waiting.
            case timeout
            /// The connection ended inside the head or the body. Counts bytes of the body as they were sent, before
            /// decoding; `expected` is nil where the head did not say.
            case closedEarly(received: Int64, expected: Int64?)
            /// What the server sent is not HTTP, or its body does not decode.
            case malformed
            /// The request could not be sent to its end.
            case sendFailed
            /// The head or a decoded piece of the body is larger than what is accepted.
            case tooLarge
            /// The loop was shut down.
            case aborted
            /// Another result of libcurl.
            case other(Int32)
        }

        /// What went wrong.
        var kind: Kind

        /// libcurl's own sentence, or one of ours where libcurl has seen nothing wrong.
        var message: String

        /// libcurl's number for it; 0 where libcurl has seen nothing wrong.
        var code: Int32 = 0
    }

    /// How an exchange ended.
    enum CurlResult: Sendable, Hashable {
        /// The whole response has arrived.
        case completed
        /// It has not.
        case failed(CurlFailure)
    }

    extension CurlFailure {
        /// How much of the body had arrived.
        struct Progress {
            var received: Int64
            var expected: Int64?
        }

        /// Classifies a result of libcurl.
        ///
        /// Where one number stands for several things, libcurl's text tells them apart.
        init(code: Int32, message: String, progress: Progress) {
            self.init(kind: Self.kind(of: code, message: message, progress: progress), message: message, code: code)
        }

        private static func kind(of code: Int32, message: String, progress: Progress) -> Kind {
            let closedEarly = Kind.closedEarly(received: progress.received, expected: progress.expected)
            switch code {
            case 1:  // an unsupported scheme, or a response that is no HTTP
                let isAboutResponse = message.contains("HTTP/0.9") || message.contains("response")
                return isAboutResponse ? .malformed : .invalidRequest
            case 3: return .invalidRequest
            case 5, 6: return .couldNotResolve
            case 7, 97: return .couldNotConnect
            case 8, 16, 61: return .malformed
            case 18, 52, 92: return closedEarly
            case 23: return .malformed  // our own callbacks note why they refuse: this is a decoder's
            case 26, 55, 65: return .sendFailed
            case 27, 63, 100: return .tooLarge
            case 28: return .timeout
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98, 101: return .tls
            case 56:  // a failure while receiving
                if message.contains("chunk") { return .malformed }
                if message.contains("Too large") { return .tooLarge }
                if message.contains("proxy") { return .couldNotConnect }
                return message.contains("alert") ? .tls : closedEarly
            default: return .other(code)
            }
        }
    }
#endif

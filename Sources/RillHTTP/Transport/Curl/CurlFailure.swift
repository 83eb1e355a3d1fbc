#if os(Linux)
    /// Why an exchange did not come to its end.
    struct CurlFailure: Error, Sendable, Hashable {
        /// What went wrong, as far as a program can act on it.
        enum Kind: Sendable, Hashable {
            /// libcurl could not be opened, or refused to start.
            case unavailable
            /// The request cannot be sent as it is; nothing was sent.
            case invalidRequest
            /// libcurl cannot work with the options; nothing was sent.
            case invalidOptions
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

        /// Which of the things that the kind stands for it was, if that is known.
        var reason: TransportError.Reason?

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
#endif

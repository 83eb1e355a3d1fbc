#if os(Linux)
    /// The failure of an exchange.
    struct CurlFailure: Error, Sendable, Hashable {
        /// The kinds of failures.
        enum Kind: Sendable, Hashable {
            /// libcurl could not be loaded or initialized.
            case unavailable
            /// The request is invalid. Nothing was sent.
            case invalidRequest
            /// The options are invalid or not supported by libcurl. Nothing was sent.
            case invalidOptions
            /// The name of the host or the proxy could not be resolved.
            case couldNotResolve
            /// The connection was refused, the host was unreachable, or the proxy failed.
            case couldNotConnect
            /// The TLS handshake failed or the server's certificate was rejected.
            case tls
            /// A time limit of the transport, libcurl or the operating system was exceeded.
            case timeout
            /// The connection was closed before the head or the body was complete. The associated values are numbers of
            /// body bytes before decompression; `expected` is `nil` if the head does not specify the length.
            case closedEarly(received: Int64, expected: Int64?)
            /// The response is not valid HTTP, or its body cannot be decompressed.
            case malformed
            /// The request could not be sent completely.
            case sendFailed
            /// The response exceeds a size limit.
            case tooLarge
            /// The loop was shut down.
            case aborted
            /// Any other libcurl result code.
            case other(Int32)
        }

        /// The kind of failure.
        var kind: Kind

        /// The specific cause, or `nil` if unknown.
        var reason: TransportError.Reason?

        /// The error message of libcurl, or a message of the transport if libcurl did not report the failure.
        var message: String

        /// The libcurl result code, or 0 if libcurl did not report the failure.
        var code: Int32 = 0
    }

    /// The result of an exchange.
    enum CurlResult: Sendable, Hashable {
        /// The complete response was received.
        case completed
        /// The exchange failed.
        case failed(CurlFailure)
    }
#endif

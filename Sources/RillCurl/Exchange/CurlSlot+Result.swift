#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// The result of an exchange.
    extension CurlSlot {
        /// Returns the result of the exchange for a libcurl result code.
        func result(of code: Int32) -> CurlResult {
            if let failure { return .failed(failure) }
            if let earlyResult, code == 42 { return earlyResult }  // CURLE_ABORTED_BY_CALLBACK
            // An HTTP/2 connection can be closed after the last byte, but before the end of the stream. Of a paused response,
            // libcurl discards the rest.
            let isWhole = parser.isComplete && missingBytes == 0 && link.pointee.is_paused == 0
            guard code == 0 || isWhole else { return .failed(failure(of: code)) }
            // libcurl does not report a connection that closes before the end of the head.
            return parser.isComplete ? .completed : .failed(.closedInHead)
        }

        /// Returns libcurl's message for a result code, without the credentials of the proxy.
        func message(of code: Int32) -> String {
            let text = Self.withoutProxyURL(
                errorText.pointee == 0 ? String(cString: ccurl_error_text(code)) : String(cString: errorText))
            return options.unixSocketPath.map { "\(text) (Unix domain socket \($0))" } ?? text
        }

        var failureContext: TransportError.CurlContext {
            let expected = ccurl_easy_get_offset(easy, CCURL_INFO_CONTENT_LENGTH_DOWNLOAD, -1)
            return TransportError.CurlContext(
                received: ccurl_easy_get_offset(easy, CCURL_INFO_SIZE_DOWNLOAD, 0),
                expected: expected < 0 ? nil : expected,
                isConnected: connected != nil,
                wasSent: wasSent,
                isUnsent: reportsConnection && !wasSent,
                isReceivingHead: isSent && !parser.isComplete,
                isReceivingBody: parser.isComplete && upload?.isRead ?? true,
                systemError: Int32(clamping: ccurl_easy_get_long(easy, CCURL_INFO_OS_ERRNO, 0)),
                hasTooManyFiles: link.pointee.has_too_many_files != 0,
                verification: ccurl_easy_get_long(easy, CCURL_INFO_SSL_VERIFYRESULT, 0),
                proxy: isSent ? nil : proxyContext)
        }

        /// Whether a result code means that the server has closed the HTTP/2 connection with GOAWAY.
        ///
        /// For invalid frames, libcurl has a message or another code. Newer versions (observed in 8.5) resend the request
        /// themselves.
        func isGoingAway(_ code: Int32) -> Bool { code == 16 && errorText.pointee == 0 }

        /// Returns the failure for a libcurl result code other than 0.
        func failure(of code: Int32) -> TransportError {
            if isGoingAway(code) {
                let count = ccurl_easy_get_offset(easy, CCURL_INFO_SIZE_DOWNLOAD, 0)
                return TransportError(
                    .closedEarly, "\(count) bytes received: the server closed the HTTP/2 connection with GOAWAY")
            }
            let failure = TransportError(curlCode: code, message: message(of: code), context: failureContext)
            guard mayConcernCertificate(code) else { return failure }
            let text = "\(failure.text) (the server may have rejected the certificate of the client)"
            return TransportError(failure.code, failure.reason, text)
        }

        /// Whether a failure can mean that the server has rejected the client certificate.
        ///
        /// With TLS 1.3, a client can send the request before the server's alert arrives, which is then often lost.
        private func mayConcernCertificate(_ code: Int32) -> Bool {
            options.clientCertificate != nil && [52, 55, 56].contains(code) && wasSent && parser.isEmpty
                && transfer?.request.isSecure == true && ccurl_easy_get_long(easy, CCURL_INFO_NUM_CONNECTS, 0) > 0
        }
    }

    extension TransportError {
        /// The failure if the connection is closed before the end of the response head, which libcurl does not report.
        static let closedInHead = TransportError(
            .closedEarly, "0 bytes received: the connection was closed before the end of the response head")
    }
#endif

#if os(Linux)
    internal import CCurl

    /// Requests that are sent a second time, on another connection.
    ///
    /// libcurl sends a request again by itself, whatever its method, when a connection that it used before ends without a byte
    /// of the response, and when the server refuses an HTTP/2 stream. The server may have acted on the request by then. So a
    /// request that is not idempotent is stopped before libcurl opens another connection or uses one that it has
    /// (RFC 9110, 9.2.2), and fails as it would on a new connection. Others are reported.
    extension CurlSlot {
        /// libcurl is about to open a connection; returns whether it may.
        func willOpen() -> Bool {
            !isSent || beginRepeat()
        }

        /// The connection is ready, and libcurl is about to send the request; returns whether it may.
        func willSend(fromPort port: Int32) -> Bool {
            ccurl_poller_will_use(link.pointee.poller, port)
            guard !isSent || beginRepeat() else { return false }
            isSent = true
            connectedAt = clock?.now
            stamp()
            return true
        }

        /// Gives up the connection on which the request was sent; returns whether the request may be sent on another.
        private func beginRepeat() -> Bool {
            let lost = lostConnection
            guard transfer?.request.isIdempotent == true else {
                failure = failure ?? lost
                return false
            }
            forgetSending()
            transfer?.willRepeat(after: lost)
            return true
        }

        /// What happened to the connection on which the request was sent, in the words for a new connection.
        private var lostConnection: CurlFailure {
            guard errorText.pointee != 0 else {
                return CurlFailure(code: 52, message: "Empty reply from server", facts: facts)
            }
            let text = message(of: 56)
            let isAboutSending = text.contains("Send") || text.contains("send") || text.contains("SSL_write")
            return CurlFailure(code: isAboutSending ? 55 : 56, message: text, facts: facts)
        }

        private func forgetSending() {
            isSent = false
            connectedAt = nil
            // libcurl keeps the text of the first failure; it would be shown as the reason of the next one.
            errorText.pointee = 0
        }

        // MARK: Without libcurl

        /// Whether the exchange starts again: its connection was closed while the request was sent, or the server refused
        /// the expectation of `100 Continue`.
        ///
        /// libcurl itself does so only where it learns of the closed connection before it has sent the head, or while it reads.
        func shouldRetry(after code: Int32) -> Bool {
            if expectation == .refused { return true }
            guard code == 55, !isRetry, failure == nil, parser.isUntouched else { return false }
            return transfer?.request.isIdempotent == true
                && ccurl_easy_get_long(easy, CCURL_INFO_NUM_CONNECTS, 1) == 0
        }

        /// Goes back to the beginning, for a connection of its own.
        func tryAgain() -> Bool {
            let refusal = CurlFailure(kind: .sendFailed, message: "the server refused the expectation (status 417)")
            let reason = expectation == .refused ? refusal : lostConnection
            isRetry = true
            isSetUp = false
            upload?.rewind()
            parser.reset()
            forgetSending()
            transfer?.willRepeat(after: reason)
            if expectation == .refused { omitExpectation() }
            return ccurl_easy_set_long(easy, CCURL_OPT_FRESH_CONNECT, 1) == 0
        }

        private func omitExpectation() {
            expectation = .omitted
            guard let request = transfer?.request else { return }
            ccurl_list_free(fieldList)
            let setter = CurlOptions(easy: easy)
            fieldList = try? setter.makeFieldList(for: request, decompresses: decompresses, withExpectation: false)
            ccurl_easy_set_pointer(easy, CCURL_OPT_HTTPHEADER, fieldList)
        }
    }
#endif

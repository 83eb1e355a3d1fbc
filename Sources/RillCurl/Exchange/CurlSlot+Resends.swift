#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// Requests that are sent again on another connection.
    ///
    /// libcurl resends a request with any method when a reused connection closes without a byte of the response, and
    /// when the server refuses an HTTP/2 stream. In the first case, the server may already have processed the request. A
    /// request that is not idempotent is then stopped before libcurl opens or reuses another connection (RFC 9110,
    /// section 9.2.2), and fails with the error that it would have on a new connection. Other requests are resent, over
    /// HTTP/1 once and on a new connection. Each resend is reported.
    extension CurlSlot {
        /// Called before libcurl opens a connection.
        ///
        /// Returns whether it may.
        func willOpen() -> Bool {
            guard !isSent || beginResend() else { return false }
            phases?.willOpen()
            stopWatchingEnd()
            return true
        }

        /// Called when the connection is ready, before libcurl sends the request.
        ///
        /// Returns whether it may.
        func willSend(fromPort port: Int32) -> Bool {
            let lostReusedConnection = isSent && link.pointee.is_new == 0
            guard !isSent || beginResend() else { return false }
            let isUsable = ccurl_poller_will_use(link, easy, port) != 0
            // The next reused connection of HTTP/1 can be closed as well. A request that the server may have processed is
            // sent only once more, on a new connection.
            guard isUsable, !lostReusedConnection || link.pointee.is_new != 0 else {
                stopWatchingEnd()
                isStale = true
                return false
            }
            wasSent = true
            watchEnd()
            connectedAt = clock.now
            phases?.willSend()
            noteTLSVersion()
            recordActivity()
            return true
        }

        /// Watches for the end of the response or of the connection, which libcurl ignores while an upload waits for data.
        ///
        /// With an upload, a request is sent over HTTP/1 unless the options require another version.
        func watchEnd() {
            link.pointee.watches_end = upload != nil && requiresHTTP1 ? 1 : 0
            earlyResult = nil
        }

        func stopWatchingEnd() {
            link.pointee.watches_end = 0
            earlyResult = nil
        }

        /// Handles the loss of the connection on which the request was sent.
        ///
        /// Returns whether the request may be sent again.
        private func beginResend() -> Bool {
            let lost = lostConnectionFailure
            let isUnprocessed = link.pointee.is_refused != 0
            link.pointee.is_refused = 0
            guard isUnprocessed || transfer?.request.isIdempotent == true else {
                failure = failure ?? lost
                return false
            }
            resetSendState()
            deliverMetrics()
            transfer?.deliver(.resend(lost))
            restartPhases(isSameTransfer: true)
            return true
        }

        /// The failure of the connection on which the request was sent, as it would be reported for a new connection.
        private var lostConnectionFailure: TransportError {
            if earlyResult != nil { return .closedInHead }
            guard errorText.pointee != 0 else {
                return TransportError(curlCode: 52, message: "Empty reply from server", context: failureContext)
            }
            let text = message(of: 56)
            let isAboutSending = text.contains("Send") || text.contains("send") || text.contains("SSL_write")
            return TransportError(curlCode: isAboutSending ? 55 : 56, message: text, context: failureContext)
        }

        private func resetSendState() {
            wasResent = true
            link.pointee.socket = -1
            connectedAt = nil
            // libcurl keeps the message of the first failure, and would report it as the reason for the next one.
            errorText.pointee = 0
        }

        // MARK: Retries by the transport

        /// Whether the transport sends the request again: the selected connection cannot be used again, the connection was
        /// closed while the request was being sent or with GOAWAY, or the server responded with 417 to `Expect: 100-continue`.
        ///
        /// libcurl itself resends only if it detects the closed connection before it has sent the head, or while
        /// receiving.
        func shouldRetry(after code: Int32) -> Bool {
            if isStale || expectation == .refused { return true }
            let isGoingAway = isGoingAway(code)
            guard (code == 55 || isGoingAway) && failure == nil || earlyResult != nil, !isRetry, parser.isEmpty,
                transfer?.request.isIdempotent == true
            else { return false }
            return isGoingAway || ccurl_easy_get_long(easy, CCURL_INFO_NUM_CONNECTS, 1) == 0
        }

        /// Resets the exchange, so that it starts again on a new connection.
        ///
        /// - Parameter code: The result code of libcurl.
        func prepareRetry(after code: Int32) -> Bool {
            isSetUp = false
            upload?.rewind()  // libcurl may have read a part of it before it selected this connection
            if isStale {
                isStale = false
                phases?.earlierBytes = 0
                errorText.pointee = 0
            } else {
                prepareResend(after: code)
            }
            return ccurl_easy_set_long(easy, CCURL_OPT_FRESH_CONNECT, 1) == 0
        }

        private func prepareResend(after code: Int32) {
            let refusal = TransportError(.sendFailed, "the server rejected the Expect field (status 417)")
            let lost = isGoingAway(code) ? failure(of: code) : lostConnectionFailure
            let reason = expectation == .refused ? refusal : lost
            isRetry = true
            failure = nil
            parser.reset()
            resetSendState()
            deliverMetrics()
            transfer?.deliver(.resend(reason))
            restartPhases(isSameTransfer: false)
            if expectation == .refused { omitExpectation() }
        }

        private func omitExpectation() {
            expectation = .omitted
            guard let request = transfer?.request else { return }
            fieldList = try? CurlFieldList(for: request, offersCodings: decodingLimit != nil, withExpectation: false)
            ccurl_easy_set_pointer(easy, CCURL_OPT_HTTPHEADER, fieldList?.lines)
        }
    }
#endif

#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// The data that libcurl receives and sends, called on the thread of the loop.
    extension CurlSlot {
        /// Processes a header line or trailer line.
        ///
        /// Returns the number of bytes accepted.
        func receiveLine(_ line: UnsafeBufferPointer<UInt8>) -> Int {
            if reportsConnection, !isSent { return receiveProxyLine(line) }
            // The time limit covers the complete head, not each line. Each informational head restarts it.
            if line.count == 2 || parser.isComplete { recordActivity() }
            phases?.didReceive()
            do {
                if var head = try parser.parse(line) {
                    // libcurl would send the request again with the same Expect field.
                    if head.status == 417, expectsContinue {
                        expectation = .refused
                        return 0
                    }
                    head.decodingLimit = decodingLimit
                    let version = ccurl_easy_get_long(easy, CCURL_INFO_HTTP_VERSION, 0)
                    let isHTTP1 = 1...CCURL_HTTP_VERSION_1_1 ~= version
                    transfer?.isHTTP1 = isHTTP1
                    if isHTTP1 { ccurl_poller_received_http_1(link) }
                    if expectsContinue {
                        // libcurl may not send the body. The server would read the next request as the body.
                        ccurl_easy_set_long(easy, CCURL_OPT_FORBID_REUSE, 1)
                        isSetUp = false
                    }
                    responseFields = head.headerFields
                    deliverMetrics()
                    transfer?.deliver(.head(head))
                    // libcurl does not stop a paused upload when the response has arrived.
                    if upload?.isStarving == true { transfer?.wake() }
                } else if line.count == 2, !parser.isComplete {
                    phases?.didReceiveInformational()
                }
                return line.count
            } catch {
                failure = error
                return 0
            }
        }

        /// Processes body data.
        ///
        /// Returns the number of bytes accepted, or libcurl's code for pausing.
        func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
            guard !bytes.isEmpty else { return 0 }
            guard parser.isComplete else {
                failure = TransportError(.malformedResponse, "the response body arrived without a head")
                return 0
            }
            recordActivity()
            switch transfer?.reception {
            case .paused where !isResumingHTTP2:
                ccurl_poller_set_paused(link, easy, 1)
                return CCURL_WRITE_PAUSE
            case .open, .paused:
                bodyBytes += bytes.count
                buffer(bytes)
                return bytes.count
            case .cancelled, nil:
                discardedBytes += bytes.count
                return canDrain ? bytes.count : 0
            }
        }

        /// The maximum size of a libcurl delivery.
        ///
        /// After one of this size, more data usually follows.
        private static let maximumDeliverySize = 16 * 1024

        /// The maximum size of a chunk delivered to the handler.
        private static let chunkSize = 64 * 1024

        /// Combines consecutive data into larger chunks, because each chunk has a fixed delivery cost.
        private func buffer(_ bytes: UnsafeBufferPointer<UInt8>) {
            if bufferedBody.isEmpty {
                guard bytes.count >= Self.maximumDeliverySize else {
                    transfer?.deliver(.chunk(Array(bytes)))
                    return
                }
                bufferedBody.reserveCapacity(Self.chunkSize)
                transfer?.jobs?.addBuffering(self)
            }
            bufferedBody.append(contentsOf: bytes)
            let isFull = bufferedBody.count > Self.chunkSize - Self.maximumDeliverySize
            if bytes.count < Self.maximumDeliverySize || isFull { flushBody() }
        }

        /// Delivers the buffered data.
        func flushBody() {
            guard !bufferedBody.isEmpty else { return }
            let chunk = bufferedBody
            bufferedBody = []
            transfer?.deliver(.chunk(chunk))
        }

        /// Copies upload data into `room`.
        ///
        /// Returns the number of bytes, or libcurl's code for pausing.
        func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
            if earlyResult != nil || isUpgradeRefused {
                // The bytes of another protocol have no end. An incomplete body must not look like a complete one.
                return parser.acceptsUpgrade ? 0 : CCURL_READ_ABORT
            }
            let portion = upload?.read(into: room)
            recordActivity()
            switch portion {
            case .bytes(let count):
                if count > 0 { phases?.didSend() }
                if let progress = upload?.progress { transfer?.deliver(.progress(progress)) }
                return count
            case .notReady:
                // The request is being sent, which libcurl before 7.80 does not report.
                if !reportsConnection { watchEnd() }
                ccurl_poller_upload_will_pause(link)
                return CCURL_READ_PAUSE
            case .failed(let failure):
                self.failure = failure
                return CCURL_READ_ABORT
            case nil: return CCURL_READ_ABORT
            }
        }

        /// Ends a paused upload, because the response is complete or the server has closed the connection.
        func readingDidEnd(isOpen: Bool) {
            guard upload?.isStarving == true, earlyResult == nil else { return }
            if !parser.isComplete {
                earlyResult = .failed(.closedInHead)
            } else if isResponseComplete(isOpen: isOpen) {
                earlyResult = .completed
            } else {
                let message = "transfer closed with outstanding read data remaining"
                earlyResult = .failed(TransportError(curlCode: 18, message: message, context: failureContext))
            }
            transfer?.wake()
        }

        /// Whether libcurl has stopped reading because the response is complete.
        ///
        /// libcurl does not report whether a chunked body is complete. It may be incomplete if the connection is closed, or
        /// if GnuTLS has received the end of the TLS connection.
        private func isResponseComplete(isOpen: Bool) -> Bool {
            if let missingBytes { return missingBytes <= 0 }
            guard responseFields.contains(.transferEncoding) else { return true }
            return isOpen && !(transfer?.request.isSecure == true && ccurl_uses_gnutls() != 0)
        }

        /// Rewinds the upload.
        ///
        /// libcurl seeks only to offset 0.
        func seek(to offset: Int64, origin: Int32) -> Int32 {
            guard origin == 0, offset == 0, let upload else { return CCURL_SEEK_FAIL }
            upload.rewind()
            return CCURL_SEEK_OK
        }
    }
#endif

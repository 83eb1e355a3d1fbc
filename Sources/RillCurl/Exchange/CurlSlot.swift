#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// An easy handle of libcurl and the state of its current exchange.
    ///
    /// libcurl's callbacks receive an unretained pointer to the slot. The engine retains the slot while it is in the
    /// multi handle.
    final class CurlSlot {
        /// The libcurl easy handle.
        let easy: UnsafeMutableRawPointer

        /// The current exchange.
        private(set) var transfer: CurlTransfer?

        let errorText: UnsafeMutablePointer<CChar>

        /// The header lines of the current or the previous exchange.
        var fieldList: CurlFieldList?
        @exclusivity(unchecked) var parser: CurlHeadParser

        /// The parser of responses of a proxy to `CONNECT`.
        var proxyParser: CurlHeadParser
        var failure: TransportError?
        private(set) var upload: CurlUpload?

        /// Whether libcurl was allowed to send the request on the current connection.
        var isSent: Bool { connectedAt != nil }

        /// Whether the request was sent at least once.
        var wasSent = false

        /// Whether the transport, and not libcurl, has sent the request again.
        var isRetry = false

        /// Whether the request was sent again.
        var wasResent = false

        /// Whether the request was not sent because the selected connection cannot be used again.
        var isStale = false

        /// The state of a request's `Expect: 100-continue`.
        enum Expectation {
            case sent
            /// The server responded with 417. The request is sent again without the field.
            case refused
            case omitted
        }

        var expectation = Expectation.sent

        /// Whether the handle still has the common options.
        var isSetUp = false
        var bodyBytes = 0

        /// The result of an exchange that ends before its upload, because libcurl has stopped reading.
        var earlyResult: CurlResult?

        /// Whether the server has responded to a request for another protocol without switching to it.
        var isUpgradeRefused: Bool { parser.acceptsUpgrade && parser.isComplete && !parser.isUpgraded }

        /// Whether libcurl is delivering the data that it buffered during a pause of an HTTP/2 exchange.
        ///
        /// All of it is accepted. Each resumption opens the flow-control window, so that otherwise libcurl's buffer would grow
        /// with each pause, up to its limit of 64 MB.
        private(set) var isResumingHTTP2 = false

        /// Whether the request is sent over HTTP/1, so that no other exchange uses the connection.
        var requiresHTTP1: Bool { options.httpVersion != .http2 && options.httpVersion != .http3 }

        /// The number of body bytes that arrived after the exchange was canceled.
        var discardedBytes = 0

        /// The header fields of the response.
        var responseFields = HTTPFields()

        /// The maximum size of the decoded body, or `nil` if the client does not decode it.
        var decodingLimit: Int? { options.decompresses ? options.maximumDecompressedSize : nil }
        let clock: CurlClock

        /// The times of the phases of the current attempt, or `nil` if they are not measured.
        var phases: CurlPhases?

        /// Body data that has not been delivered to the handler.
        var bufferedBody: [UInt8] = []
        private var lastActivity = Duration.zero

        /// The time at which libcurl was allowed to send the request on the current connection, or `nil` if it was not.
        var connectedAt: Duration?

        /// Whether libcurl supports a callback before it sends a request (since 7.80).
        var reportsConnection = false
        let hostOverrides: CurlStringList
        let options: TransportOptions

        /// The time at which the exchange started.
        private(set) var startedAt = Duration.zero

        /// The state shared with the poller.
        let link: UnsafeMutablePointer<ccurl_link>

        /// Creates a handle, or returns `nil` if memory is exhausted.
        init?(cache: CurlFieldCache, options: TransportOptions, poller: OpaquePointer, clock: CurlClock) {
            guard let overrides = try? CurlStringList(overriding: options.hostOverrides), let easy = ccurl_easy_init()
            else { return nil }
            self.easy = easy
            hostOverrides = overrides
            self.options = options
            self.clock = clock
            let parser = CurlHeadParser(cache: cache, limits: CurlHeadParser.Limits(options))
            self.parser = parser
            proxyParser = parser
            link = .allocate(capacity: 1)
            link.initialize(to: ccurl_link())
            link.pointee.poller = poller
            link.pointee.socket = -1
            errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
            errorText.pointee = 0
        }

        deinit {
            ccurl_easy_cleanup(easy)
            errorText.deallocate()
            link.deallocate()
        }

        // MARK: Setup

        /// Configures the handle for an exchange.
        func prepare(_ transfer: CurlTransfer) throws(TransportError) {
            self.transfer = transfer
            transfer.easy = easy
            startedAt = clock.now
            phases = transfer.measuredSince.map { CurlPhases(start: $0) }
            recordActivity()
            upload = transfer.makeUpload()
            parser.acceptsUpgrade = transfer.request.isUpgrade
            if options.httpVersion == .http3, !transfer.request.isSecure {
                throw TransportError(.invalidOptions, "the HTTP version http3 requires an https URL")
            }
            if transfer.request.isUpgrade, !requiresHTTP1 {
                throw TransportError(
                    .invalidOptions, "the HTTP version \(options.httpVersion) does not support the Upgrade field")
            }
            try checkHost(of: transfer.request)
            try checkProxyInEnvironment(for: transfer.request)
            if fieldList?.matches(transfer.request) != true {
                fieldList = try CurlFieldList(for: transfer.request, offersCodings: options.decompresses)
            }
            if !isSetUp {
                try setCommonOptions()
                setCallbacks()
            }
            // The next plain request overwrites all options that a plain request sets.
            isSetUp = transfer.request.isPlain
            try setOptions(of: transfer.request)
            // libcurl before 7.80 cannot be prevented from sending a request again on another connection. Over HTTP/1,
            // it does so only if the connection was used before. Over HTTP/2, it also does so if the server refuses the
            // stream, or if another exchange uses the same connection.
            if !reportsConnection, !transfer.request.isIdempotent {
                ccurl_easy_set_long(easy, CCURL_OPT_FRESH_CONNECT, 1)
                isSetUp = false
            }
            // libcurl does not read an empty body.
            if transfer.request.bodyCount == 0, let progress = upload?.progress {
                transfer.deliver(.progress(progress))
            }
        }

        /// Resets the exchange state.
        ///
        /// The handle keeps the common options if possible.
        func clear() {
            if !isSetUp { ccurl_easy_reset(easy) }
            errorText.pointee = 0
            parser.reset()
            proxyParser.reset()
            failure = nil
            upload?.finish()
            upload = nil
            wasSent = false
            isRetry = false
            wasResent = false
            isStale = false
            expectation = .sent
            bodyBytes = 0
            discardedBytes = 0
            responseFields = HTTPFields()
            bufferedBody = []
            connectedAt = nil
            link.pointee.is_paused = 0
            link.pointee.has_too_many_files = 0
            link.pointee.is_refused = 0
            stopWatchingEnd()
            ccurl_poller_forget_paused_upload(link)
            link.pointee.port = 0
            link.pointee.socket = -1
            phases = nil
            transfer?.easy = nil
            transfer = nil
        }

        /// Whether libcurl keeps nothing of an exchange that is removed before its end.
        ///
        /// Over HTTP/2, it can keep data of a paused response.
        var keepsNothing: Bool {
            guard let transfer, link.pointee.is_paused == 0 else { return false }
            return !wasResent && (transfer.isHTTP1 || !transfer.request.isSecure && requiresHTTP1)
        }

        // MARK: Time

        /// The phase of an exchange, and the time of its last activity.
        enum Phase {
            /// The connection has not been established, or the request waits for a connection.
            case connecting
            case waiting(since: Duration)
            case receiving(since: Duration)
            /// The response is complete, but the server does not read the rest of the request.
            case stalledAfterResponse(since: Duration)
            /// The subscriber has paused the response body, or the stream of the request body has no data.
            case paused
        }

        var phase: Phase {
            if parser.isComplete {
                // After a switch of protocols, either side can be silent at any time.
                if parser.isUpgraded || transfer?.isBodyPaused == true { return .paused }
                return upload != nil && ccurl_poller_only_sends(link) != 0
                    ? .stalledAfterResponse(since: lastActivity) : .receiving(since: lastActivity)
            }
            guard let connected else { return .connecting }
            if upload?.isStarving == true { return .paused }
            return .waiting(since: max(connected, lastActivity))
        }

        /// The time at which the connection was ready.
        ///
        /// libcurl before 7.80 does not include time spent waiting for a connection.
        var connected: Duration? {
            if reportsConnection { return connectedAt }
            let time = ccurl_easy_get_offset(easy, CCURL_INFO_PRETRANSFER_TIME, 0)
            return time == 0 ? nil : startedAt + .microseconds(time)
        }

        /// Continues an exchange that libcurl has paused.
        ///
        /// Returns libcurl's result code.
        func resume() -> Int32 {
            recordActivity()
            if link.pointee.is_paused != 0 { ccurl_poller_set_paused(link, easy, 0) }
            // The upload can continue during a pause of the response.
            let resumesBody = transfer?.didProcessResume() == true
            isResumingHTTP2 = resumesBody && transfer?.isHTTP1 == false
            defer { isResumingHTTP2 = false }
            return ccurl_easy_unpause(easy)
        }

        /// Sets the time of the last activity to the current time.
        func recordActivity() {
            lastActivity = clock.now
        }
    }
#endif

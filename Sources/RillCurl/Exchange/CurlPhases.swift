#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// The times of the phases of one attempt, taken on the loop's thread.
    struct CurlPhases {
        typealias Instant = ContinuousClock.Instant

        private let start: Instant
        private var resolving: Instant?
        private var opening: Instant?
        private var sending: Instant?
        private var sent: Instant?
        private var receiving: Instant?

        /// The time at which libcurl began to resend the request by resolving the name.
        private var lost: Instant?

        /// The negotiated version of TLS, such as `1.3`.
        var tlsVersion: String?

        /// The number of bytes that libcurl has counted for earlier attempts.
        var earlierBytes = 0

        init(start: Instant) {
            self.start = start
        }

        // MARK: Events

        /// Called before a name is resolved.
        mutating func willResolve(at now: Instant = .now) {
            if sending != nil {
                lost = lost ?? now
            } else if resolving == nil {
                resolving = now
            }
        }

        /// Called before a socket is opened: for each address of the server, and without resolving if the address is known.
        mutating func willOpen(at now: Instant = .now) {
            guard opening == nil else { return }
            opening = now
            if resolving == nil { resolving = opening }
        }

        /// Called when the connection is ready for the request.
        mutating func willSend(at now: Instant = .now) {
            sending = now
        }

        /// Called when a part of the request body has been passed to libcurl.
        mutating func didSend(at now: Instant = .now) {
            if receiving == nil { sent = now }
        }

        /// Called for each line of a response head.
        mutating func didReceive(at now: Instant = .now) {
            if receiving == nil { receiving = now }
        }

        /// Called at the end of an informational response head, which another head follows.
        mutating func didReceiveInformational() {
            receiving = nil
        }

        /// Returns the phases of the next attempt.
        func following(at now: Instant = .now) -> CurlPhases {
            var next = CurlPhases(start: lost ?? now)
            next.resolving = lost
            return next
        }

        // MARK: Result

        /// Returns the durations of the phases so far.
        ///
        /// - Parameters:
        ///   - now: The current time. Defaults to the time of the call.
        ///   - handshake: The durations of the connection attempt and the handshake, or `nil` for a connection without TLS.
        ///   - hasEnded: Whether the attempt has ended.
        func metrics(at now: Instant = .now, _ handshake: Handshake?, hasEnded: Bool) -> TransportMetrics {
            let now = lost ?? now
            var metrics = TransportMetrics()
            metrics.queue = (resolving ?? sending ?? now) - start
            if let resolving {
                metrics.nameResolution = (opening ?? sending ?? now) - resolving
            }
            if let opening {
                addConnection(to: &metrics, (sending ?? now) - opening, handshake)
            }
            if let sending {
                metrics.isConnectionReused = opening == nil
                metrics.request = sent.map { $0 - sending }
                metrics.firstByte = (receiving ?? now) - (sent ?? sending)
            }
            if hasEnded, let receiving { metrics.transfer = now - receiving }
            metrics.tlsVersion = tlsVersion
            return metrics
        }

        /// The durations of the connection attempt and the handshake, or `nil` if they have not succeeded.
        struct Handshake {
            var connect: Duration?
            var tls: Duration?
        }

        private func addConnection(to metrics: inout TransportMetrics, _ span: Duration, _ handshake: Handshake?) {
            switch (handshake?.connect, handshake?.tls) {
            case (nil, _):
                metrics.connect = span
            case (let connect?, nil):  // the handshake failed
                metrics.connect = min(connect, span)
                metrics.tls = span - min(connect, span)
            case (_, let tls?):
                metrics.tls = min(tls, span)
                metrics.connect = span - min(tls, span)
            }
        }
    }

    extension CurlPhases.Handshake {
        /// Reads the durations of the current transfer.
        fileprivate init(_ easy: UnsafeMutableRawPointer) {
            // libcurl counts all times from the start of the transfer.
            let resolved = ccurl_easy_get_offset(easy, CCURL_INFO_NAMELOOKUP_TIME, 0)
            let connected = ccurl_easy_get_offset(easy, CCURL_INFO_CONNECT_TIME, 0)
            let secured = ccurl_easy_get_offset(easy, CCURL_INFO_APPCONNECT_TIME, 0)
            if connected > 0 { connect = .microseconds(max(0, connected - resolved)) }
            if secured > 0 { tls = .microseconds(max(0, secured - connected)) }
        }
    }

    extension CurlSlot {
        /// Delivers the metrics of the current attempt, if it is measured.
        func deliverMetrics(hasEnded: Bool = false) {
            guard let phases, let transfer else { return }
            let handshake = transfer.request.isSecure ? CurlPhases.Handshake(easy) : nil
            var metrics = phases.metrics(handshake, hasEnded: hasEnded)
            metrics.httpVersion = httpVersion
            // For a Unix domain socket, libcurl reports the beginning of its path.
            if options.unixSocketPath == nil, let address = ccurl_easy_get_text(easy, CCURL_INFO_PRIMARY_IP),
                address.pointee != 0
            {
                metrics.remoteAddress = String(cString: address)
                metrics.remotePort = ccurl_easy_get_long(easy, CCURL_INFO_PRIMARY_PORT, 0)
            }
            metrics.sentBytes = sentBytes(of: transfer.request)
            metrics.receivedBytes =
                ccurl_easy_get_long(easy, CCURL_INFO_HEADER_SIZE, 0)
                + Int(ccurl_easy_get_offset(easy, CCURL_INFO_SIZE_DOWNLOAD, 0))
            metrics.decodedBytes = bodyBytes
            transfer.deliver(.metrics(metrics))
        }

        /// Starts the phases of the next attempt.
        ///
        /// - Parameter isSameTransfer: Whether libcurl sends the request again in the same transfer, whose requests it counts
        ///   together.
        func restartPhases(isSameTransfer: Bool) {
            phases = phases?.following()
            if isSameTransfer { phases?.earlierBytes = requestSize }
        }

        /// Records the version of TLS, which libcurl knows only while the connection is in use.
        func noteTLSVersion() {
            guard phases != nil, transfer?.request.isSecure == true, let version = ccurl_easy_tls_version(easy) else {
                return
            }
            let name = String(cString: version)  // such as "TLSv1.3"
            phases?.tlsVersion = name.hasPrefix("TLSv") ? String(name.dropFirst(4)) : name
        }

        private var httpVersion: String? {
            switch ccurl_easy_get_long(easy, CCURL_INFO_HTTP_VERSION, 0) {
            case 1: "1.0"
            case 2: "1.1"
            case 3: "2"
            case 30: "3"
            default: nil
            }
        }

        private var requestSize: Int { ccurl_easy_get_long(easy, CCURL_INFO_REQUEST_SIZE, 0) }

        private func sentBytes(of request: CurlRequest) -> Int {
            let size = requestSize - (phases?.earlierBytes ?? 0)
            let count = request.body.map { $0.isCopied(count: request.bodyCount ?? .max) }
            // Before version 8.7, libcurl counts only the head, and a body that it copies.
            if count != false || ccurl_version_number() >= 0x080700 { return size }
            return size + Int(ccurl_easy_get_offset(easy, CCURL_INFO_SIZE_UPLOAD, 0))
        }
    }
#endif

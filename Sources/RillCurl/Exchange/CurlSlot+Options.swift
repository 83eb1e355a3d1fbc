#if os(Linux)
    internal import CRillCurl
    internal import RillHTTPTypes

    /// The options of libcurl.
    extension CurlSlot {
        // MARK: Common options

        /// Sets the options that do not depend on the request.
        func setCommonOptions() throws(TransportError) {
            set(CCURL_OPT_NOSIGNAL, 1)
            if set(CCURL_OPT_PROTOCOLS_STR, "http,https") != 0 {  // libcurl older than 7.85
                set(CCURL_OPT_PROTOCOLS, CCURL_PROTOCOLS_HTTP_HTTPS)
            }
            set(CCURL_OPT_HTTP09_ALLOWED, 0)
            set(CCURL_OPT_FOLLOWLOCATION, 0)
            set(CCURL_OPT_PATH_AS_IS, 1)
            set(CCURL_OPT_TCP_NODELAY, 1)
            if let agent = options.userAgent { set(CCURL_OPT_USERAGENT, agent) }
            // Without this option, libcurl uses a limit of five minutes.
            let day = Duration.seconds(24 * 60 * 60)
            set(CCURL_OPT_CONNECTTIMEOUT_MS, min(options.connectTimeout ?? day, day).wholeMilliseconds)
            try setConnections()
            // Without this option, canceling an exchange blocks the loop's thread until DNS resolution ends (since
            // 7.87).
            set(CCURL_OPT_QUICK_EXIT, 1)
            try setTrust()
            try setRouting()
        }

        private func setConnections() throws(TransportError) {
            set(CCURL_OPT_HAPPY_EYEBALLS_TIMEOUT_MS, options.addressFallbackDelay.wholeMilliseconds)
            set(CCURL_OPT_DNS_CACHE_TIMEOUT, (options.resolutionLifetime.wholeMilliseconds + 999) / 1_000)
            if let interval = options.keepAliveInterval {
                let seconds = (interval.wholeMilliseconds + 999) / 1_000
                set(CCURL_OPT_TCP_KEEPALIVE, 1)
                set(CCURL_OPT_TCP_KEEPIDLE, seconds)
                set(CCURL_OPT_TCP_KEEPINTVL, seconds)
            }
            if let path = options.unixSocketPath {
                try require(CCURL_OPT_UNIX_SOCKET_PATH, path, "the Unix domain socket")
                // Excess bytes on an idle connection could not be distinguished from the next response: without a port, the
                // poller does not know which connection libcurl reuses.
                set(CCURL_OPT_FORBID_REUSE, 1)
            }
            ccurl_easy_set_pointer(easy, CCURL_OPT_CONNECT_TO, hostOverrides.head)
        }

        private func setTrust() throws(TransportError) {
            set(CCURL_OPT_SSL_VERIFYPEER, 1)
            set(CCURL_OPT_SSL_VERIFYHOST, 2)
            if let file = options.certificateAuthorityFile {
                try require(CCURL_OPT_CAINFO, file, "the certificate authority file")
                set(CCURL_OPT_PROXY_CAINFO, file)  // fails if the TLS library does not support HTTPS proxies
                // Otherwise, libcurl would also trust the authorities in its default directory.
                ccurl_easy_set_pointer(easy, CCURL_OPT_CAPATH, nil)
                ccurl_easy_set_pointer(easy, CCURL_OPT_PROXY_CAPATH, nil)
            }
            if let keys = options.pinnedPublicKeys.values.first {
                // The keys are set for each request; this detects a TLS library that does not support them.
                try require(CCURL_OPT_PINNEDPUBLICKEY, keys.joined(separator: ";"), "the pinned public keys")
            }
            guard let certificate = options.clientCertificate else { return }
            try require(CCURL_OPT_SSLCERT, certificate.certificateFile, "the client certificate")
            try require(CCURL_OPT_SSLKEY, certificate.keyFile, "the private key")
            // Without a passphrase, OpenSSL would prompt for one on the terminal and block all exchanges.
            try require(CCURL_OPT_KEYPASSWD, certificate.passphrase ?? "", "the passphrase")
        }

        private func setRouting() throws(TransportError) {
            switch options.proxy.kind {
            case .environment: break
            case .none: set(CCURL_OPT_PROXY, "")
            case .url(let url):
                guard options.proxy.scheme != "https" || ccurl_features() & CCURL_FEATURE_HTTPS_PROXY != 0 else {
                    throw TransportError(.invalidOptions, "this version of libcurl does not support HTTPS proxies")
                }
                try require(CCURL_OPT_PROXY, url, "the proxy")
                // Otherwise, libcurl would connect directly to the hosts in the environment's `no_proxy`.
                try require(CCURL_OPT_NOPROXY, "", "the proxy")
            }
            // libcurl also offers GSS-API by default, which would block the loop's thread.
            set(CCURL_OPT_SOCKS5_AUTH, CCURL_AUTH_BASIC)
            if let address = options.localAddress {
                // Without a prefix, libcurl would resolve the name of a missing interface, which blocks the loop's thread.
                let prefix = CanonicalHost.isIPAddress(address) ? "host!" : "if!"
                try require(CCURL_OPT_INTERFACE, prefix + address, "the local address")
            }
            switch options.httpVersion {
            case .automatic: break  // set for each request
            case .http1: set(CCURL_OPT_HTTP_VERSION, CCURL_HTTP_VERSION_1_1)
            case .http2:
                guard set(CCURL_OPT_HTTP_VERSION, CCURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE) == 0 else {
                    throw TransportError(.invalidOptions, "this version of libcurl does not support HTTP/2")
                }
            case .http3:
                guard set(CCURL_OPT_HTTP_VERSION, CCURL_HTTP_VERSION_3) == 0 else {
                    throw TransportError(.invalidOptions, "this version of libcurl does not support HTTP/3")
                }
            }
            switch options.addressFamily {
            case .any: break
            case .ipv4: set(CCURL_OPT_IPRESOLVE, CCURL_RESOLVE_IPV4)
            case .ipv6: set(CCURL_OPT_IPRESOLVE, CCURL_RESOLVE_IPV6)
            }
        }

        /// Sets an option, and throws if libcurl does not support it.
        private func require(_ option: Int32, _ text: String, _ name: String) throws(TransportError) {
            let code = set(option, text)
            guard code != 0 else { return }
            let reason = String(cString: ccurl_error_text(code))
            throw TransportError(.invalidOptions, "libcurl cannot use \(name): \(reason)")
        }

        /// Installs the callbacks, which libcurl and the poller call with an unretained pointer to the slot.
        ///
        /// The poller opens and closes the sockets.
        func setCallbacks() {
            let user = Unmanaged.passUnretained(self).toOpaque()
            link.pointee.user = user
            link.pointee.on_open = { user in CurlSlot.at(user).willOpen() ? 0 : 1 }
            link.pointee.on_end = { user, isOpen in CurlSlot.at(user).readingDidEnd(isOpen: isOpen != 0) }
            ccurl_poller_adopt(link, easy)
            ccurl_easy_set_pointer(easy, CCURL_OPT_ERRORBUFFER, errorText)
            for option in [CCURL_OPT_HEADERDATA, CCURL_OPT_WRITEDATA, CCURL_OPT_READDATA, CCURL_OPT_SEEKDATA] {
                ccurl_easy_set_pointer(easy, option, user)
            }
            ccurl_easy_set_data_callback(easy, CCURL_OPT_HEADERFUNCTION) { bytes, size, count, user in
                CurlSlot.at(user).receiveLine(UnsafeBufferPointer(start: bytes, count: size * count))
            }
            ccurl_easy_set_data_callback(easy, CCURL_OPT_WRITEFUNCTION) { bytes, size, count, user in
                CurlSlot.at(user).receiveBody(UnsafeBufferPointer(start: bytes, count: size * count))
            }
            ccurl_easy_set_data_callback(easy, CCURL_OPT_READFUNCTION) { bytes, size, count, user in
                CurlSlot.at(user).fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            ccurl_easy_set_seek_callback(easy, CCURL_OPT_SEEKFUNCTION) { user, offset, origin in
                CurlSlot.at(user).seek(to: offset, origin: origin)
            }
            // Called only when a name is resolved.
            ccurl_easy_set_pointer(easy, CCURL_OPT_RESOLVER_START_DATA, user)
            ccurl_easy_set_resolver_callback(easy, CCURL_OPT_RESOLVER_START_FUNCTION) { _, _, user in
                CurlSlot.at(user).phases?.willResolve()
                return 0
            }
            ccurl_easy_set_pointer(easy, CCURL_OPT_PREREQDATA, user)
            reportsConnection =
                ccurl_easy_set_ready_callback(easy, CCURL_OPT_PREREQFUNCTION) { user, _, _, _, localPort in
                    CurlSlot.at(user).willSend(fromPort: localPort) ? 0 : 1
                } == 0
            link.pointee.reports_use = reportsConnection ? 1 : 0
            // The head of a proxy's response to CONNECT arrives before the callback. Without the callback, it cannot be
            // distinguished from the head of the server's response.
            set(CCURL_OPT_SUPPRESS_CONNECT_HEADERS, reportsConnection ? 0 : 1)
        }

        // MARK: Options of an exchange

        /// Sets the options of a request.
        ///
        /// - Throws: A `TransportError` if memory is exhausted, or if it is unclear whether public keys are pinned for the
        ///   host.
        func setOptions(of request: CurlRequest) throws(TransportError) {
            try check(set(CCURL_OPT_URL, request.url))
            // Otherwise, newer versions of libcurl (observed in 8.14) change percent-encoding, and drop an empty query.
            try check(set(CCURL_OPT_REQUEST_TARGET, target(of: request)))
            if !options.pinnedPublicKeys.isEmpty, request.isSecure {
                let keys = options.pinnedPublicKeys[try CanonicalHost.text(of: request.hostInURL)]
                try check(set(CCURL_OPT_PINNEDPUBLICKEY, keys?.joined(separator: ";")))
            }
            ccurl_easy_set_pointer(easy, CCURL_OPT_HTTPHEADER, fieldList?.lines)
            // Over http://, new exchanges would wait for a paused one.
            set(CCURL_OPT_PIPEWAIT, request.isSecure ? 1 : 0)
            // Reports that the server has refused an HTTP/2 stream, after which any request may be sent again.
            set(CCURL_OPT_VERBOSE, options.httpVersion == .http2 && !request.isIdempotent ? 1 : 0)
            if options.httpVersion == .automatic, request.requiresHTTP1 {
                set(CCURL_OPT_HTTP_VERSION, CCURL_HTTP_VERSION_1_1)
            }
            if options.httpVersion == .http2 {
                // Over plain TCP, a second request on a connection fails (observed in libcurl 7.88).
                set(CCURL_OPT_FRESH_CONNECT, request.isSecure ? 0 : 1)
                set(CCURL_OPT_FORBID_REUSE, request.isSecure && options.unixSocketPath == nil ? 0 : 1)
            }
            if request.isUpgrade {
                set(CCURL_OPT_FORBID_REUSE, 1)
                // A proxy forwards the bytes of another protocol only through a tunnel.
                set(CCURL_OPT_HTTPPROXYTUNNEL, 1)
            }
            if let body = request.bodyToSend {
                try check(setBody(body, count: request.body == nil ? 0 : request.bodyCount))
            }
            switch request.method {
            case "HEAD": set(CCURL_OPT_NOBODY, 1)
            case "GET" where request.body == nil: break
            default: try check(set(CCURL_OPT_CUSTOMREQUEST, request.method))
            }
        }

        private func setBody(_ body: HTTPBody, count: Int?) -> Int32 {
            // Without a length, libcurl uses chunked transfer coding, or HTTP/2 frames.
            guard let count else { return set(CCURL_OPT_UPLOAD, 1) }
            ccurl_easy_set_offset(easy, CCURL_OPT_POSTFIELDSIZE_LARGE, Int64(count))
            guard let bytes = body.bytes, body.isCopied(count: count) else { return set(CCURL_OPT_POST, 1) }
            // An empty array may have no base address, and a null pointer would make libcurl use the read callback.
            guard !bytes.isEmpty else { return set(CCURL_OPT_COPYPOSTFIELDS, "") }
            return bytes.withUnsafeBytes { ccurl_easy_set_pointer(easy, CCURL_OPT_COPYPOSTFIELDS, $0.baseAddress) }
        }

        /// Throws if an option could not be set because memory is exhausted.
        private func check(_ code: Int32) throws(TransportError) {
            guard code == 0 else { throw .outOfMemory }
        }

        @discardableResult
        private func set(_ option: Int32, _ value: Int) -> Int32 { ccurl_easy_set_long(easy, option, value) }

        @discardableResult
        private func set(_ option: Int32, _ text: String?) -> Int32 {
            guard let text else { return ccurl_easy_set_pointer(easy, option, nil) }
            return text.withCString { ccurl_easy_set_pointer(easy, option, $0) }
        }
    }

    extension CurlRequest {
        /// Whether the request sets only options that each request sets.
        var isPlain: Bool { method == "GET" && body == nil && !isUpgrade && !requiresHTTP1 }

        /// The body, or an empty body for methods whose requests should have a `Content-Length`.
        var bodyToSend: HTTPBody? {
            body ?? (["POST", "PUT", "PATCH"].contains(method) ? HTTPBody([UInt8](), contentType: nil) : nil)
        }

        /// Whether the request is not reliable over HTTP/2 with libcurl.
        ///
        /// Before version 8.3, libcurl loses most responses that arrive before the end of the request body. In all versions,
        /// it does not report which requests a server has not processed that closes the connection with GOAWAY, so that
        /// requests that are not idempotent would fail.
        ///
        /// HTTP/2 has no `Upgrade` field.
        var requiresHTTP1: Bool { isUpgrade || isSecure && (bodyToSend != nil || !isIdempotent) }
    }

    extension HTTPBody {
        /// Whether libcurl copies the body and sends it together with the head.
        func isCopied(count: Int) -> Bool { bytes != nil && count <= 64 * 1024 && report == nil }
    }

    extension Duration {
        /// The duration in milliseconds, rounded up, so that a positive duration does not become 0, and at most 24 days.
        fileprivate var wholeMilliseconds: Int {
            // libcurl rejects larger values of some options.
            let (seconds, attoseconds) = min(self, .milliseconds(Int32.max)).components
            return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
    }

    extension CurlSlot {
        /// Returns the slot that a callback's user pointer refers to.
        fileprivate static func at(_ user: UnsafeMutableRawPointer?) -> CurlSlot {
            guard let user else { preconditionFailure("libcurl called back without a user pointer") }
            return Unmanaged<CurlSlot>.fromOpaque(user).takeUnretainedValue()
        }
    }
#endif

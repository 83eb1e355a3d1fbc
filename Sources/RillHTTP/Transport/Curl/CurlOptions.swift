#if os(Linux)
    internal import CCurl

    /// Sets the options of one of libcurl's easy handles.
    struct CurlOptions {
        /// Bodies up to this size are copied by libcurl, which then sends them together with the head.
        private static let copyLimit = 64 * 1024

        /// libcurl's handle.
        let easy: UnsafeMutableRawPointer

        // MARK: For every exchange

        /// How many bytes libcurl reads at once; it hands over no more than 16 KiB of them in one piece.
        private static let bufferSize = 64 * 1024

        /// Sets what does not depend on the request.
        func setCommon(_ options: TransportOptions, _ cookies: CurlCookies?) throws(CurlFailure) {
            set(CCURL_OPT_NOSIGNAL, 1)
            if set(CCURL_OPT_PROTOCOLS_STR, "http,https") != 0 {  // older than 7.85
                set(CCURL_OPT_PROTOCOLS, CCURL_PROTOCOLS_HTTP_HTTPS)
            }
            set(CCURL_OPT_HTTP09_ALLOWED, 0)
            set(CCURL_OPT_FOLLOWLOCATION, 0)
            set(CCURL_OPT_PATH_AS_IS, 1)
            set(CCURL_OPT_SUPPRESS_CONNECT_HEADERS, 1)
            set(CCURL_OPT_TCP_NODELAY, 1)
            set(CCURL_OPT_BUFFERSIZE, Self.bufferSize)
            if let agent = options.userAgent { set(CCURL_OPT_USERAGENT, agent) }
            // libcurl's own limit, where none is wanted, would be five minutes.
            let day = Duration.seconds(24 * 60 * 60)
            set(CCURL_OPT_CONNECTTIMEOUT_MS, min(options.connectTimeout ?? day, day).wholeMilliseconds)
            // Without it, giving up an exchange waits on the loop's thread for the host name's address (since 7.87).
            set(CCURL_OPT_QUICK_EXIT, 1)
            // All that libcurl can decode is decoded; it is asked for in `makeFieldList`, as libcurl would write the field
            // twice, letter by letter.
            if options.decompresses { set(CCURL_OPT_ACCEPT_ENCODING, "") }
            if let cookies {
                ccurl_easy_set_pointer(easy, CCURL_OPT_SHARE, cookies.share)
                set(CCURL_OPT_COOKIEFILE, "")
            }
            try setTrust(options)
            try setWay(options)
        }

        private func setTrust(_ options: TransportOptions) throws(CurlFailure) {
            set(CCURL_OPT_SSL_VERIFYPEER, 1)
            set(CCURL_OPT_SSL_VERIFYHOST, 2)
            if let file = options.certificateAuthorityFile {
                try require(CCURL_OPT_CAINFO, file, "a file with certificates")
            }
            guard let certificate = options.clientCertificate else { return }
            try require(CCURL_OPT_SSLCERT, certificate.certificateFile, "a client certificate")
            try require(CCURL_OPT_SSLKEY, certificate.keyFile, "a private key")
            // Without any, OpenSSL would ask for one on the terminal, and all exchanges would wait for the answer.
            try require(CCURL_OPT_KEYPASSWD, certificate.passphrase ?? "", "a passphrase")
        }

        private func setWay(_ options: TransportOptions) throws(CurlFailure) {
            switch options.proxy.kind {
            case .environment: break
            case .none: set(CCURL_OPT_PROXY, "")
            case .url(let url):
                guard !BaseURL(url).hasSplitCredentials else {
                    throw CurlFailure(
                        kind: .invalidOptions,
                        message: "the password in the proxy's URL has a /, ? or # that must be percent-encoded")
                }
                try require(CCURL_OPT_PROXY, url, "a proxy")
            }
            if let address = options.localAddress {
                try require(CCURL_OPT_INTERFACE, address, "a local address")
            }
            switch options.httpVersion {
            case .automatic: break
            case .http1: set(CCURL_OPT_HTTP_VERSION, CCURL_HTTP_VERSION_1_1)
            case .http2:
                guard set(CCURL_OPT_HTTP_VERSION, CCURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE) == 0 else {
                    throw CurlFailure(kind: .invalidOptions, message: "this libcurl does not speak HTTP/2")
                }
            }
            switch options.addressFamily {
            case .any: break
            case .ipv4: set(CCURL_OPT_IPRESOLVE, CCURL_RESOLVE_IPV4)
            case .ipv6: set(CCURL_OPT_IPRESOLVE, CCURL_RESOLVE_IPV6)
            }
        }

        /// Sets what must not be ignored where libcurl cannot do it.
        private func require(_ option: Int32, _ text: String, _ what: String) throws(CurlFailure) {
            let code = set(option, text)
            guard code != 0 else { return }
            let reason = String(cString: ccurl_error_text(code))
            throw CurlFailure(kind: .invalidOptions, message: "libcurl cannot use \(what): \(reason)", code: code)
        }

        /// Makes libcurl call the slot that `user` points to.
        ///
        /// - Parameters:
        ///   - user: The slot.
        ///   - link: What the slot shares with the poller, which then opens and closes the sockets.
        ///   - errorText: The buffer for libcurl's error texts.
        /// - Returns: Whether libcurl will call before it sends the request.
        func setCallbacks(
            user: UnsafeMutableRawPointer, link: UnsafeMutablePointer<ccurl_link>,
            errorText: UnsafeMutablePointer<CChar>
        ) -> Bool {
            link.pointee.user = user
            link.pointee.on_open = { user in CurlSlot.at(user).willOpen() ? 0 : 1 }
            ccurl_poller_adopt(link, easy)
            ccurl_easy_set_pointer(easy, CCURL_OPT_ERRORBUFFER, errorText)
            for option in [CCURL_OPT_HEADERDATA, CCURL_OPT_WRITEDATA, CCURL_OPT_READDATA, CCURL_OPT_SEEKDATA] {
                ccurl_easy_set_pointer(easy, option, user)
            }
            ccurl_easy_set_data_callback(easy, CCURL_OPT_HEADERFUNCTION) { bytes, size, count, user in
                CurlSlot.at(user).takeLine(UnsafeBufferPointer(rawBytes: bytes, count: size * count))
            }
            ccurl_easy_set_data_callback(easy, CCURL_OPT_WRITEFUNCTION) { bytes, size, count, user in
                CurlSlot.at(user).takeBody(UnsafeBufferPointer(rawBytes: bytes, count: size * count))
            }
            ccurl_easy_set_data_callback(easy, CCURL_OPT_READFUNCTION) { bytes, size, count, user in
                CurlSlot.at(user).fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            ccurl_easy_set_seek_callback(easy, CCURL_OPT_SEEKFUNCTION) { user, offset, origin in
                CurlSlot.at(user).seek(to: offset, origin: origin)
            }
            ccurl_easy_set_pointer(easy, CCURL_OPT_PREREQDATA, user)
            let reportsUse =
                ccurl_easy_set_ready_callback(easy, CCURL_OPT_PREREQFUNCTION) { user, _, _, _, localPort in
                    CurlSlot.at(user).willSend(fromPort: localPort) ? 0 : 1
                } == 0
            link.pointee.reports_use = reportsUse ? 1 : 0
            return reportsUse
        }

        // MARK: For one exchange

        /// Sets what the request asks for; returns false when libcurl could not take it in.
        func set(
            _ request: CurlRequest, _ version: TransportOptions.HTTPVersion, fieldList: UnsafeMutableRawPointer?
        ) -> Bool {
            var isSet = set(CCURL_OPT_URL, request.url) == 0
            ccurl_easy_set_pointer(easy, CCURL_OPT_HTTPHEADER, fieldList)
            set(CCURL_OPT_HTTP_CONTENT_DECODING, request.asksForPart ? 0 : 1)
            // On http:// new exchanges would wait behind a paused one.
            set(CCURL_OPT_PIPEWAIT, request.isSecure ? 1 : 0)
            if version == .http2 {
                // Where TLS has not agreed on HTTP/2, a second request on a connection fails (seen in libcurl 7.88).
                set(CCURL_OPT_FRESH_CONNECT, request.isSecure ? 0 : 1)
                set(CCURL_OPT_FORBID_REUSE, request.isSecure ? 0 : 1)
            }
            if let body = request.bodyToSend {
                isSet = setBody(body, count: request.body == nil ? 0 : request.bodyCount) && isSet
            }
            switch request.method {
            case "HEAD": set(CCURL_OPT_NOBODY, 1)
            case "GET" where request.body == nil: break
            default: isSet = set(CCURL_OPT_CUSTOMREQUEST, request.method) == 0 && isSet
            }
            return isSet
        }

        private func setBody(_ body: HTTPBody, count: Int?) -> Bool {
            // Of a length that nobody knows: libcurl sends it chunked, or as HTTP/2 does.
            guard let count else { return set(CCURL_OPT_UPLOAD, 1) == 0 }
            ccurl_easy_set_offset(easy, CCURL_OPT_POSTFIELDSIZE_LARGE, Int64(count))
            guard let bytes = body.bytes, count <= Self.copyLimit, body.report == nil else {
                return set(CCURL_OPT_POST, 1) == 0
            }
            // An empty array may have no address, but no address would mean: call the read callback.
            guard !bytes.isEmpty else { return set(CCURL_OPT_COPYPOSTFIELDS, "") == 0 }
            return bytes.withUnsafeBytes { bytes in
                ccurl_easy_set_pointer(easy, CCURL_OPT_COPYPOSTFIELDS, bytes.baseAddress) == 0
            }
        }

        /// What asks for everything that libcurl can decode.
        private static let acceptedEncodings: String = {
            let features = ccurl_features()
            let names = [
                (CCURL_FEATURE_LIBZ, "deflate, gzip"), (CCURL_FEATURE_BROTLI, "br"), (CCURL_FEATURE_ZSTD, "zstd"),
            ]
            let known = names.filter { features & $0.0 != 0 }.map(\.1)
            return "Accept-Encoding: " + (known.isEmpty ? "identity" : known.joined(separator: ", "))
        }()

        /// Makes libcurl's list of the fields, with those that keep it from adding its own.
        func makeFieldList(
            for request: CurlRequest, decompresses: Bool, withExpectation: Bool = true
        ) throws(CurlFailure) -> UnsafeMutableRawPointer? {
            var list: UnsafeMutableRawPointer?
            var lines = request.fieldLines(withExpectation: withExpectation)
            if decompresses, !request.fields.contains(.acceptEncoding) {
                lines.append(request.asksForPart ? "Accept-Encoding: identity" : Self.acceptedEncodings)
            }
            for line in lines {
                guard let longer = ccurl_list_append(list, line) else {
                    ccurl_list_free(list)
                    throw .outOfMemory
                }
                list = longer
            }
            return list
        }

        @discardableResult
        private func set(_ option: Int32, _ value: Int) -> Int32 { ccurl_easy_set_long(easy, option, value) }

        @discardableResult
        private func set(_ option: Int32, _ text: String) -> Int32 { ccurl_easy_set_text(easy, option, text) }
    }

    extension CurlRequest {
        /// Whether it is a GET without a body, and so sets nothing but the URL and fields.
        var isPlain: Bool { method == "GET" && body == nil }

        /// Whether it asks for a part of a content: if that is compressed, no part of it can be decompressed.
        var asksForPart: Bool { fields.contains(.range) }

        /// The body, or an empty one where a server may expect one to be announced.
        fileprivate var bodyToSend: HTTPBody? {
            body ?? (["POST", "PUT", "PATCH"].contains(method) ? HTTPBody([UInt8](), contentType: nil) : nil)
        }

        /// The fields in libcurl's notation: `Name;` is an empty field, `Name:` keeps libcurl from adding its own.
        fileprivate func fieldLines(withExpectation: Bool) -> [String] {
            var lines: [String] = []
            var hasType = false
            var hasExpectation = false
            for field in fields {
                switch field.name.canonicalName {
                case "content-length", "transfer-encoding": continue
                case "content-type": hasType = true
                case "expect":
                    guard withExpectation else { continue }
                    hasExpectation = true
                default: break
                }
                lines.append(field.value.isEmpty ? field.name.rawName + ";" : field.name.rawName + ": " + field.value)
            }
            guard bodyToSend != nil else { return lines }
            if !hasType { lines.append("Content-Type:") }
            if !hasExpectation { lines.append("Expect:") }  // no waiting for leave to send the body
            return lines
        }
    }

    extension Duration {
        /// The duration in milliseconds, rounded up, so that what is more than nothing stays so.
        fileprivate var wholeMilliseconds: Int {
            let (seconds, attoseconds) = components
            return Int(clamping: seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
    }

    extension CurlSlot {
        /// The slot that a callback was given.
        fileprivate static func at(_ user: UnsafeMutableRawPointer?) -> CurlSlot {
            guard let user else { preconditionFailure("libcurl has lost the pointer it was given.") }
            return Unmanaged<CurlSlot>.fromOpaque(user).takeUnretainedValue()
        }
    }

    extension UnsafeBufferPointer<UInt8> {
        fileprivate init(rawBytes: UnsafeMutablePointer<CChar>?, count: Int) {
            let bytes = UnsafeRawPointer(rawBytes)
            self.init(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count)
        }
    }
#endif

#if os(Linux)
    internal import CRillCurl
    internal import Foundation
    internal import RillHTTPTypes

    /// The proxy of a connection.
    extension CurlSlot {
        /// Checks a line of the head of a proxy's response to `CONNECT`, to which the same limits apply.
        ///
        /// Returns the number of bytes accepted.
        func receiveProxyLine(_ line: UnsafeBufferPointer<UInt8>) -> Int {
            do {
                // The lines between two heads are trailers of a chunked body, to which the limits apply, too.
                if proxyParser.isComplete, line.starts(with: "HTTP/".utf8) { proxyParser.reset() }
                _ = try proxyParser.parse(line)
                return line.count
            } catch {
                failure = TransportError(error.code, .proxy, "response to CONNECT: \(error.text)")
                return 0
            }
        }

        /// The proxy that the connection was being established through, or `nil` if no proxy was used.
        var proxyContext: TransportError.ProxyContext? {
            guard options.unixSocketPath == nil, options.proxy != .none else { return nil }
            let isReported = ccurl_easy_get_long(easy, CCURL_INFO_USED_PROXY, 0) == 1
            let scheme = options.proxy.scheme ?? schemeInEnvironment(isUsed: isReported)
            return TransportError.ProxyContext(
                scheme: scheme, isUsed: scheme != nil || isReported || isMessageAboutOtherHost,
                isUnsent: reportsConnection && !isSent,
                connectStatus: ccurl_easy_get_long(easy, CCURL_INFO_HTTP_CONNECTCODE, 0),
                socksError: ccurl_easy_get_long(easy, CCURL_INFO_PROXY_ERROR, 0))
        }

        /// Whether libcurl could not connect to another host than the request's, which is a proxy from the environment.
        ///
        /// libcurl reports the use of a proxy only since 8.7.
        private var isMessageAboutOtherHost: Bool {
            let prefix = "Failed to connect to "
            let text = String(cString: errorText)
            guard text.hasPrefix(prefix), let end = text.firstRange(of: " port "), let request = transfer?.request,
                hostOverrides.head == nil, Self.hasProxyInEnvironment
            else { return false }
            let host = text[..<end.lowerBound].dropFirst(prefix.count).lowercased()
            return host != request.host.trimmingCharacters(in: ["[", "]"])
        }

        // MARK: Environment

        /// Returns the scheme of the environment's proxy for the request, or `nil` if it is not certain that it was used.
        private func schemeInEnvironment(isUsed: Bool) -> String? {
            guard let isSecure = transfer?.request.isSecure,
                isUsed || Self.variable("no_proxy") == nil && Self.variable("NO_PROXY") == nil,
                let url = Self.proxyInEnvironment(isSecure: isSecure)
            else { return nil }
            let scheme = BaseURL(url).scheme
            return scheme.isEmpty ? "http" : scheme
        }

        /// Returns the proxy in environment variables for the scheme of a request, or `nil` if there is none.
        private static func proxyInEnvironment(isSecure: Bool) -> String? {
            let names = isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
            return (names + ["all_proxy", "ALL_PROXY"]).lazy.compactMap { variable($0) }.first
        }

        /// Whether environment variables contain a proxy for any scheme.
        private static var hasProxyInEnvironment: Bool {
            proxyInEnvironment(isSecure: false) != nil || proxyInEnvironment(isSecure: true) != nil
        }

        /// Returns the value of an environment variable, or `nil` if it is empty, as in libcurl.
        private static func variable(_ name: String) -> String? {
            getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
        }

        // MARK: Checks

        /// Throws if the connection can use a SOCKS5 proxy that cannot connect to the host.
        ///
        /// SOCKS5 limits host names to 255 bytes. Some versions of libcurl write longer names beyond the end of a buffer.
        func checkHost(of request: CurlRequest) throws(TransportError) {
            guard request.url.utf8.count > 255, request.host.utf8.count > 255, canUseProxy,
                options.proxy.scheme?.hasPrefix("socks") ?? true
            else { return }
            throw TransportError(.invalidURL, "the host has more than 255 bytes")
        }

        /// Throws if the proxy of the environment has a control character in its credentials.
        ///
        /// libcurl ignores such a proxy, and would connect to the server itself.
        func checkProxyInEnvironment(for request: CurlRequest) throws(TransportError) {
            guard options.proxy == .environment, options.unixSocketPath == nil,
                let proxy = Self.proxyInEnvironment(isSecure: request.isSecure), let end = proxy.lastIndex(of: "@"),
                proxy[..<end].contains(/%[01][0-9A-Fa-f]/)
            else { return }
            throw TransportError(
                .invalidOptions, "the user name or password of the proxy in the environment has a control character")
        }

        /// Returns the request target if libcurl would change it, or `nil` if it would not, or if a proxy needs the complete URL.
        func target(of request: CurlRequest) -> String? {
            let isChanged = request.url.utf8.contains(UInt8(ascii: "%")) || request.url.utf8.last == UInt8(ascii: "?")
            return isChanged && (request.isSecure || request.isUpgrade || !usesPlainProxy) ? request.target : nil
        }

        /// Whether a request over `http` may be sent to a proxy without a tunnel.
        private var usesPlainProxy: Bool {
            let scheme = options.proxy.scheme ?? Self.proxyInEnvironment(isSecure: false)
            return canUseProxy && scheme?.hasPrefix("socks") == false
        }

        private var canUseProxy: Bool {
            options.unixSocketPath == nil
                && (options.proxy == .environment ? Self.hasProxyInEnvironment : options.proxy != .none)
        }

        /// Returns libcurl's error message without the URL of a proxy, which may be invalid and contain a password.
        static func withoutProxyURL(_ message: String) -> String {
            if message.hasPrefix("Unsupported proxy") {
                return "the proxy's URL is invalid or not supported by libcurl"
            }
            let prefix = "Could not resolve proxy: "
            // An invalid host may contain part of a password that contains an "@".
            guard message.hasPrefix(prefix), let at = message.lastIndex(of: "@") else { return message }
            return prefix + message[at...].dropFirst()
        }
    }
#endif

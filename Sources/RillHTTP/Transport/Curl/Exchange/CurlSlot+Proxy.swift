#if os(Linux)
    internal import CRillCurl
    internal import Foundation

    /// The proxy of a connection.
    extension CurlSlot {
        /// Checks a line of the head of a proxy's response to `CONNECT`, to which the same limits apply.
        ///
        /// Returns the number of bytes accepted.
        func receiveProxyLine(_ line: UnsafeBufferPointer<UInt8>) -> Int {
            do {
                if try proxyParser.parse(line) != nil { proxyParser.reset() }
                return line.count
            } catch {
                failure = TransportError(error.code, .proxy, "response to CONNECT: \(error.text)")
                return 0
            }
        }

        /// The proxy that the connection was being established through, or `nil` if no proxy was used.
        var proxyContext: TransportError.ProxyContext? {
            guard unixSocketPath == nil, proxy != .none else { return nil }
            return TransportError.ProxyContext(
                scheme: proxy.scheme,
                isUsed: proxy.scheme != nil || ccurl_easy_get_long(easy, CCURL_INFO_USED_PROXY, 0) == 1
                    || isMessageAboutOtherHost,
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

        private static var hasProxyInEnvironment: Bool {
            ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains { (name: String) in
                getenv(name) != nil
            }
        }
    }
#endif

internal import Foundation

extension TransportOptions {
    /// The proxy that requests are sent through.
    public struct Proxy: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        package enum Kind: Sendable, Hashable {
            case environment
            case none
            case url(String)
        }

        package let kind: Kind

        /// The proxy from the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, or their
        /// uppercase variants.
        ///
        /// `HTTP_PROXY` is ignored, because CGI servers set it from a request header field.
        /// Requests fail with ``TransportError/Code-swift.struct/invalidOptions`` if the credentials of their proxy contain a
        /// percent-encoded control character, even if `no_proxy` excludes their host.
        public static let environment = Proxy(kind: .environment)

        /// No proxy, regardless of the environment.
        public static let none = Proxy(kind: .none)

        /// A proxy at a URL, which all requests use regardless of the environment.
        ///
        ///     options.proxy = .url("http://alice:p%40ss@proxy.example:3128")
        ///
        /// | Scheme | Proxy |
        /// | --- | --- |
        /// | `http` | An HTTP proxy. Requests to `https` URLs use a tunnel (`CONNECT`). |
        /// | `https` | An HTTP proxy over TLS, whose certificate is verified like a server's. |
        /// | `socks5` | A SOCKS5 proxy. Host names are resolved by the client. |
        /// | `socks5h` | A SOCKS5 proxy that resolves host names. |
        ///
        /// The user name and the password are sent to the proxy only, with Basic authentication or as in RFC 1929. Special
        /// characters in them must be percent-encoded, and the bytes must be UTF-8. They are redacted in descriptions and error
        /// messages, unless the proxy repeats them in a response.
        ///
        /// - Parameter url: The URL without a path. IPv6 addresses are in brackets, without a zone ID. The port is 1 to 65535, and
        ///   defaults to 443 for `https`, otherwise 1080.
        ///   Requests fail with ``TransportError/Code-swift.struct/invalidOptions`` if the URL is invalid.
        /// - Returns: The proxy.
        public static func url(_ url: String) -> Proxy { Proxy(kind: .url(url)) }

        /// The proxy, without user name and password.
        public var description: String {
            switch kind {
            case .environment: "environment"
            case .none: "none"
            case .url(let url): Self.redacted(url)
            }
        }

        /// Returns a URL without the text between its scheme and the last `@`, even if it is invalid.
        private static func redacted(_ url: String) -> String {
            guard let at = url.unicodeScalars.lastIndex(of: "@") else { return Redactor().url(url) }
            let scheme = BaseURL(url).scheme
            let start = supportedSchemes.contains(scheme) ? "\(scheme)://" : ""
            return "\(start)\(Redactor.mark)@\(Redactor().url(String(url.unicodeScalars[at...].dropFirst())))"
        }

        /// A mirror without children, so that `dump` prints only the description.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}

extension TransportOptions.Proxy {
    /// The description of an invalid URL, without the URL, or `nil` if the proxy is valid.
    var problem: String? {
        guard case .url(let url) = kind else { return nil }
        guard !BaseURL(url).hasSplitCredentials else {
            return "the password in the proxy's URL has a /, ? or # that must be percent-encoded"
        }
        guard url.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            return "the proxy's URL contains a character that must be percent-encoded"
        }
        guard let scheme, let start = url.firstRange(of: "://")?.upperBound else {
            return "the proxy's URL must begin with http://, https://, socks5:// or socks5h://"
        }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard ["", "/"].contains(url[authority.endIndex...]) else {
            return "the proxy's URL must not have a path, a query or a fragment"
        }
        let end = authority.lastIndex(of: "@")
        let server = end.map { authority[$0...].dropFirst() } ?? authority
        guard let server = HostAndPort(validating: String(server)), server.port.isEmpty || Int(server.port) != 0 else {
            return "the proxy's URL must have a host, and its port must be from 1 to 65535"
        }
        let userInfo = authority[..<(end ?? authority.startIndex)]
        // libcurl would treat the text after the first "@" as the host.
        guard !userInfo.contains("@") else {
            return "the user name or password in the proxy's URL has an @ that must be percent-encoded"
        }
        let credentials = userInfo.split(separator: ":", maxSplits: 1)
        // libcurl ignores a proxy whose credentials contain control characters, and would connect to the server itself.
        let texts = credentials.map { String($0).removingPercentEncoding }
        guard texts.allSatisfy({ $0?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } == true }) else {
            return "the user name or password in the proxy's URL has a control character or an invalid percent-encoding"
        }
        if scheme.hasPrefix("socks"), texts.contains(where: { ($0?.utf8.count ?? 0) > 255 }) {
            return "the user name or password in the proxy's URL has more than 255 bytes, the limit of SOCKS5"
        }
        return nil
    }

    /// The scheme of the proxy's URL in lowercase, or `nil` if it is not supported.
    package var scheme: String? {
        guard case .url(let url) = kind else { return nil }
        let scheme = BaseURL(url).scheme
        return Self.supportedSchemes.contains(scheme) ? scheme : nil
    }

    private static let supportedSchemes = ["http", "https", "socks5", "socks5h"]
}

#if os(Linux)
    internal import Foundation
    internal import RillHTTPTypes

    /// A validated request in the form that libcurl needs.
    struct CurlRequest: Sendable {
        /// The method, such as `GET`.
        ///
        /// Case-sensitive.
        let method: String

        /// An absolute `http` or `https` URL.
        let url: String

        /// Whether the URL has the scheme `https`.
        let isSecure: Bool

        /// The header fields, in order.
        ///
        /// `Transfer-Encoding` is ignored, because the body determines it. `Content-Length` is ignored unless the request is
        /// an upgrade.
        let fields: HTTPFields

        /// The body, or `nil` for none.
        ///
        /// `nil` differs from an empty body.
        let body: HTTPBody?

        /// The declared length of the body in bytes, or `nil` if unknown.
        let bodyCount: Int?

        /// Whether the request is idempotent and may therefore be sent again.
        let isIdempotent: Bool

        /// Whether the sender decodes content codings.
        let decodesContent: Bool

        /// Whether the request asks the server to switch to another protocol (RFC 9110, section 7.8).
        let isUpgrade: Bool

        /// Validates a request.
        ///
        /// libcurl sends the method, URL and header fields unchanged. `HTTPRequest.Method` guarantees that the method is
        /// a token, and `HTTPField` that fields contain no line breaks.
        init(_ request: HTTPRequest, body: HTTPBody?) throws(TransportError) {
            method = request.method.rawValue
            guard method != "CONNECT" else { throw TransportError(.invalidRequest, "invalid HTTP method \"CONNECT\"") }
            guard method != "HEAD" || body == nil else {
                throw TransportError(.invalidRequest, "a HEAD request cannot have a body")
            }
            url = try request.checkedURL()
            isSecure = request.scheme == "https"
            fields = request.headerFields
            self.body = body
            isIdempotent = request.isIdempotent
            decodesContent = request.decodesContent
            isUpgrade =
                fields.contains(.upgrade)
                && fields[values: .connection].contains { $0.lowercased().contains("upgrade") }
            bodyCount = try body?.checkedCount()
        }

        /// The host in the URL as libcurl resolves it: in lowercase, without percent-encoding and a trailing period.
        var host: String {
            let host = hostInURL
            let name = (host.removingPercentEncoding ?? host).lowercased()
            return name.hasSuffix(".") ? String(name.dropLast()) : name
        }

        /// The host in the URL as written there.
        var hostInURL: String { HostAndPort(authority).host }

        /// The host and the port in the URL as written there.
        private var authority: String { String(url.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" }) }

        /// The path and the query.
        var target: String { String(url.dropFirst(isSecure ? 8 : 7).drop { $0 != "/" }) }

        /// Returns whether another request can use the same connection.
        func hasSameServer(as other: CurlRequest) -> Bool {
            isSecure == other.isSecure && authority == other.authority
        }
    }
#endif

internal import Foundation
internal import RillHTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// A validated request in the form that URLSession needs.
struct URLSessionCall: Sendable {
    /// The scheme and authority.
    ///
    /// Requests with the same origin share connections.
    let origin: String

    /// The request body, or `nil` for none.
    let body: HTTPBody?

    /// The declared length of the body in bytes, or `nil` if unknown.
    let count: Int?

    /// Whether the request is idempotent and may therefore be retried.
    let isIdempotent: Bool

    private let url: URL
    private let method: String
    private let fields: [(name: String, value: String)]

    /// - Throws: The error for a request that cannot be sent.
    init(_ request: HTTPRequest, _ body: HTTPBody?, _ options: TransportOptions) throws(TransportError) {
        url = try Self.makeURL(request)
        origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
        method = request.method.rawValue
        isIdempotent = request.isIdempotent
        guard method != "CONNECT" else { throw TransportError(.invalidRequest, "invalid HTTP method \"CONNECT\"") }
        guard !request.headerFields.contains(.upgrade) else {
            throw TransportError(.invalidRequest, "URLSession does not support the Upgrade field. Use CurlTransport")
        }
        guard body == nil || method != "GET" && method != "HEAD" else {
            let text = "URLSession does not send a body with \(method). Use POST or QUERY"
            throw TransportError(.invalidRequest, text)
        }
        self.body = body
        count = try body?.checkedCount()
        fields = Self.fields(of: request, body, options)
    }

    private static func makeURL(_ request: HTTPRequest) throws(TransportError) -> URL {
        let text = try request.checkedURL()
        #if canImport(FoundationNetworking)
            let path = (request.path ?? "").prefix { $0 != "?" }
            guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
                let text = "URLSession would remove the \".\" or \"..\" segment from the path. Use CurlTransport"
                throw TransportError(.invalidURL, text)
            }
        #endif
        guard let url = URL(string: text), url.absoluteString == text else {
            throw TransportError(.invalidURL, "Foundation cannot represent the URL without changes")
        }
        return url
    }

    /// Whether the response has no body, regardless of its header fields.
    var hasNoResponseBody: Bool { method == "HEAD" }

    // MARK: Fields

    /// Returns the header fields with one value per name, because URLSession does not support repeated fields.
    private static func fields(
        of request: HTTPRequest, _ body: HTTPBody?, _ options: TransportOptions
    ) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        // The body determines the first two. If a server rejects Expect, URLSession would report two response heads.
        var names: Set<HTTPField.Name> = [.contentLength, .transferEncoding, .expect]
        for field in request.headerFields where names.insert(field.name).inserted {
            fields.append((field.name.rawName, request.headerFields[field.name] ?? ""))
        }
        func add(_ name: HTTPField.Name, _ value: String?) {
            if names.insert(name).inserted { fields.append((name.rawName, value ?? nothing)) }
        }
        if body != nil { add(.contentType, body?.contentType) }
        add(.userAgent, options.userAgent)
        #if canImport(FoundationNetworking)
            // Suppress the fields that URLSession adds by default.
            add(.connection, nil)
            add(.acceptLanguage, nil)
            // URLSession would accept truncated bodies, and reject gzip bodies with several members.
            add(.acceptEncoding, "identity")
        #endif
        return fields.filter { !$0.value.isEmpty || Self.canBeEmpty }
    }

    #if canImport(FoundationNetworking)
        /// The value that suppresses a header field.
        ///
        /// On Linux, a blank prevents URLSession and libcurl from sending it.
        ///
        /// Without a `Content-Type`, a `POST` would be sent as `application/x-www-form-urlencoded`.
        private static let nothing = " "
        private static let canBeEmpty = true
    #else
        private static let nothing = ""
        private static let canBeEmpty = false
    #endif

    // MARK: Request

    /// Creates the URL request.
    ///
    /// On Linux, streamed bodies always use chunked transfer coding.
    ///
    /// `Content-Length` is never set, because for a stream it would be sent in addition to `Transfer-Encoding`.
    func makeRequest(_ payload: URLSessionPayload) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.timeoutInterval = TransportOptions.longestInterval
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.httpShouldHandleCookies = false
        for field in fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
        switch payload {
        case .none: break
        case .data(let data): request.httpBody = data
        case .chunked: request.httpBodyStream = payload.makeStream()
        case .file:
            #if canImport(FoundationNetworking)
                request.httpBodyStream = payload.makeStream()
            #else
                break  // read by an upload task
            #endif
        }
        return request
    }
}

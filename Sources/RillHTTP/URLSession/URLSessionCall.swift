internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
    internal import RillHTTP
#endif

/// What URLSession is asked to send, looked at so that it means on the wire what it says here.
struct URLSessionCall: Sendable {
    /// The host and the scheme, which share connections.
    let origin: String

    /// The body; nil for none.
    let body: HTTPBody?

    /// How many bytes of the body are announced; nil if that is not known.
    let count: Int?

    /// Whether the request may be sent again after a server may have received it.
    let isIdempotent: Bool

    private let url: URL
    private let method: String
    private let fields: [(name: String, value: String)]
    private let handlesCookies: Bool

    /// - Throws: What keeps the request from being sent.
    init(_ request: HTTPRequest, _ body: HTTPBody?, _ options: TransportOptions) throws(TransportError) {
        url = try Self.makeURL(request)
        origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
        method = request.method.rawValue
        isIdempotent = request.isIdempotent
        guard method != "CONNECT" else { throw TransportError(.invalidRequest, "CONNECT cannot be sent") }
        guard body == nil || method != "GET" && method != "HEAD" else {
            let text = "URLSession sends no body with \(method); POST and QUERY can have one"
            throw TransportError(.invalidRequest, text)
        }
        self.body = body
        count = try body?.checkedCount()
        fields = Self.fields(of: request, body, options)
        handlesCookies = options.keepsCookies
    }

    private static func makeURL(_ request: HTTPRequest) throws(TransportError) -> URL {
        let text = try request.checkedURL()
        #if canImport(FoundationNetworking)
            let path = (request.path ?? "").prefix { $0 != "?" }
            guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
                let text = "URLSession would leave out the \".\" or \"..\" in its path; CurlTransport sends it"
                throw TransportError(.invalidURL, text)
            }
        #endif
        guard let url = URL(string: text), url.absoluteString == text else {
            throw TransportError(.invalidURL, "Foundation's URL does not take it as it is")
        }
        return url
    }

    /// Whether the answer has no body, whatever its head says.
    var isAnsweredWithoutBody: Bool { method == "HEAD" }

    // MARK: Fields

    /// The fields, one for each name; URLSession knows no others.
    private static func fields(
        of request: HTTPRequest, _ body: HTTPBody?, _ options: TransportOptions
    ) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        // The body decides the first two. Where the third is refused, URLSession would tell the heads of two answers.
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
            // What URLSession would add of its own accord.
            add(.connection, nil)
            add(.acceptLanguage, nil)
        #endif
        return fields.filter { !$0.value.isEmpty || Self.canBeEmpty }
    }

    #if canImport(FoundationNetworking)
        /// On Linux a blank keeps URLSession from adding a field of that name, and libcurl from sending it.
        ///
        /// Without a `Content-Type`, a `POST` would become `application/x-www-form-urlencoded`.
        private static let nothing = " "
        private static let canBeEmpty = true
    #else
        private static let nothing = ""
        private static let canBeEmpty = false
    #endif

    // MARK: Request

    /// Makes the request; on Linux a body that is streamed is always chunked.
    ///
    /// A `Content-Length` is never set here: beside a stream it would go out together with `Transfer-Encoding`.
    func makeRequest(_ payload: URLSessionPayload) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.timeoutInterval = TransportOptions.longestInterval
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.httpShouldHandleCookies = handlesCookies
        for field in fields { request.setValue(field.value, forHTTPHeaderField: field.name) }
        switch payload {
        case .none: break
        case .data(let data): request.httpBody = data
        case .chunked: request.httpBodyStream = payload.makeStream()
        case .file:
            #if canImport(FoundationNetworking)
                request.httpBodyStream = payload.makeStream()
            #else
                break  // an upload task reads it
            #endif
        }
        return request
    }
}

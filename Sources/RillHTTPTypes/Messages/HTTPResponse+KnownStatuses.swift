/// Registered status codes that are common in HTTP APIs.
///
/// - SeeAlso: RFC 9110, 15, and the IANA HTTP Status Code Registry.
extension HTTPResponse.Status {
    private init(_ code: Int, _ reasonPhrase: String) {
        self.init(code: code, reasonPhrase: reasonPhrase)
    }

    /// 100: the client can send the rest of the request.
    public static var `continue`: Self { Self(100, "Continue") }

    /// 101: the connection switches to another protocol.
    public static var switchingProtocols: Self { Self(101, "Switching Protocols") }

    /// 102: the server is still processing the request (RFC 2518).
    public static var processing: Self { Self(102, "Processing") }

    /// 103: preliminary header fields of the final response (RFC 8297).
    public static var earlyHints: Self { Self(103, "Early Hints") }

    /// 200: the request succeeded.
    public static var ok: Self { Self(200, "OK") }

    /// 201: the request created a resource.
    public static var created: Self { Self(201, "Created") }

    /// 202: the server accepted the request and will process it later.
    public static var accepted: Self { Self(202, "Accepted") }

    /// 203: a proxy modified the response.
    public static var nonAuthoritativeInformation: Self { Self(203, "Non-Authoritative Information") }

    /// 204: the request succeeded, and the response has no body.
    public static var noContent: Self { Self(204, "No Content") }

    /// 205: the client should reset the form that it submitted.
    public static var resetContent: Self { Self(205, "Reset Content") }

    /// 206: the body contains the requested range.
    public static var partialContent: Self { Self(206, "Partial Content") }

    /// 300: the resource has several representations to choose from.
    public static var multipleChoices: Self { Self(300, "Multiple Choices") }

    /// 301: the resource has moved permanently.
    public static var movedPermanently: Self { Self(301, "Moved Permanently") }

    /// 302: the resource is temporarily at another URL.
    public static var found: Self { Self(302, "Found") }

    /// 303: the response is available at another URL with `GET`.
    public static var seeOther: Self { Self(303, "See Other") }

    /// 304: the client's cached copy is current.
    public static var notModified: Self { Self(304, "Not Modified") }

    /// 307: the resource is temporarily at another URL; the method stays the same.
    public static var temporaryRedirect: Self { Self(307, "Temporary Redirect") }

    /// 308: the resource has moved permanently; the method stays the same.
    public static var permanentRedirect: Self { Self(308, "Permanent Redirect") }

    /// 400: the server cannot parse or process the request.
    public static var badRequest: Self { Self(400, "Bad Request") }

    /// 401: the request lacks valid credentials.
    public static var unauthorized: Self { Self(401, "Unauthorized") }

    /// 402: reserved for payments.
    public static var paymentRequired: Self { Self(402, "Payment Required") }

    /// 403: the server refuses the request.
    public static var forbidden: Self { Self(403, "Forbidden") }

    /// 404: the resource does not exist.
    public static var notFound: Self { Self(404, "Not Found") }

    /// 405: the resource does not support the method.
    public static var methodNotAllowed: Self { Self(405, "Method Not Allowed") }

    /// 406: no representation matches what the client accepts.
    public static var notAcceptable: Self { Self(406, "Not Acceptable") }

    /// 407: the proxy requires credentials.
    public static var proxyAuthenticationRequired: Self { Self(407, "Proxy Authentication Required") }

    /// 408: the server timed out waiting for the request.
    public static var requestTimeout: Self { Self(408, "Request Timeout") }

    /// 409: the request conflicts with the current state of the resource.
    public static var conflict: Self { Self(409, "Conflict") }

    /// 410: the resource no longer exists.
    public static var gone: Self { Self(410, "Gone") }

    /// 411: the request must specify the length of its body.
    public static var lengthRequired: Self { Self(411, "Length Required") }

    /// 412: a precondition in the header fields is false.
    public static var preconditionFailed: Self { Self(412, "Precondition Failed") }

    /// 413: the body of the request is too large.
    public static var contentTooLarge: Self { Self(413, "Content Too Large") }

    /// 414: the request target is too long.
    public static var uriTooLong: Self { Self(414, "URI Too Long") }

    /// 415: the resource does not support the media type of the body.
    public static var unsupportedMediaType: Self { Self(415, "Unsupported Media Type") }

    /// 416: the requested range is outside the resource.
    public static var rangeNotSatisfiable: Self { Self(416, "Range Not Satisfiable") }

    /// 417: the server cannot meet the requirement in the `Expect` field.
    public static var expectationFailed: Self { Self(417, "Expectation Failed") }

    /// 421: the server cannot produce responses for the requested authority.
    public static var misdirectedRequest: Self { Self(421, "Misdirected Request") }

    /// 422: the body is well formed, but its content is invalid.
    public static var unprocessableContent: Self { Self(422, "Unprocessable Content") }

    /// 423: the resource is locked (RFC 4918).
    public static var locked: Self { Self(423, "Locked") }

    /// 425: the server refuses a request that could be a replay (RFC 8470).
    public static var tooEarly: Self { Self(425, "Too Early") }

    /// 426: the server requires another protocol.
    public static var upgradeRequired: Self { Self(426, "Upgrade Required") }

    /// 428: the request must be conditional (RFC 6585).
    public static var preconditionRequired: Self { Self(428, "Precondition Required") }

    /// 429: the client sent too many requests (RFC 6585).
    public static var tooManyRequests: Self { Self(429, "Too Many Requests") }

    /// 431: the header fields are too large (RFC 6585).
    public static var requestHeaderFieldsTooLarge: Self { Self(431, "Request Header Fields Too Large") }

    /// 451: the resource is unavailable for legal reasons (RFC 7725).
    public static var unavailableForLegalReasons: Self { Self(451, "Unavailable For Legal Reasons") }

    /// 500: the server failed to process the request.
    public static var internalServerError: Self { Self(500, "Internal Server Error") }

    /// 501: the server does not support the method.
    public static var notImplemented: Self { Self(501, "Not Implemented") }

    /// 502: an upstream server sent an invalid response.
    public static var badGateway: Self { Self(502, "Bad Gateway") }

    /// 503: the server is overloaded or temporarily down.
    public static var serviceUnavailable: Self { Self(503, "Service Unavailable") }

    /// 504: an upstream server did not respond in time.
    public static var gatewayTimeout: Self { Self(504, "Gateway Timeout") }

    /// 505: the server does not support the HTTP version.
    public static var httpVersionNotSupported: Self { Self(505, "HTTP Version Not Supported") }

    /// 507: the server has insufficient storage (RFC 4918).
    public static var insufficientStorage: Self { Self(507, "Insufficient Storage") }

    /// 511: the network requires authentication (RFC 6585).
    public static var networkAuthenticationRequired: Self { Self(511, "Network Authentication Required") }
}

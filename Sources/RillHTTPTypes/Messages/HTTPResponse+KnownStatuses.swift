/// Registered status codes that are common in HTTP APIs.
///
/// - SeeAlso: RFC 9110, 15, and the IANA HTTP Status Code Registry.
extension HTTPResponse.Status {
    /// 100: the client can send the rest of the request.
    public static var `continue`: Self { Self(code: 100, reasonPhrase: "Continue") }

    /// 101: the connection switches to another protocol.
    public static var switchingProtocols: Self { Self(code: 101, reasonPhrase: "Switching Protocols") }

    /// 102: the server is still processing the request (RFC 2518).
    public static var processing: Self { Self(code: 102, reasonPhrase: "Processing") }

    /// 103: preliminary header fields of the final response (RFC 8297).
    public static var earlyHints: Self { Self(code: 103, reasonPhrase: "Early Hints") }

    /// 200: the request succeeded.
    public static var ok: Self { Self(code: 200, reasonPhrase: "OK") }

    /// 201: the request created a resource.
    public static var created: Self { Self(code: 201, reasonPhrase: "Created") }

    /// 202: the server accepted the request and will process it later.
    public static var accepted: Self { Self(code: 202, reasonPhrase: "Accepted") }

    /// 203: a proxy modified the response.
    public static var nonAuthoritativeInformation: Self {
        Self(code: 203, reasonPhrase: "Non-Authoritative Information")
    }

    /// 204: the request succeeded, and the response has no body.
    public static var noContent: Self { Self(code: 204, reasonPhrase: "No Content") }

    /// 205: the client should reset the form that it submitted.
    public static var resetContent: Self { Self(code: 205, reasonPhrase: "Reset Content") }

    /// 206: the body contains the requested range.
    public static var partialContent: Self { Self(code: 206, reasonPhrase: "Partial Content") }

    /// 300: the resource has several representations to choose from.
    public static var multipleChoices: Self { Self(code: 300, reasonPhrase: "Multiple Choices") }

    /// 301: the resource has moved permanently.
    public static var movedPermanently: Self { Self(code: 301, reasonPhrase: "Moved Permanently") }

    /// 302: the resource is temporarily at another URL.
    public static var found: Self { Self(code: 302, reasonPhrase: "Found") }

    /// 303: the response is available at another URL with `GET`.
    public static var seeOther: Self { Self(code: 303, reasonPhrase: "See Other") }

    /// 304: the client's cached copy is current.
    public static var notModified: Self { Self(code: 304, reasonPhrase: "Not Modified") }

    /// 307: the resource is temporarily at another URL; the method stays the same.
    public static var temporaryRedirect: Self { Self(code: 307, reasonPhrase: "Temporary Redirect") }

    /// 308: the resource has moved permanently; the method stays the same.
    public static var permanentRedirect: Self { Self(code: 308, reasonPhrase: "Permanent Redirect") }

    /// 400: the server cannot parse or process the request.
    public static var badRequest: Self { Self(code: 400, reasonPhrase: "Bad Request") }

    /// 401: the request lacks valid credentials.
    public static var unauthorized: Self { Self(code: 401, reasonPhrase: "Unauthorized") }

    /// 402: reserved for payments.
    public static var paymentRequired: Self { Self(code: 402, reasonPhrase: "Payment Required") }

    /// 403: the server refuses the request.
    public static var forbidden: Self { Self(code: 403, reasonPhrase: "Forbidden") }

    /// 404: the resource does not exist.
    public static var notFound: Self { Self(code: 404, reasonPhrase: "Not Found") }

    /// 405: the resource does not support the method.
    public static var methodNotAllowed: Self { Self(code: 405, reasonPhrase: "Method Not Allowed") }

    /// 406: no representation matches what the client accepts.
    public static var notAcceptable: Self { Self(code: 406, reasonPhrase: "Not Acceptable") }

    /// 407: the proxy requires credentials.
    public static var proxyAuthenticationRequired: Self {
        Self(code: 407, reasonPhrase: "Proxy Authentication Required")
    }

    /// 408: the server timed out waiting for the request.
    public static var requestTimeout: Self { Self(code: 408, reasonPhrase: "Request Timeout") }

    /// 409: the request conflicts with the current state of the resource.
    public static var conflict: Self { Self(code: 409, reasonPhrase: "Conflict") }

    /// 410: the resource no longer exists.
    public static var gone: Self { Self(code: 410, reasonPhrase: "Gone") }

    /// 411: the request must specify the length of its body.
    public static var lengthRequired: Self { Self(code: 411, reasonPhrase: "Length Required") }

    /// 412: a precondition in the header fields is false.
    public static var preconditionFailed: Self { Self(code: 412, reasonPhrase: "Precondition Failed") }

    /// 413: the body of the request is too large.
    public static var contentTooLarge: Self { Self(code: 413, reasonPhrase: "Content Too Large") }

    /// 414: the request target is too long.
    public static var uriTooLong: Self { Self(code: 414, reasonPhrase: "URI Too Long") }

    /// 415: the resource does not support the media type of the body.
    public static var unsupportedMediaType: Self { Self(code: 415, reasonPhrase: "Unsupported Media Type") }

    /// 416: the requested range is outside the resource.
    public static var rangeNotSatisfiable: Self { Self(code: 416, reasonPhrase: "Range Not Satisfiable") }

    /// 417: the server cannot meet the requirement in the `Expect` field.
    public static var expectationFailed: Self { Self(code: 417, reasonPhrase: "Expectation Failed") }

    /// 421: the server cannot produce responses for the requested authority.
    public static var misdirectedRequest: Self { Self(code: 421, reasonPhrase: "Misdirected Request") }

    /// 422: the body is well formed, but its content is invalid.
    public static var unprocessableContent: Self { Self(code: 422, reasonPhrase: "Unprocessable Content") }

    /// 423: the resource is locked (RFC 4918).
    public static var locked: Self { Self(code: 423, reasonPhrase: "Locked") }

    /// 425: the server refuses a request that could be a replay (RFC 8470).
    public static var tooEarly: Self { Self(code: 425, reasonPhrase: "Too Early") }

    /// 426: the server requires another protocol.
    public static var upgradeRequired: Self { Self(code: 426, reasonPhrase: "Upgrade Required") }

    /// 428: the request must be conditional (RFC 6585).
    public static var preconditionRequired: Self { Self(code: 428, reasonPhrase: "Precondition Required") }

    /// 429: the client sent too many requests (RFC 6585).
    public static var tooManyRequests: Self { Self(code: 429, reasonPhrase: "Too Many Requests") }

    /// 431: the header fields are too large (RFC 6585).
    public static var requestHeaderFieldsTooLarge: Self {
        Self(code: 431, reasonPhrase: "Request Header Fields Too Large")
    }

    /// 451: the resource is unavailable for legal reasons (RFC 7725).
    public static var unavailableForLegalReasons: Self {
        Self(code: 451, reasonPhrase: "Unavailable For Legal Reasons")
    }

    /// 500: the server failed to process the request.
    public static var internalServerError: Self { Self(code: 500, reasonPhrase: "Internal Server Error") }

    /// 501: the server does not support the method.
    public static var notImplemented: Self { Self(code: 501, reasonPhrase: "Not Implemented") }

    /// 502: an upstream server sent an invalid response.
    public static var badGateway: Self { Self(code: 502, reasonPhrase: "Bad Gateway") }

    /// 503: the server is overloaded or temporarily down.
    public static var serviceUnavailable: Self { Self(code: 503, reasonPhrase: "Service Unavailable") }

    /// 504: an upstream server did not respond in time.
    public static var gatewayTimeout: Self { Self(code: 504, reasonPhrase: "Gateway Timeout") }

    /// 505: the server does not support the HTTP version.
    public static var httpVersionNotSupported: Self { Self(code: 505, reasonPhrase: "HTTP Version Not Supported") }

    /// 507: the server has insufficient storage (RFC 4918).
    public static var insufficientStorage: Self { Self(code: 507, reasonPhrase: "Insufficient Storage") }

    /// 511: the network requires authentication (RFC 6585).
    public static var networkAuthenticationRequired: Self {
        Self(code: 511, reasonPhrase: "Network Authentication Required")
    }
}

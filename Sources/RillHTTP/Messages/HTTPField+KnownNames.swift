/// The registered names that an API client meets.
///
/// - SeeAlso: RFC 9110, 18.4, and the registry of field names at IANA.
extension HTTPField.Name {
    /// Media types that the client takes.
    public static var accept: Self { Self(rawName: "Accept", canonicalName: "accept") }

    /// Character sets that the client takes.
    public static var acceptCharset: Self { Self(rawName: "Accept-Charset", canonicalName: "accept-charset") }

    /// Content codings that the client takes.
    public static var acceptEncoding: Self { Self(rawName: "Accept-Encoding", canonicalName: "accept-encoding") }

    /// Languages that the client prefers.
    public static var acceptLanguage: Self { Self(rawName: "Accept-Language", canonicalName: "accept-language") }

    /// Whether ranges of the resource can be asked for.
    public static var acceptRanges: Self { Self(rawName: "Accept-Ranges", canonicalName: "accept-ranges") }

    /// How long a cache has held the answer, in seconds.
    public static var age: Self { Self(rawName: "Age", canonicalName: "age") }

    /// The methods that the resource knows.
    public static var allow: Self { Self(rawName: "Allow", canonicalName: "allow") }

    /// The client's credentials.
    public static var authorization: Self { Self(rawName: "Authorization", canonicalName: "authorization") }

    /// What caches may do.
    public static var cacheControl: Self { Self(rawName: "Cache-Control", canonicalName: "cache-control") }

    /// What holds for this connection alone.
    public static var connection: Self { Self(rawName: "Connection", canonicalName: "connection") }

    /// Whether to save the body, and under which name.
    public static var contentDisposition: Self {
        Self(rawName: "Content-Disposition", canonicalName: "content-disposition")
    }

    /// The codings that were applied to the body.
    public static var contentEncoding: Self { Self(rawName: "Content-Encoding", canonicalName: "content-encoding") }

    /// The language of the body.
    public static var contentLanguage: Self { Self(rawName: "Content-Language", canonicalName: "content-language") }

    /// The length of the body in bytes.
    public static var contentLength: Self { Self(rawName: "Content-Length", canonicalName: "content-length") }

    /// The address of what the body represents.
    public static var contentLocation: Self { Self(rawName: "Content-Location", canonicalName: "content-location") }

    /// The MD5 digest of the body (RFC 2616, obsolete).
    public static var contentMD5: Self { Self(rawName: "Content-MD5", canonicalName: "content-md5") }

    /// Which range of the resource the body is.
    public static var contentRange: Self { Self(rawName: "Content-Range", canonicalName: "content-range") }

    /// The media type of the body.
    public static var contentType: Self { Self(rawName: "Content-Type", canonicalName: "content-type") }

    /// The cookies that the client holds.
    public static var cookie: Self { Self(rawName: "Cookie", canonicalName: "cookie") }

    /// When the message was made.
    public static var date: Self { Self(rawName: "Date", canonicalName: "date") }

    /// What identifies this version of the resource.
    public static var eTag: Self { Self(rawName: "ETag", canonicalName: "etag") }

    /// What the client wants before it sends the body.
    public static var expect: Self { Self(rawName: "Expect", canonicalName: "expect") }

    /// When the answer goes stale.
    public static var expires: Self { Self(rawName: "Expires", canonicalName: "expires") }

    /// The mail address of who sends the request.
    public static var from: Self { Self(rawName: "From", canonicalName: "from") }

    /// The authority that the request is for.
    public static var host: Self { Self(rawName: "Host", canonicalName: "host") }

    /// Carry out only if the resource has one of these entity tags.
    public static var ifMatch: Self { Self(rawName: "If-Match", canonicalName: "if-match") }

    /// Answer only if the resource has changed since.
    public static var ifModifiedSince: Self { Self(rawName: "If-Modified-Since", canonicalName: "if-modified-since") }

    /// Answer only if the resource has none of these entity tags.
    public static var ifNoneMatch: Self { Self(rawName: "If-None-Match", canonicalName: "if-none-match") }

    /// Send the range only if the resource is unchanged.
    public static var ifRange: Self { Self(rawName: "If-Range", canonicalName: "if-range") }

    /// Carry out only if the resource is unchanged since.
    public static var ifUnmodifiedSince: Self {
        Self(rawName: "If-Unmodified-Since", canonicalName: "if-unmodified-since")
    }

    /// How long the connection may stay open (HTTP/1.1).
    public static var keepAlive: Self { Self(rawName: "Keep-Alive", canonicalName: "keep-alive") }

    /// The last event that the client has seen of a Server-Sent Events stream.
    public static var lastEventID: Self { Self(rawName: "Last-Event-ID", canonicalName: "last-event-id") }

    /// When the resource was changed last.
    public static var lastModified: Self { Self(rawName: "Last-Modified", canonicalName: "last-modified") }

    /// Related resources: other pages, for example (RFC 8288).
    public static var link: Self { Self(rawName: "Link", canonicalName: "link") }

    /// Where a created or moved resource is.
    public static var location: Self { Self(rawName: "Location", canonicalName: "location") }

    /// How many proxies may pass the request on.
    public static var maxForwards: Self { Self(rawName: "Max-Forwards", canonicalName: "max-forwards") }

    /// Where a web page's request comes from.
    public static var origin: Self { Self(rawName: "Origin", canonicalName: "origin") }

    /// What HTTP/1.0 caches may do.
    public static var pragma: Self { Self(rawName: "Pragma", canonicalName: "pragma") }

    /// The credentials that the proxy wants.
    public static var proxyAuthenticate: Self {
        Self(rawName: "Proxy-Authenticate", canonicalName: "proxy-authenticate")
    }

    /// The client's credentials for the proxy.
    public static var proxyAuthorization: Self {
        Self(rawName: "Proxy-Authorization", canonicalName: "proxy-authorization")
    }

    /// The range that the client wants.
    public static var range: Self { Self(rawName: "Range", canonicalName: "range") }

    /// The address from which the client came.
    public static var referer: Self { Self(rawName: "Referer", canonicalName: "referer") }

    /// When to ask again: seconds, or a date.
    public static var retryAfter: Self { Self(rawName: "Retry-After", canonicalName: "retry-after") }

    /// What software the server is.
    public static var server: Self { Self(rawName: "Server", canonicalName: "server") }

    /// A cookie that the client should hold.
    public static var setCookie: Self { Self(rawName: "Set-Cookie", canonicalName: "set-cookie") }

    /// The transfer codings that the client takes.
    public static var te: Self { Self(rawName: "TE", canonicalName: "te") }

    /// The fields that follow the body.
    public static var trailer: Self { Self(rawName: "Trailer", canonicalName: "trailer") }

    /// The codings that frame the body on this connection.
    public static var transferEncoding: Self { Self(rawName: "Transfer-Encoding", canonicalName: "transfer-encoding") }

    /// The protocols that the sender would change to.
    public static var upgrade: Self { Self(rawName: "Upgrade", canonicalName: "upgrade") }

    /// What software the client is.
    public static var userAgent: Self { Self(rawName: "User-Agent", canonicalName: "user-agent") }

    /// The request's fields on which the answer depends.
    public static var vary: Self { Self(rawName: "Vary", canonicalName: "vary") }

    /// The proxies that passed the message on.
    public static var via: Self { Self(rawName: "Via", canonicalName: "via") }

    /// The credentials that the server wants.
    public static var wwwAuthenticate: Self { Self(rawName: "WWW-Authenticate", canonicalName: "www-authenticate") }
}

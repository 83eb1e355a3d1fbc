/// Registered header field names that are common in HTTP APIs.
///
/// - SeeAlso: RFC 9110, 18.4, and the IANA HTTP Field Name Registry.
extension HTTPField.Name {
    private init(_ rawName: String, _ canonicalName: String) {
        self.init(rawName: rawName, canonicalName: canonicalName)
    }

    /// The media types that the client accepts.
    public static var accept: Self { Self("Accept", "accept") }

    /// The character sets that the client accepts.
    public static var acceptCharset: Self { Self("Accept-Charset", "accept-charset") }

    /// The content codings that the client accepts.
    public static var acceptEncoding: Self { Self("Accept-Encoding", "accept-encoding") }

    /// The languages that the client prefers.
    public static var acceptLanguage: Self { Self("Accept-Language", "accept-language") }

    /// Whether the server supports range requests for the resource.
    public static var acceptRanges: Self { Self("Accept-Ranges", "accept-ranges") }

    /// The time in seconds since the origin server generated or validated the cached response.
    public static var age: Self { Self("Age", "age") }

    /// The methods that the resource supports.
    public static var allow: Self { Self("Allow", "allow") }

    /// The client's credentials.
    public static var authorization: Self { Self("Authorization", "authorization") }

    /// Directives for caches.
    public static var cacheControl: Self { Self("Cache-Control", "cache-control") }

    /// Options that apply only to this connection.
    public static var connection: Self { Self("Connection", "connection") }

    /// Whether the body should be saved as a file, and the suggested file name.
    public static var contentDisposition: Self { Self("Content-Disposition", "content-disposition") }

    /// The content codings applied to the body.
    public static var contentEncoding: Self { Self("Content-Encoding", "content-encoding") }

    /// The language of the body.
    public static var contentLanguage: Self { Self("Content-Language", "content-language") }

    /// The length of the body in bytes.
    public static var contentLength: Self { Self("Content-Length", "content-length") }

    /// The URL of the representation in the body.
    public static var contentLocation: Self { Self("Content-Location", "content-location") }

    /// The MD5 digest of the body (RFC 2616, obsolete).
    public static var contentMD5: Self { Self("Content-MD5", "content-md5") }

    /// The range of the resource that the body contains.
    public static var contentRange: Self { Self("Content-Range", "content-range") }

    /// The media type of the body.
    public static var contentType: Self { Self("Content-Type", "content-type") }

    /// The client's cookies for the server.
    public static var cookie: Self { Self("Cookie", "cookie") }

    /// The date and time at which the message was generated.
    public static var date: Self { Self("Date", "date") }

    /// The entity tag, which identifies this version of the resource.
    public static var eTag: Self { Self("ETag", "etag") }

    /// The behavior that the client expects before it sends the body.
    public static var expect: Self { Self("Expect", "expect") }

    /// The date and time after which the response is stale.
    public static var expires: Self { Self("Expires", "expires") }

    /// The email address of the user who sends the request.
    public static var from: Self { Self("From", "from") }

    /// The host and port of the request URL.
    public static var host: Self { Self("Host", "host") }

    /// Makes the request conditional on the resource having one of these entity tags.
    public static var ifMatch: Self { Self("If-Match", "if-match") }

    /// Makes the request conditional on the resource having changed since a date.
    public static var ifModifiedSince: Self { Self("If-Modified-Since", "if-modified-since") }

    /// Makes the request conditional on the resource having none of these entity tags.
    public static var ifNoneMatch: Self { Self("If-None-Match", "if-none-match") }

    /// Requests the range only if the resource is unchanged, and the whole resource otherwise.
    public static var ifRange: Self { Self("If-Range", "if-range") }

    /// Makes the request conditional on the resource not having changed since a date.
    public static var ifUnmodifiedSince: Self { Self("If-Unmodified-Since", "if-unmodified-since") }

    /// How long an idle connection stays open (HTTP/1.1).
    public static var keepAlive: Self { Self("Keep-Alive", "keep-alive") }

    /// The identifier of the last event that the client received in a Server-Sent Events stream.
    public static var lastEventID: Self { Self("Last-Event-ID", "last-event-id") }

    /// The date and time of the last change to the resource.
    public static var lastModified: Self { Self("Last-Modified", "last-modified") }

    /// Links to related resources, such as other pages (RFC 8288).
    public static var link: Self { Self("Link", "link") }

    /// The URL of a created or moved resource.
    public static var location: Self { Self("Location", "location") }

    /// The maximum number of proxies that may forward the request.
    public static var maxForwards: Self { Self("Max-Forwards", "max-forwards") }

    /// The origin of the web page that caused the request.
    public static var origin: Self { Self("Origin", "origin") }

    /// Directives for HTTP/1.0 caches.
    public static var pragma: Self { Self("Pragma", "pragma") }

    /// The authentication schemes that the proxy supports.
    public static var proxyAuthenticate: Self { Self("Proxy-Authenticate", "proxy-authenticate") }

    /// The client's credentials for the proxy.
    public static var proxyAuthorization: Self { Self("Proxy-Authorization", "proxy-authorization") }

    /// The range of the resource that the client requests.
    public static var range: Self { Self("Range", "range") }

    /// The URL of the page that contains the link to the resource.
    public static var referer: Self { Self("Referer", "referer") }

    /// The earliest time to retry, as a number of seconds or a date.
    public static var retryAfter: Self { Self("Retry-After", "retry-after") }

    /// The name and version of the server software.
    public static var server: Self { Self("Server", "server") }

    /// A cookie for the client to store.
    public static var setCookie: Self { Self("Set-Cookie", "set-cookie") }

    /// The transfer codings that the client accepts.
    public static var te: Self { Self("TE", "te") }

    /// The names of the trailer fields that follow the body.
    public static var trailer: Self { Self("Trailer", "trailer") }

    /// The transfer codings applied to the body on this connection.
    public static var transferEncoding: Self { Self("Transfer-Encoding", "transfer-encoding") }

    /// The protocols to which the sender can switch.
    public static var upgrade: Self { Self("Upgrade", "upgrade") }

    /// The name and version of the client software.
    public static var userAgent: Self { Self("User-Agent", "user-agent") }

    /// The names of the request header fields that affect the response.
    public static var vary: Self { Self("Vary", "vary") }

    /// The proxies that forwarded the message.
    public static var via: Self { Self("Via", "via") }

    /// The authentication schemes that the server supports.
    public static var wwwAuthenticate: Self { Self("WWW-Authenticate", "www-authenticate") }
}

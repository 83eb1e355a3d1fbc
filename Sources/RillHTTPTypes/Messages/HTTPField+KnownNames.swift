/// Registered header field names that are common in HTTP APIs.
///
/// - SeeAlso: RFC 9110, 18.4, and the IANA HTTP Field Name Registry.
extension HTTPField.Name {
    /// The media types that the client accepts.
    public static var accept: Self { Self(rawName: "Accept", canonicalName: "accept") }

    /// The character sets that the client accepts.
    public static var acceptCharset: Self { Self(rawName: "Accept-Charset", canonicalName: "accept-charset") }

    /// The content codings that the client accepts.
    public static var acceptEncoding: Self { Self(rawName: "Accept-Encoding", canonicalName: "accept-encoding") }

    /// The languages that the client prefers.
    public static var acceptLanguage: Self { Self(rawName: "Accept-Language", canonicalName: "accept-language") }

    /// Whether the server supports range requests for the resource.
    public static var acceptRanges: Self { Self(rawName: "Accept-Ranges", canonicalName: "accept-ranges") }

    /// The time in seconds since the origin server generated or validated the cached response.
    public static var age: Self { Self(rawName: "Age", canonicalName: "age") }

    /// The methods that the resource supports.
    public static var allow: Self { Self(rawName: "Allow", canonicalName: "allow") }

    /// The client's credentials.
    public static var authorization: Self { Self(rawName: "Authorization", canonicalName: "authorization") }

    /// Directives for caches.
    public static var cacheControl: Self { Self(rawName: "Cache-Control", canonicalName: "cache-control") }

    /// Options that apply only to this connection.
    public static var connection: Self { Self(rawName: "Connection", canonicalName: "connection") }

    /// Whether the body should be saved as a file, and the suggested file name.
    public static var contentDisposition: Self {
        Self(rawName: "Content-Disposition", canonicalName: "content-disposition")
    }

    /// The content codings applied to the body.
    public static var contentEncoding: Self { Self(rawName: "Content-Encoding", canonicalName: "content-encoding") }

    /// The language of the body.
    public static var contentLanguage: Self { Self(rawName: "Content-Language", canonicalName: "content-language") }

    /// The length of the body in bytes.
    public static var contentLength: Self { Self(rawName: "Content-Length", canonicalName: "content-length") }

    /// The URL of the representation in the body.
    public static var contentLocation: Self { Self(rawName: "Content-Location", canonicalName: "content-location") }

    /// The MD5 digest of the body (RFC 2616, obsolete).
    public static var contentMD5: Self { Self(rawName: "Content-MD5", canonicalName: "content-md5") }

    /// The range of the resource that the body contains.
    public static var contentRange: Self { Self(rawName: "Content-Range", canonicalName: "content-range") }

    /// The media type of the body.
    public static var contentType: Self { Self(rawName: "Content-Type", canonicalName: "content-type") }

    /// The client's cookies for the server.
    public static var cookie: Self { Self(rawName: "Cookie", canonicalName: "cookie") }

    /// The date and time at which the message was generated.
    public static var date: Self { Self(rawName: "Date", canonicalName: "date") }

    /// The entity tag, which identifies this version of the resource.
    public static var eTag: Self { Self(rawName: "ETag", canonicalName: "etag") }

    /// The behavior that the client expects before it sends the body.
    public static var expect: Self { Self(rawName: "Expect", canonicalName: "expect") }

    /// The date and time after which the response is stale.
    public static var expires: Self { Self(rawName: "Expires", canonicalName: "expires") }

    /// The email address of the user who sends the request.
    public static var from: Self { Self(rawName: "From", canonicalName: "from") }

    /// The host and port of the request URL.
    public static var host: Self { Self(rawName: "Host", canonicalName: "host") }

    /// Makes the request conditional on the resource having one of these entity tags.
    public static var ifMatch: Self { Self(rawName: "If-Match", canonicalName: "if-match") }

    /// Makes the request conditional on the resource having changed since a date.
    public static var ifModifiedSince: Self { Self(rawName: "If-Modified-Since", canonicalName: "if-modified-since") }

    /// Makes the request conditional on the resource having none of these entity tags.
    public static var ifNoneMatch: Self { Self(rawName: "If-None-Match", canonicalName: "if-none-match") }

    /// Requests the range only if the resource is unchanged, and the whole resource otherwise.
    public static var ifRange: Self { Self(rawName: "If-Range", canonicalName: "if-range") }

    /// Makes the request conditional on the resource not having changed since a date.
    public static var ifUnmodifiedSince: Self {
        Self(rawName: "If-Unmodified-Since", canonicalName: "if-unmodified-since")
    }

    /// How long an idle connection stays open (HTTP/1.1).
    public static var keepAlive: Self { Self(rawName: "Keep-Alive", canonicalName: "keep-alive") }

    /// The identifier of the last event that the client received in a Server-Sent Events stream.
    public static var lastEventID: Self { Self(rawName: "Last-Event-ID", canonicalName: "last-event-id") }

    /// The date and time of the last change to the resource.
    public static var lastModified: Self { Self(rawName: "Last-Modified", canonicalName: "last-modified") }

    /// Links to related resources, such as other pages (RFC 8288).
    public static var link: Self { Self(rawName: "Link", canonicalName: "link") }

    /// The URL of a created or moved resource.
    public static var location: Self { Self(rawName: "Location", canonicalName: "location") }

    /// The maximum number of proxies that may forward the request.
    public static var maxForwards: Self { Self(rawName: "Max-Forwards", canonicalName: "max-forwards") }

    /// The origin of the web page that caused the request.
    public static var origin: Self { Self(rawName: "Origin", canonicalName: "origin") }

    /// Directives for HTTP/1.0 caches.
    public static var pragma: Self { Self(rawName: "Pragma", canonicalName: "pragma") }

    /// The authentication schemes that the proxy supports.
    public static var proxyAuthenticate: Self {
        Self(rawName: "Proxy-Authenticate", canonicalName: "proxy-authenticate")
    }

    /// The client's credentials for the proxy.
    public static var proxyAuthorization: Self {
        Self(rawName: "Proxy-Authorization", canonicalName: "proxy-authorization")
    }

    /// The range of the resource that the client requests.
    public static var range: Self { Self(rawName: "Range", canonicalName: "range") }

    /// The URL of the page that contains the link to the resource.
    public static var referer: Self { Self(rawName: "Referer", canonicalName: "referer") }

    /// The earliest time to retry, as a number of seconds or a date.
    public static var retryAfter: Self { Self(rawName: "Retry-After", canonicalName: "retry-after") }

    /// The name and version of the server software.
    public static var server: Self { Self(rawName: "Server", canonicalName: "server") }

    /// A cookie for the client to store.
    public static var setCookie: Self { Self(rawName: "Set-Cookie", canonicalName: "set-cookie") }

    /// The transfer codings that the client accepts.
    public static var te: Self { Self(rawName: "TE", canonicalName: "te") }

    /// The names of the trailer fields that follow the body.
    public static var trailer: Self { Self(rawName: "Trailer", canonicalName: "trailer") }

    /// The transfer codings applied to the body on this connection.
    public static var transferEncoding: Self { Self(rawName: "Transfer-Encoding", canonicalName: "transfer-encoding") }

    /// The protocols to which the sender can switch.
    public static var upgrade: Self { Self(rawName: "Upgrade", canonicalName: "upgrade") }

    /// The name and version of the client software.
    public static var userAgent: Self { Self(rawName: "User-Agent", canonicalName: "user-agent") }

    /// The names of the request header fields that affect the response.
    public static var vary: Self { Self(rawName: "Vary", canonicalName: "vary") }

    /// The proxies that forwarded the message.
    public static var via: Self { Self(rawName: "Via", canonicalName: "via") }

    /// The authentication schemes that the server supports.
    public static var wwwAuthenticate: Self { Self(rawName: "WWW-Authenticate", canonicalName: "www-authenticate") }
}

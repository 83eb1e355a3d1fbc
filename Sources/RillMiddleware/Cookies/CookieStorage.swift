internal import Foundation
public import RillHTTP

/// A middleware that stores the cookies of responses and sends them back.
///
///     let cookies = CookieStorage()
///     let client = Client(baseURL: "https://intranet.example", middleware: [FollowRedirects(), cookies])
///
/// Works with any transport. Transports do not store cookies themselves. The storage is in memory; ``load(from:)`` and
/// ``save(to:)`` read and write files in the Netscape format, which `curl` uses for its options `-b` and `-c`. Several
/// clients can share a storage.
///
/// Place it inside `FollowRedirects`, which means after it in the client's list, so that the cookies of each redirect are
/// stored, and each request receives the cookies of its own host. In the wrong order, or in `Request.middleware`, which
/// is outside the client's list, only cookies of the last response are stored, and none if its origin differs from that
/// of the request. A request that already has a `Cookie` field is sent unchanged.
///
/// A cookie is sent according to its domain, path and `Secure` attribute, with longer paths first, then older cookies.
/// `Max-Age` takes precedence over `Expires`; both are limited to 400 days. A cookie is ignored if its name and value have
/// more than 4,096 bytes, or if it is set by another domain, is secure but received over `http`, would replace a secure
/// cookie over `http`, or violates the requirements of the prefix `__Host-` or `__Secure-` of its name. `HttpOnly` and
/// `SameSite` are kept, but have no effect outside of a browser.
///
/// A storage has up to 50 cookies per domain and 3,375 in total. If there are more, expired cookies are removed, then the
/// least recently used ones until 50 or 3,000 are left. In a domain that exceeds its limit, secure cookies are removed
/// last. A server that sets cookies for many of its parent domains can therefore remove the cookies of other servers.
///
/// There is no list of public suffixes: a server can set cookies for all subdomains of its parent domains with at least two
/// labels, such as `co.uk`, but not for `com` or for an IP address. Use separate storages for servers that you do not trust.
///
/// - SeeAlso: RFC 6265bis.
public final class CookieStorage: Middleware, @unchecked Sendable {  // `jar` is guarded by `lock`
    private let clock: WallClock
    private let lock = NSLock()
    private var jar = CookieJar()

    /// Creates an empty storage.
    ///
    /// - Parameter scheduler: The scheduler that measures the lifetime of cookies.
    public convenience init(scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()) {
        self.init(clock: WallClock(scheduler))
    }

    init(clock: WallClock) {
        self.clock = clock
    }

    /// Calls a closure with the cookies and the current date.
    private func withJar<Result>(_ body: (inout CookieJar, Date) -> Result) -> Result {
        // The quotient of two durations is not exact.
        let (seconds, attoseconds) = clock.now.components
        let now = Date(timeIntervalSince1970: Double(seconds) + Double(attoseconds) / 1e18)
        return lock.withLock { body(&jar, now) }
    }

    /// All cookies that have not expired, the oldest first.
    public var cookies: [Cookie] { withJar { $0.cookies(at: $1) } }

    /// Returns the cookies for a request to a URL, in the order in which they are sent.
    ///
    /// - Parameter url: The URL. For an invalid URL, the result is empty.
    /// - Returns: The cookies.
    public func cookies(for url: some URLConvertible) -> [Cookie] {
        cookies(for: HTTPRequest(method: .get, url: url))
    }

    private func cookies(for request: HTTPRequest) -> [Cookie] {
        withJar { $0.cookies(for: request, at: $1) }
    }

    /// Adds a cookie, or replaces the one with the same name, domain, path, and ``Cookie/includesSubdomains``.
    ///
    /// A cookie that has expired removes the existing one.
    ///
    /// - Parameter cookie: The cookie.
    /// - Throws: ``CookieError`` if the cookie is invalid.
    public func set(_ cookie: Cookie) throws(CookieError) {
        let cookie = cookie.canonical
        if let problem = cookie.problem { throw CookieError(problem, cookie: cookie) }
        withJar { $0.insert([cookie], at: $1) }
    }

    /// Adds the cookies that have not expired, or only the last ones if there are too many.
    ///
    /// - Parameter cookies: The cookies, which must be valid.
    func add(_ cookies: [Cookie]) {
        withJar { jar, now in
            let current = cookies.filter { $0.expiration.map { $0 > now } ?? true }.suffix(CookieJar.maximumCount)
            jar.insert(Array(current), at: now)
        }
    }

    /// Removes the cookie with the same name, domain, path, and ``Cookie/includesSubdomains``.
    ///
    /// - Parameter cookie: The cookie. Its other properties are ignored.
    public func remove(_ cookie: Cookie) {
        let cookie = cookie.canonical
        _ = lock.withLock { jar.remove(cookie) }
    }

    /// Removes all cookies.
    public func removeAll() {
        lock.withLock { jar = CookieJar() }
    }

    // MARK: Middleware

    /// Sends a request with its cookies, and stores the cookies of the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        next(withCookies(request), body).do(onNext: { [self, call = next.call] event in
            guard case .head(let head) = event else { return }
            // A field with control characters is ignored (RFC 6265bis, 5.6). Its value has spaces in their place.
            let fields = head.headerFields[fields: .setCookie].filter { !$0.containsControlCharacters }.map(\.value)
            guard !fields.isEmpty else { return }
            // An inner middleware can follow a redirect to another server, whose cookies must not be stored for this one.
            guard let sent = call.lastRequest, sent.origin == request.origin else { return }
            withJar { $0.store(fields, from: sent, at: $1) }
        })
    }

    private func withCookies(_ request: HTTPRequest) -> HTTPRequest {
        guard !request.headerFields.contains(.cookie) else { return request }
        let cookies = cookies(for: request)
        guard !cookies.isEmpty else { return request }
        var request = request
        request.headerFields[.cookie] = cookies.map(\.pair).joined(separator: "; ")
        return request
    }
}

extension CookieStorage: CustomStringConvertible, CustomReflectable {
    /// The number of cookies: `CookieStorage with 2 cookies`.
    public var description: String {
        let count = cookies.count
        return "CookieStorage with \(count) \(count == 1 ? "cookie" : "cookies")"
    }

    /// A mirror that contains only the cookies without their values.
    public var customMirror: Mirror { Mirror(self, children: ["cookies": cookies], displayStyle: .class) }
}

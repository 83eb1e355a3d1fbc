internal import Foundation
public import RillHTTPTypes

/// A middleware that follows redirects: the statuses 301, 302, 303, 307 and 308 with a `Location` field.
///
///     let client = Client(baseURL: "https://api.github.com", middleware: [FollowRedirects()])
///
/// Transports do not follow redirects. The middleware uses the same rules as browsers: 303 is followed with `GET`, and so
/// are 301 and 302 if the request was a `POST`. In these cases the body is dropped together with the fields that describe
/// it. 307 and 308 keep the method and the body. The body of a redirect response is not delivered.
///
/// Only header fields that do not identify the user are sent to another origin (scheme, host or port): `Accept`,
/// `Accept-Charset`, `Accept-Encoding`, `Accept-Language`, `Cache-Control`, `Pragma`, `Range`, `TE`, `User-Agent`, the
/// conditions of a request (`If-Match` and similar fields), and with a body the fields that describe it (`Content-Type`
/// and similar fields). Add other fields that your services need to `crossOriginFields`. The fields remain omitted even
/// if a later redirect leads back to the first origin. A request with a body is not sent to another origin, because the
/// body can contain credentials, unless `sendsBodyToOtherOrigins` allows it.
///
/// International domain names are encoded in Punycode. A response without a `Location`, or with an invalid one, is forwarded
/// unchanged.
///
/// Inner middleware sees each request, outer middleware only the last response. Place ``Authentication`` inside this
/// middleware, which means after it in the client's list: it adds credentials only to requests to its own server. Place
/// middleware that adds credentials regardless of the server outside, which means before this one in the list: inside,
/// it would add them again after they were omitted.
///
/// ## Errors
/// ``RedirectError``, as the underlying error of an ``APIError``: for a redirect loop, for too many redirects, and for
/// redirects from `https` to `http`, to any other scheme, to a URL with a user name or password, to an international
/// domain name that is not valid, or to another origin with a body. Returning to a URL after a response that set a cookie
/// does not count as a loop; only the limit applies.
public struct FollowRedirects: Middleware {
    /// The maximum number of redirects.
    public let limit: Int

    /// The additional header fields that are sent to other origins.
    ///
    /// Fields that do not identify the user are always sent.
    public let crossOriginFields: Set<HTTPField.Name>

    /// Whether a request with a body is sent to another origin.
    public let sendsBodyToOtherOrigins: Bool

    /// Creates a middleware that follows redirects.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of redirects before the exchange fails. Must not be negative. Defaults to 10.
    ///   - crossOriginFields: The additional header fields that are sent to other origins. Fields that do not identify the
    ///     user are always sent. Defaults to none.
    ///   - sendsBodyToOtherOrigins: Whether a request with a body is sent to another origin, where the status keeps the
    ///     method: 307, 308, and 301 and 302 for methods other than `POST`. Defaults to `false`, which fails the exchange.
    public init(limit: Int = 10, crossOriginFields: Set<HTTPField.Name> = [], sendsBodyToOtherOrigins: Bool = false) {
        precondition(limit >= 0, "FollowRedirects: limit must not be negative, got \(limit)")
        self.limit = limit
        self.crossOriginFields = crossOriginFields
        self.sendsBodyToOtherOrigins = sendsBodyToOtherOrigins
    }

    /// Sends the request and follows redirects.
    ///
    /// - Parameters:
    ///   - request: The first request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the last exchange.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        let first = Step(request: request, body: body)
        return follow(first, RedirectChain(from: first, next), next)
    }

    /// One request of the redirect chain.
    private struct Step: Sendable {
        var request: HTTPRequest
        var body: HTTPBody?

        /// Returns the request that a response redirects to, by the rules of the Fetch standard.
        func following(
            _ status: HTTPResponse.Status, to target: HTTPRequest, crossOriginFields: Set<HTTPField.Name>
        ) -> Step {
            var next = Step(request: target, body: body)
            let method = request.method
            if (status.code <= 302 && method == .post) || (status == .seeOther && method != .get && method != .head) {
                next.request.method = .get
                next.request.declaredIdempotency = nil
                next.body = nil
                next.request.headerFields.removeAll { $0.name.describesBody }
            }
            if target.origin != request.origin {
                let hasBody = next.body != nil
                next.request.headerFields.removeAll { field in
                    let isHarmless = field.name.isSafelisted || hasBody && field.name.describesBody
                    return !isHarmless && !crossOriginFields.contains(field.name)
                }
            }
            return next
        }
    }

    /// The URLs that the exchange has visited.
    private struct RedirectChain: Sendable {
        /// All URLs, which can contain secrets.
        private var urls: [String] = []
        private let first: Step
        private let next: Next

        /// The methods and URLs of the requests that would constitute a loop if they were sent again.
        var visits: Set<String> = []

        init(from first: Step, _ next: Next) {
            self.first = first
            self.next = next
            add(first.request)
        }

        /// The number of redirects.
        var count: Int { urls.count - 1 }

        /// Adds a request, and returns whether it has not been visited yet.
        @discardableResult
        mutating func add(_ request: HTTPRequest) -> Bool {
            urls.append(request.unvalidatedURL)
            return visits.insert("\(request.method) \(request.origin)\(request.path ?? "")").inserted
        }

        /// Returns the error for the last URL, or for another one that follows it.
        func error(_ code: RedirectError.Code, at url: String? = nil) -> RedirectError {
            let redactor = next.call.redactor(for: first.request, body: first.body)
            let urls = urls + (url.map { [$0] } ?? [])
            return RedirectError(
                code: code, urls: urls.map { BodyText.cut(BodyText.line(redactor.url($0)), to: 200) })
        }
    }

    private func follow(_ step: Step, _ chain: RedirectChain, _ next: Next) -> Observable<TransportEvent> {
        next(step.request, step.body).interceptHead { head in
            guard let target = try target(of: head, step, chain) else { return nil }
            let following = step.following(head.status, to: target, crossOriginFields: crossOriginFields)
            var chain = chain
            // With the new cookie, the same URL may respond differently.
            if head.headerFields.contains(.setCookie) { chain.visits = [] }
            guard chain.add(following.request) else { throw chain.error(.loop) }
            if chain.count > limit { throw chain.error(.tooMany) }
            if following.body != nil, target.origin != step.request.origin, !sendsBodyToOtherOrigins {
                throw chain.error(.bodyToOtherOrigin)
            }
            return follow(following, chain, next)
        }
    }

    /// Returns the request that a response redirects to, or `nil` if the response is not a valid redirect.
    private func target(of head: HTTPResponse, _ step: Step, _ chain: RedirectChain) throws -> HTTPRequest? {
        let locations = Set(head.headerFields[values: .location])
        guard [301, 302, 303, 307, 308].contains(head.status.code), locations.count == 1, let text = locations.first,
            !text.isEmpty
        else { return nil }
        let reference = URLReference(text)
        if let scheme = reference.scheme, scheme != "http", scheme != "https" {
            throw chain.error(.unsupportedScheme, at: text)
        }
        guard let target = reference.resolved(against: step.request) else { return nil }
        if target.authority?.utf8.contains(UInt8(ascii: "@")) == true {
            throw chain.error(.userInformation, at: target.unvalidatedURL)
        }
        if let authority = target.authority, InternationalHost.isInternational(authority) {
            throw chain.error(.internationalHost, at: target.unvalidatedURL)
        }
        guard (try? target.check()) != nil else { return nil }
        if step.request.scheme == "https", target.scheme == "http" {
            throw chain.error(.insecure, at: target.unvalidatedURL)
        }
        return target
    }
}

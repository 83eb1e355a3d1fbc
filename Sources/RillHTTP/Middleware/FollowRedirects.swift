internal import Foundation
public import Rill

/// Goes where an answer leads: statuses 301, 302, 303, 307 and 308 with a `Location`.
///
///     let client = Client(baseURL: "https://api.github.com", middleware: [FollowRedirects()])
///
/// Transports follow nothing by themselves. Here the rules are those of browsers: 303 is followed with `GET`, and so are
/// 301 and 302 if the request was a `POST`; then the body is dropped, with the fields that describe it. 307 and 308 keep
/// the method and the body. The answer that leads elsewhere is given up with its body.
///
/// To another origin (scheme, host or port) only harmless header fields are sent: `Accept`, `Accept-Charset`,
/// `Accept-Encoding`, `Accept-Language`, `Cache-Control`, `Pragma`, `Range`, `TE`, `User-Agent`, the conditions of a request
/// (`If-Match` and the like), and with a body those that describe it (`Content-Type` and the like). Name others that your
/// services need in `crossOriginFields`. The fields stay omitted when a later redirect leads back. A request with a body is
/// not sent to another origin, as the body may hold credentials, unless `sendsBodyToOtherOrigins` allows it.
///
/// Without a `Location`, or with one that cannot be read, the response is passed on as it is.
///
/// Inner middleware sees each request, outer middleware only the last response. ``Authentication`` belongs inside this
/// middleware, after it in the client's list: it adds credentials only to requests to its own server. Middleware that adds
/// credentials to requests to any server belongs outside, before this one in the list: inside, it would add them again after
/// they were omitted.
///
/// ## Errors
/// ``RedirectError``, as the underlying error of an ``APIError``: for a circle (but one on which a cookie was set is only
/// bounded by the limit), for too many steps, from `https` to `http`, to an address that is neither, to one with a
/// user name or a password, and to another origin with a body.
public struct FollowRedirects: IdentifyingMiddleware {
    /// How many times an answer is followed.
    public let limit: Int

    /// The header fields that are sent to other origins besides the harmless ones.
    public let crossOriginFields: Set<HTTPField.Name>

    /// Whether a request with a body is sent to another origin.
    public let sendsBodyToOtherOrigins: Bool

    /// Creates a middleware that follows redirects.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of redirects before the exchange fails. Must not be negative. Defaults to 10.
    ///   - crossOriginFields: The header fields that are sent to other origins besides the harmless ones. Defaults to none.
    ///   - sendsBodyToOtherOrigins: Whether a request with a body is sent to another origin, where the status keeps the
    ///     method: 307, 308, and 301 and 302 for methods other than `POST`. Defaults to `false`, which fails the exchange.
    public init(
        limit: Int = 10, crossOriginFields: Set<HTTPField.Name> = [], sendsBodyToOtherOrigins: Bool = false
    ) {
        precondition(limit >= 0, "FollowRedirects needs a limit of zero or more, got \(limit)")
        self.limit = limit
        self.crossOriginFields = crossOriginFields
        self.sendsBodyToOtherOrigins = sendsBodyToOtherOrigins
    }

    /// Sends the request, and others where the answers lead.
    ///
    /// - Parameters:
    ///   - request: The first request.
    ///   - body: Its body.
    ///   - next: What lies further in.
    /// - Returns: The last answer.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        follow(Step(request: request, body: body), Way(from: request), next)
    }

    /// A request of the way.
    private struct Step: Sendable {
        var request: HTTPRequest
        var body: HTTPBody?

        /// The step that a response leads to, by the rules of the Fetch standard.
        func following(
            _ status: HTTPResponse.Status, to target: HTTPRequest, crossOriginFields: Set<HTTPField.Name>
        ) -> Step {
            var next = Step(request: target, body: body)
            let method = request.method
            if (status.code <= 302 && method == .post) || (status == .seeOther && method != .get && method != .head) {
                next.request.method = .get
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

    /// Where the exchange has been.
    private struct Way: Sendable {
        private struct Place: Hashable {
            var method: HTTPRequest.Method
            var address: String
        }

        /// All addresses for people.
        private(set) var addresses: [String]
        private let redactor: Redactor

        /// Where coming back would mean a circle.
        private var places: Set<Place>

        init(from request: HTTPRequest) {
            redactor = Redactor(request: request)
            addresses = []
            places = []
            add(request)
        }

        mutating func add(_ request: HTTPRequest) {
            places.insert(Place(method: request.method, address: request.address))
            mention("\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")")
        }

        mutating func mention(_ address: String) {
            addresses.append(BodyText.cut(BodyText.line(redactor.url(address)), to: 200))
        }

        func has(_ request: HTTPRequest) -> Bool {
            places.contains(Place(method: request.method, address: request.address))
        }

        /// The server was told something new: the same address may answer differently.
        mutating func forgetPlaces() { places = [] }
    }

    private func follow(_ step: Step, _ way: Way, _ next: Next) -> Observable<TransportEvent> {
        next(step.request, step.body).catchHead { head in
            guard let target = try target(of: head, step, way) else { return nil }
            let following = step.following(head.status, to: target, crossOriginFields: crossOriginFields)
            var way = way
            if head.headerFields.contains(.setCookie) { way.forgetPlaces() }
            let isCircle = way.has(following.request)
            way.add(following.request)
            if isCircle { throw RedirectError(.loop, way.addresses) }
            if way.addresses.count - 1 > limit { throw RedirectError(.tooMany, way.addresses) }
            if following.body != nil, target.origin != step.request.origin, !sendsBodyToOtherOrigins {
                throw RedirectError(.bodyToOtherOrigin, way.addresses)
            }
            return follow(following, way, next)
        }
    }

    /// Where an answer leads; nil if it leads nowhere.
    private func target(of head: HTTPResponse, _ step: Step, _ way: Way) throws -> HTTPRequest? {
        let locations = Set(head.headerFields[values: .location])
        guard [301, 302, 303, 307, 308].contains(head.status.code), locations.count == 1, let text = locations.first,
            !text.isEmpty
        else { return nil }
        var way = way
        let reference = URLReference(text)
        if let scheme = reference.scheme.map({ HTTPToken.lowercased(String($0)) }), scheme != "http", scheme != "https"
        {
            way.mention(text)
            throw RedirectError(.unsupportedScheme, way.addresses)
        }
        guard let target = reference.resolved(against: step.request) else { return nil }
        if target.authority?.utf8.contains(UInt8(ascii: "@")) == true {
            way.add(target)
            throw RedirectError(.userInformation, way.addresses)
        }
        guard (try? target.check()) != nil else { return nil }
        if step.request.scheme == "https", target.scheme == "http" {
            way.add(target)
            throw RedirectError(.insecure, way.addresses)
        }
        return target
    }
}

internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// Routes requests to handlers by method and path segments.
///
///     var router = Router(rules)
///     router.get("/tags", items: ["page"]) { request in list(request) }
///     router.get("/tags/{id}") { request in show(request.parameter("id")) }
struct Router: Sendable {
    typealias Handler = @Sendable (RoutedRequest) -> LoopbackServer.Response

    /// The parts of a request that change its meaning.
    ///
    /// A sample server never ignores such a part: unless the route implements it, the request is not executed. Other
    /// query items and header fields are ignored, as by the service.
    struct Rules: Sendable {
        /// Returns whether the service interprets a query item in any of its operations, for example for paging, sorting,
        /// or filtering.
        let interprets: @Sendable (_ item: String) -> Bool

        /// The lowercase names of header fields that the sample server does not implement, besides conditions.
        let fields: Set<String>

        /// The lowercase names of the implemented conditions.
        let conditions: Set<String>

        /// Returns the response to a request with a part that the route does not implement.
        let notImplemented: @Sendable (_ part: String) -> LoopbackServer.Response

        init(
            interprets: @escaping @Sendable (_ item: String) -> Bool, fields: Set<String> = [],
            conditions: Set<String> = [],
            notImplemented: @escaping @Sendable (_ part: String) -> LoopbackServer.Response
        ) {
            self.interprets = interprets
            self.fields = fields
            self.conditions = conditions
            self.notImplemented = notImplemented
        }

        /// Returns the response to a request unless the route implements all parts that change its meaning.
        fileprivate func rejection(
            of request: LoopbackServer.Request, implementing items: Set<String>
        ) -> LoopbackServer.Response? {
            for item in request.queryItems where interprets(item.name) && !items.contains(item.name) {
                return notImplemented("the query item \(item.name)")
            }
            for field in request.fields {
                let name = field.name.canonicalName
                guard fields.contains(name) || name.hasPrefix("if-") && !conditions.contains(name) else { continue }
                return notImplemented("the header field \(field.name.rawName)")
            }
            return nil
        }
    }

    private struct Route: Sendable {
        let method: HTTPRequest.Method
        let pattern: [Substring]
        let items: Set<String>
        let handler: Handler
    }

    private let rules: Rules?
    private var routes: [Route] = []

    /// Creates a router without routes.
    ///
    /// - Parameter rules: The parts of a request that change its meaning. Defaults to `nil`, which ignores all parts that
    ///   no handler reads, as OAuth 2.0 requires.
    init(_ rules: Rules? = nil) {
        self.rules = rules
    }

    /// Adds a handler for `GET` requests.
    ///
    /// - Parameters:
    ///   - pattern: A path. A segment in braces matches any nonempty segment.
    ///   - items: The names of the query items that the handler implements. Defaults to none.
    ///   - handler: The closure that returns the response.
    mutating func get(_ pattern: String, items: Set<String> = [], _ handler: @escaping Handler) {
        on(.get, pattern, items: items, handler)
    }

    mutating func on(
        _ method: HTTPRequest.Method, _ pattern: String, items: Set<String> = [], _ handler: @escaping Handler
    ) {
        routes.append(
            Route(method: method, pattern: Self.segments(of: pattern), items: items, handler: handler))
    }

    /// Returns the response of the first matching route, or `nil` if no route matches.
    ///
    /// Rejects requests with parts that the route does not implement.
    func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response? {
        // Splits the path before decoding, because a slash inside a segment is percent-encoded.
        let segments = Self.segments(of: request.path).map { $0.removingPercentEncoding }
        for route in routes where route.method == request.method {
            guard let parameters = Self.match(segments, with: route.pattern) else { continue }
            if let rejection = rules?.rejection(of: request, implementing: route.items) { return rejection }
            return route.handler(RoutedRequest(request: request, parameters: parameters))
        }
        return nil
    }

    private static func segments(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    private static func match(_ segments: [String?], with pattern: [Substring]) -> [String: String]? {
        guard segments.count == pattern.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, expected) in zip(segments, pattern) {
            guard let segment else { return nil }
            if expected.hasPrefix("{"), expected.hasSuffix("}") {
                guard !segment.isEmpty else { return nil }
                parameters[String(expected.dropFirst().dropLast())] = segment
            } else if segment != expected {
                return nil
            }
        }
        return parameters
    }
}

/// A request with the path parameters of its route.
struct RoutedRequest: Sendable {
    let request: LoopbackServer.Request
    let parameters: [String: String]

    /// Returns the decoded value of a path parameter.
    ///
    /// Traps if the route has no such parameter.
    func parameter(_ name: String) -> String {
        guard let value = parameters[name] else {
            preconditionFailure("the route of \(request) has no parameter {\(name)}")
        }
        return value
    }

    func queryItem(_ name: String) -> String? {
        request.queryItem(name)
    }
}

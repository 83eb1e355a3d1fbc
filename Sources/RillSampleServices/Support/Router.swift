internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// Finds who answers a request: by its method and by the segments of its path.
///
///     var router = Router()
///     router.get("/tags/{id}") { request in show(request.parameter("id")) }
struct Router: Sendable {
    typealias Handler = @Sendable (RoutedRequest) -> LoopbackServer.Response

    private struct Route: Sendable {
        let method: HTTPRequest.Method
        let pattern: [Substring]
        let handler: Handler
    }

    private var routes: [Route] = []

    /// Adds an answer to `GET`.
    ///
    /// - Parameters:
    ///   - pattern: A path; a segment in braces stands for any one segment.
    ///   - handler: Makes the answer.
    mutating func get(_ pattern: String, _ handler: @escaping Handler) {
        on(.get, pattern, handler)
    }

    mutating func on(_ method: HTTPRequest.Method, _ pattern: String, _ handler: @escaping Handler) {
        routes.append(Route(method: method, pattern: Self.segments(of: pattern), handler: handler))
    }

    /// Answers a request; nil if no route fits.
    func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response? {
        // Split first: a slash inside a segment is percent-encoded.
        let segments = Self.segments(of: request.path).map { $0.removingPercentEncoding }
        for route in routes where route.method == request.method {
            guard let parameters = Self.match(segments, with: route.pattern) else { continue }
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

/// A request, and what stood in the places of its route's braces.
struct RoutedRequest: Sendable {
    let request: LoopbackServer.Request
    let parameters: [String: String]

    /// What stood in a segment, decoded; traps if the route has no such segment.
    func parameter(_ name: String) -> String {
        guard let value = parameters[name] else {
            preconditionFailure("the route of \(request) has no segment {\(name)}")
        }
        return value
    }

    func queryItem(_ name: String) -> String? {
        request.queryItem(name)
    }
}

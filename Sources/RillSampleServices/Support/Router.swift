internal import Foundation
internal import RillHTTPTesting
internal import RillSystem

/// An error that a sample server sends as a response.
struct ErrorResponse: Error, Sendable {
    let response: LoopbackServer.Response
}

/// Routes requests to handlers by method and path segments.
///
///     var router = Router(rules)
///     router.get("/tags", items: ["page"]) { request in list(request) }
///     router.get("/tags/{id}") { request in show(request.parameter("id")) }
struct Router: Sendable {
    /// A closure that returns the response to a request, or throws an `ErrorResponse`.
    typealias Handler = @Sendable (RoutedRequest) throws -> LoopbackServer.Response

    /// The parts of a request that change its meaning.
    ///
    /// A sample server never ignores such a part: unless the route implements it, the request is not executed. Other
    /// query items and header fields are ignored, as by the service.
    struct Rules: Sendable {
        /// Returns whether the service interprets a query item in any of its operations, for example for paging, sorting,
        /// or filtering.
        let interprets: @Sendable (_ item: String) -> Bool

        /// The lowercase names of header fields that the sample server does not implement, besides conditions.
        var fields: Set<String> = []

        /// The lowercase names of the implemented conditions.
        var conditions: Set<String> = []

        /// Returns the response to a request with a part that the route does not implement.
        let notImplemented: @Sendable (_ part: String) -> ErrorResponse

        /// Throws an error unless a route implements all parts of a request that change its meaning.
        fileprivate func check(_ request: LoopbackServer.Request, implementing items: Set<String>) throws {
            for item in request.queryItems where interprets(item.name) && !items.contains(item.name) {
                throw notImplemented("the query item \(item.name)")
            }
            for field in request.fields {
                let name = field.name.canonicalName
                guard fields.contains(name) || name.hasPrefix("if-") && !conditions.contains(name) else { continue }
                throw notImplemented("the header field \(field.name.rawName)")
            }
        }
    }

    private struct Route: Sendable {
        let method: HTTPRequest.Method
        let pattern: [Substring]
        let items: Set<String>
        let handler: Handler
    }

    private let rules: Rules?
    private let root: String
    private var routes: [Route] = []

    /// Creates a router without routes.
    ///
    /// - Parameters:
    ///   - rules: The parts of a request that change its meaning. Defaults to `nil`, which ignores all parts that no
    ///     handler reads, as OAuth 2.0 requires.
    ///   - root: The beginning of all paths. Defaults to an empty string.
    init(_ rules: Rules? = nil, root: String = "") {
        self.rules = rules
        self.root = root
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
        routes.append(Route(method: method, pattern: Self.segments(of: root + pattern), items: items, handler: handler))
    }

    /// Returns the response of the first matching route, or `nil` if no route matches.
    ///
    /// Rejects requests with parts that the route does not implement.
    func route(_ request: LoopbackServer.Request) -> LoopbackServer.Response? {
        // Splits the path before decoding, because a slash inside a segment is percent-encoded.
        let segments = Self.segments(of: request.path).map { $0.percentDecoded }
        for route in routes where route.method == request.method {
            guard let parameters = Self.match(segments, with: route.pattern) else { continue }
            do {
                try rules?.check(request, implementing: route.items)
                return try route.handler(RoutedRequest(request: request, parameters: parameters))
            } catch let error as ErrorResponse {
                return error.response
            } catch {
                return .text("the sample server failed: \(error)", status: 500)
            }
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

    func queryItem(_ name: String) -> String? { request.queryItem(name) }

    var fields: HTTPFields { request.fields }

    var serverURL: String { request.serverURL }
}

extension LoopbackServer.Request {
    /// The URL of the server, based on the `Host` header field.
    var serverURL: String { "http://\(fields[.host] ?? "127.0.0.1")" }

    /// The words of a query item, which are separated by spaces.
    func words(_ name: String) -> [String] { (queryItem(name) ?? "").split(separator: " ").map(String.init) }

    /// Returns the integer in a query item, or `nil` if there is no such item.
    ///
    /// Throws an error unless the value is an integer in a range.
    func integer(_ name: String, in range: ClosedRange<Int>, orThrow error: ErrorResponse) throws -> Int? {
        guard let text = queryItem(name) else { return nil }
        guard let number = Int(text), range.contains(number) else { throw error }
        return number
    }

    /// Returns the credentials in the `Authorization` header field if it has one of the given schemes.
    func credentials(_ schemes: String...) -> String? {
        let parts = (fields[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        return parts.count == 2 && schemes.contains(parts[0].lowercased()) ? String(parts[1]) : nil
    }

    /// The user name and the password of Basic authentication, or `nil` if the request contains none.
    var basicCredentials: (user: String, password: String?)? {
        guard let data = credentials("basic").flatMap({ Data(base64Encoded: $0) }) else { return nil }
        let parts = String(decoding: data, as: UTF8.self)
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.dropFirst().first)
    }
}

extension LoopbackServer {
    /// Starts a sample server.
    convenience init(port: UInt16, handler: @escaping Handler) throws {
        var options = Options()
        options.port = port
        try self.init(options: options, handler: handler)
    }
}

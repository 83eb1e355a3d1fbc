/// A middleware whose effect on the identity of a request's sender is known.
///
/// An outer cache or request coalescing compares requests with the credentials that inner middleware adds.
package protocol IdentifyingMiddleware: Middleware {
    /// Returns a request that identifies its sender, for comparison only; it is not sent.
    ///
    /// - Parameter request: The request that the middleware receives.
    /// - Returns: The request with all credentials; `nil` if that is not known before it is sent. The default is the request
    ///   itself, for middleware that adds no credentials.
    /// - Throws: What stops the middleware from adding its credentials; the identity is not known then.
    func identified(_ request: HTTPRequest) throws -> HTTPRequest?
}

extension IdentifyingMiddleware {
    package func identified(_ request: HTTPRequest) throws -> HTTPRequest? { request }
}

/// The inner middleware, as far as it decides the identity of a request's sender.
struct InnerMiddleware: Sendable {
    /// The middleware, outermost first.
    var list: [any Middleware] = []

    /// The name of the client's list, if other middleware is in it; that may add credentials which cannot be compared.
    var client: String?

    /// Returns a request that identifies its sender; `nil` if the sender is not known.
    func identified(_ request: HTTPRequest) -> HTTPRequest? {
        var request: HTTPRequest? = request
        for middleware in list {
            guard let current = request else { return nil }
            if let middleware = middleware as? any IdentifyingMiddleware {
                request = (try? middleware.identified(current)) ?? nil
            } else {
                request?.headerFields[Self.name] = client
            }
        }
        return request
    }

    private static let name = HTTPField.Name(literal: "rill-client")
}

extension HTTPRequest {
    /// The parts that can differ between users: the path with the query, and all header fields except harmless ones.
    var identifyingParts: [String: [String]] {
        var parts = ["": [path ?? ""]]
        for field in headerFields where !field.name.isSafelisted && !field.name.identifiesRequest {
            parts[field.name.canonicalName, default: []].append(field.value)
        }
        return parts
    }
}

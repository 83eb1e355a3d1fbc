/// A middleware of which it is known how it changes who sends a request.
///
/// A cache or request coalescing further out compares requests with the credentials that are put on them further in.
package protocol IdentifyingMiddleware: Middleware {
    /// Returns a request that says who sends it, for comparison only; it is not sent.
    ///
    /// - Parameter request: The request as it comes to the middleware.
    /// - Returns: The request with all credentials; `nil` if that is not known before it is sent. The default is the request
    ///   itself, for middleware that adds no credentials.
    /// - Throws: What stops the middleware from adding its credentials; the identity is not known then.
    func identified(_ request: HTTPRequest) throws -> HTTPRequest?
}

extension IdentifyingMiddleware {
    package func identified(_ request: HTTPRequest) throws -> HTTPRequest? { request }
}

/// The middleware further in, as far as it decides who sends a request.
struct InnerMiddleware: Sendable {
    /// The middleware, outermost first.
    var list: [any Middleware] = []

    /// The name of the client's list, if other middleware is in it; that may add credentials which cannot be compared.
    var client: String?

    /// A request that says who sends it; `nil` if that is not known.
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
    /// What can tell one user's request from another's: the path with the query, and all header fields but those that say
    /// nothing of the user.
    var identifyingParts: [String: [String]] {
        var parts = ["": [path ?? ""]]
        for field in headerFields where !field.name.isSafelisted && !field.name.identifiesRequest {
            parts[field.name.canonicalName, default: []].append(field.value)
        }
        return parts
    }
}

internal import Foundation
internal import RillHTTPTypes

/// A middleware whose effect on the identity of a request's sender is known.
///
/// An outer cache or request-coalescing middleware compares requests including the credentials that inner middleware
/// adds.
package protocol IdentifyingMiddleware: Middleware {
    /// Returns a request that identifies its sender. It is used for comparison only and is not sent.
    ///
    /// - Parameter request: The request that the middleware receives.
    /// - Returns: The request with all credentials, or `nil` if they are not known before the request is sent. The
    ///   default implementation returns the request unchanged, for middleware that adds no credentials.
    /// - Throws: An error if the middleware cannot add its credentials. In this case, the sender is unknown.
    func identified(_ request: HTTPRequest) throws -> HTTPRequest?
}

extension IdentifyingMiddleware {
    package func identified(_ request: HTTPRequest) throws -> HTTPRequest? { request }
}

/// The inner middleware that determines the identity of a request's sender.
package struct InnerMiddleware: Sendable {
    /// The middleware, outermost first.
    var list: [any Middleware] = []

    /// The identifier of the client's list of middleware, if it contains custom middleware whose credentials cannot be
    /// compared.
    ///
    /// If it is `nil`, requests that pass through custom middleware have an unknown sender.
    var client: String?

    /// The transport that sends the request, or `nil` if a test calls the middleware directly.
    let transport: ClientTransport?

    /// Returns a request that identifies its sender, or `nil` if the sender is unknown.
    package func identified(_ request: HTTPRequest) -> HTTPRequest? {
        var request: HTTPRequest? = request
        request?.headerFields[Self.transportName] = transport?.identity
        for middleware in list {
            guard let current = request else { return nil }
            if let middleware = middleware as? any IdentifyingMiddleware {
                request = (try? middleware.identified(current)) ?? nil
            } else {
                guard let client else { return nil }
                request?.headerFields[Self.name] = client
            }
        }
        return request
    }

    private static let name = HTTPField.Name(literal: "rill-client")
    private static let transportName = HTTPField.Name(literal: "rill-transport")
}

/// The transport of a client and its copies.
final class ClientTransport: Sendable {
    let base: any Transport

    /// The transport if it reports its own retries and metrics, or `nil` otherwise.
    let reporting: (any ReportingTransport)?

    /// The identity of a transport about which nothing is known: unique to the client and its copies.
    private let unknown = UUID().uuidString

    init(_ base: any Transport) {
        self.base = base
        reporting = base as? any ReportingTransport
    }

    /// A text that is equal for two requests only if they reach the same servers as the same user.
    var identity: String { base.identity.digest ?? unknown }
}

extension HTTPRequest {
    /// The parts that can differ between users: the path with the query, and the header fields that can identify the
    /// user.
    package var identifyingParts: [String: [String]] {
        var parts = ["": [path ?? ""]]
        for field in headerFields where !field.name.isSafelisted && !field.name.identifiesRequest {
            parts[field.name.canonicalName, default: []].append(field.value)
        }
        return parts
    }
}

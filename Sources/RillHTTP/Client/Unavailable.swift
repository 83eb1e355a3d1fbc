public import Foundation
public import RillHTTPTypes

// Names from Alamofire. The compiler's message names the correct call. The bodies are never called.

/// Unavailable: use `HTTPRequest.Method`.
@available(*, unavailable, renamed: "HTTPRequest.Method")
public typealias HTTPMethod = HTTPRequest.Method

/// Unavailable: use `HTTPFields`.
@available(*, unavailable, renamed: "HTTPFields")
public typealias HTTPHeaders = HTTPFields

extension APIError {
    /// Unavailable: use `underlying`.
    @available(*, unavailable, renamed: "underlying")
    public var underlyingError: (any Error)? { fatalError() }
}

extension Client {
    /// Unavailable: use `send(_:)` with an endpoint, whose type declares the response.
    @available(*, unavailable, message: "use send(Endpoint<Response>(\"/path\")), which also validates and decodes")
    public func request(_ path: String, method: HTTPRequest.Method = .get) -> Observable<Data> { fatalError() }
}

extension ObservableConvertible<Data> {
    /// Unavailable: use `send(_:)` with an endpoint, whose type declares the response.
    @available(*, unavailable, message: "use send(Endpoint<Response>(\"/path\")), which also validates and decodes")
    public func responseDecodable<Value: Decodable>(of type: Value.Type) -> Observable<Value> { fatalError() }
}

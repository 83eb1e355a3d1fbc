public import Foundation
public import RillHTTPTypes

// Names from Alamofire, and common mistakes. The compiler's message names the correct call. The bodies are never called.

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

// Without these, the compiler has no message for a literal of values of different types that are not JSON values.
extension HTTPBody {
    /// Unavailable: use `JSONValue.string(name)` and `.integer(count)`, or an `Encodable` value.
    @available(*, unavailable, message: "write .string(name) or .integer(count), or pass an Encodable value")
    @_disfavoredOverload
    public static func json(_ object: [String: Any]) -> HTTPBody { fatalError() }

    /// Unavailable: use `JSONValue.string(name)` and `.integer(count)`, or an `Encodable` value.
    @available(*, unavailable, message: "write .string(name) or .integer(count), or pass an Encodable value")
    @_disfavoredOverload
    public static func json(_ array: [Any]) -> HTTPBody { fatalError() }
}

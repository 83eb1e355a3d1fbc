public import Foundation
public import RillHTTPTypes

// The declarations of a type select the extensions that apply to it. If no extension applies because a declaration has
// another type, the type does not conform to `Request`.

extension Request
where
    DeclaredMethod == HTTPRequest.Method, DeclaredQuery == QueryItems, DeclaredHeaderFields == HTTPFields,
    DeclaredOptions == RequestOptions, DeclaredStatus == HTTPResponse.Status, DeclaredAcceptance == Bool,
    DeclaredValidation == Void, DeclaredTimeout == OnlyInOptions, DeclaredAttemptTimeout == OnlyInOptions,
    DeclaredIdempotency == OnlyInOptions, DeclaredMiddleware == OnlyInOptions, DeclaredDecoder == OnlyInOptions,
    DeclaredErrorDecoder == OnlyInOptions
{
    /// The request as a value, with what its other properties and methods declare.
    public var endpoint: Endpoint<Response> {
        var endpoint = Endpoint(path, parser: ResponseParser<Response>.unavailable)
        endpoint.acceptsStatus = { try accepts($0) }
        do {
            if endpoint.baseURL == nil { endpoint.baseURL = try resolvedBaseURL }
            endpoint.method = try method
            endpoint.query = try query
            endpoint.headerFields = try headerFields
            endpoint.options = try options
            endpoint.parser = try resolvedParser
            try validate()
            endpoint.body = try resolvedBody
        } catch {
            endpoint.validationError = error
        }
        return endpoint
    }
}

extension Request where DeclaredEndpoint == Endpoint<Response> {
    /// The endpoint, or a request that fails before it is sent if the getter throws.
    public var resolvedEndpoint: Endpoint<Response> {
        do {
            return try endpoint
        } catch {
            var endpoint = Endpoint(path, parser: ResponseParser<Response>.unavailable)
            endpoint.validationError = error
            return endpoint
        }
    }
}

extension ResponseParser {
    /// The parser of a request that is invalid because the getter of its parser throws.
    fileprivate static var unavailable: ResponseParser {
        ResponseParser { _, _, _ in throw TransportError(.invalidRequest, "the request has no parser") }
    }
}

extension Request where DeclaredBaseURL: URLConvertible {
    /// The text of the base URL.
    public var resolvedBaseURL: String? { get throws { try baseURL.urlText } }
}

extension Request where DeclaredBaseURL == String? {
    /// The base URL.
    public var resolvedBaseURL: String? { get throws { try baseURL } }
}

extension Request where DeclaredBaseURL == URL? {
    /// The text of the base URL.
    public var resolvedBaseURL: String? { get throws { try baseURL?.urlText } }
}

extension Request where DeclaredBody == HTTPBody {
    /// The body.
    public var resolvedBody: HTTPBody? { get throws { try body } }
}

extension Request where DeclaredBody == HTTPBody? {
    /// The body.
    public var resolvedBody: HTTPBody? { get throws { try body } }
}

extension Request where DeclaredBody: Encodable {
    /// The body as JSON, the unchanged body if it is `Data` or `[UInt8]`, or `nil` if it is an optional without a value.
    public var resolvedBody: HTTPBody? {
        get throws {
            let body = try body
            if let data = body as? Data { return HTTPBody(data) }
            // Types are compared, because any empty array can be cast to `[UInt8]`.
            let isBytes = DeclaredBody.self == [UInt8].self || DeclaredBody.self == [UInt8]?.self
            if isBytes, let bytes = body as? [UInt8] { return HTTPBody(bytes) }
            if let body = body as? any NilTestable, body.isNil { return nil }
            return .json(body)
        }
    }
}

private protocol NilTestable {
    var isNil: Bool { get }
}

extension Optional: NilTestable {
    fileprivate var isNil: Bool { self == nil }
}

extension Request where DeclaredParser == ResponseParser<Response>? {
    /// Not available, so that the compiler explains which responses need a parser.
    @available(*, unavailable, message: "Response must be Decodable and nonisolated, or the request must have a parser")
    public var resolvedParser: ResponseParser<Response> { .unavailable }
}

extension Request where DeclaredParser == ResponseParser<Response> {
    /// The parser.
    public var resolvedParser: ResponseParser<Response> { get throws { try parser } }
}

extension Request where DeclaredParser == ResponseParser<Response>?, Response: Decodable {
    /// A parser that decodes the body as JSON, or returns the raw body if `Response` is `Data`.
    ///
    /// If `Response` is an optional, an empty body is decoded as `nil`; a `JSONValue` is `null`.
    public var resolvedParser: ResponseParser<Response> { get throws { try parser ?? .json } }
}

extension Request where DeclaredParser == ResponseParser<Response>?, Response == Void {
    /// A parser that ignores the body, which is not kept, but still counts toward ``Client/bodyLimit``.
    public var resolvedParser: ResponseParser<Response> { get throws { try parser ?? .nothing } }
}

extension Request where DeclaredParser == ResponseParser<Response>?, Response == HTTPResponse {
    /// A parser that returns the response head and ignores the body, which is not kept, but still counts toward
    /// ``Client/bodyLimit``.
    public var resolvedParser: ResponseParser<Response> { get throws { try parser ?? .head } }
}

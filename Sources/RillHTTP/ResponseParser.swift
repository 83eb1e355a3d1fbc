public import Foundation

/// Reads a complete answer: how an endpoint's body becomes its `Response`.
///
///     struct CountTags: Request {
///         typealias Response = Int
///         var path: URLPath { "/tags" }
///         var parser: ResponseParser<Int> {
///             ResponseParser(accept: "application/json") { head, body, decoder in
///                 head.headerFields[.totalCount].flatMap { Int($0) } ?? 0
///             }
///         }
///     }
///
/// What reads a body while it arrives is a ``StreamingParser``.
public struct ResponseParser<Output: Sendable>: Sendable {
    /// The media type that is asked for, where the request and the client name none; nil to ask for none.
    public let accept: String?

    private let parse: @Sendable (HTTPResponse, Data, JSONDecoder) throws -> Output

    /// Makes a parser out of a closure.
    ///
    /// - Parameters:
    ///   - accept: The media type that it reads, for the `Accept` field; nil for any.
    ///   - parse: Takes the head, whose status was accepted, the whole body, empty if there was none, and the decoder of
    ///     the request or else of the client. What it throws fails the request with an ``APIError`` at
    ///     ``APIError/Stage-swift.struct/decoding``.
    public init(accept: String? = nil, _ parse: @escaping @Sendable (HTTPResponse, Data, JSONDecoder) throws -> Output)
    {
        self.accept = accept
        self.parse = parse
    }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields.
    ///   - body: The whole body.
    ///   - decoder: Reads JSON.
    /// - Returns: What the answer says.
    /// - Throws: Why it cannot be read.
    public func read(_ head: HTTPResponse, _ body: Data, decoder: JSONDecoder) throws -> Output {
        try parse(head, body, decoder)
    }

    /// The same with another result.
    ///
    /// - Parameter transform: Makes it.
    /// - Returns: A parser.
    public func map<Other>(_ transform: @escaping @Sendable (Output) throws -> Other) -> ResponseParser<Other> {
        ResponseParser<Other>(accept: accept) { [parse] in try transform(parse($0, $1, $2)) }
    }

    /// The same with the head of the answer beside its value.
    public var withHead: ResponseParser<(value: Output, head: HTTPResponse)> {
        ResponseParser<(value: Output, head: HTTPResponse)>(accept: accept) { [parse] in (try parse($0, $1, $2), $0) }
    }
}

extension ResponseParser where Output: Decodable {
    /// Reads the body as JSON, or takes it as it came if `Output` is `Data`.
    ///
    /// An optional is nil if the body is empty, whatever the reason: the status 204 or 205, the method `HEAD`, a
    /// `Content-Length` of 0; or if it is a `null`.
    public static var json: ResponseParser {
        // Here, and not in an extension of its own, so that it also holds where `Output` is a type parameter.
        if let data = ResponseParser<Data>.data as? ResponseParser { return data }
        if let data = ResponseParser<Data?>.dataOrNil as? ResponseParser { return data }
        return ResponseParser(accept: "application/json") { _, body, decoder in
            if body.isEmpty, let optional = Output.self as? any ExpressibleByNilLiteral.Type,
                let none = optional.init(nilLiteral: ()) as? Output
            {
                return none
            }
            return try decoder.decode(Output.self, from: body)
        }
    }
}

extension ResponseParser<Data> {
    /// Takes the body as it came.
    public static let data = ResponseParser { _, body, _ in body }
}

extension ResponseParser<Data?> {
    fileprivate static let dataOrNil = ResponseParser { _, body, _ in body.isEmpty ? nil : body }
}

extension ResponseParser<String> {
    /// Reads the body as UTF-8; what is not becomes U+FFFD.
    public static let text = ResponseParser { _, body, _ in String(decoding: body, as: UTF8.self) }
}

extension ResponseParser<Void> {
    /// Looks at nothing: that the status was accepted is the answer; a body still counts for ``Client/bodyLimit``.
    public static var nothing: ResponseParser { ResponseParser { _, _, _ in } }
}

extension ResponseParser<HTTPResponse> {
    /// Takes the head, and drops the body, which still counts for ``Client/bodyLimit``.
    public static let head = ResponseParser { head, _, _ in head }
}

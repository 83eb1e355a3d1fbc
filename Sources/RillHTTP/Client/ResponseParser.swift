public import Foundation
public import RillHTTPTypes

/// A parser that converts a complete response to an endpoint's `Response`.
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
/// To parse a body as it arrives, use a ``StreamingParser``.
public struct ResponseParser<Output: Sendable>: Sendable {
    /// The media type for the `Accept` header field if neither the request nor the client sets one, or `nil` to send
    /// none.
    public let accept: String?

    /// Whether the body of an accepted response is a secret, which errors and metrics omit.
    let isBodySecret: Bool

    /// Whether the parser does not read the body, so that only the part that errors show is kept.
    let ignoresBody: Bool

    private let parse: @Sendable (HTTPResponse, Data, any DataDecoder) throws -> Output

    /// Creates a parser from a closure.
    ///
    /// - Parameters:
    ///   - accept: The media type for the `Accept` header field. Defaults to `nil`, which means any type.
    ///   - parse: A closure that receives the response head, whose status has been accepted, the whole body, which can be
    ///     empty, and the JSON decoder of the request or the client. An error that it throws fails the request with an
    ///     ``APIError`` at the stage ``APIError/Stage-swift.struct/decoding``.
    public init(
        accept: String? = nil, _ parse: @escaping @Sendable (HTTPResponse, Data, any DataDecoder) throws -> Output
    ) {
        self.init(accept: accept, isBodySecret: false, parse)
    }

    init(
        accept: String?, isBodySecret: Bool, ignoresBody: Bool = false,
        _ parse: @escaping @Sendable (HTTPResponse, Data, any DataDecoder) throws -> Output
    ) {
        self.accept = accept
        self.isBodySecret = isBodySecret
        self.ignoresBody = ignoresBody
        self.parse = parse
    }

    /// The same parser for a body that is a secret.
    ///
    /// Errors and logs omit the body of a successful response. In a cassette, JSON is redacted by the names of its members,
    /// and any other body is replaced.
    public var withSecretBody: ResponseParser {
        ResponseParser(accept: accept, isBodySecret: true, ignoresBody: ignoresBody, parse)
    }

    /// Parses a response.
    ///
    /// - Parameters:
    ///   - head: The response head.
    ///   - body: The whole body.
    ///   - decoder: The JSON decoder.
    /// - Returns: The parsed value.
    /// - Throws: An error if the response cannot be parsed.
    public func read(_ head: HTTPResponse, _ body: Data, decoder: any DataDecoder) throws -> Output {
        try parse(head, body, decoder)
    }

    /// Returns a parser with a closure that receives the head, the body, and a closure that parses them.
    func transformed<Other>(
        _ transform: @escaping @Sendable (HTTPResponse, Data, () throws -> Output) throws -> Other
    ) -> ResponseParser<Other> {
        ResponseParser<Other>(accept: accept, isBodySecret: isBodySecret, ignoresBody: ignoresBody) {
            [parse] head, body, decoder in
            try transform(head, body) { try parse(head, body, decoder) }
        }
    }

    /// Returns a parser that transforms the result of this parser.
    ///
    /// - Parameter transform: A closure that transforms the parsed value.
    /// - Returns: A parser for the transformed value.
    public func map<Other>(_ transform: @escaping @Sendable (Output) throws -> Other) -> ResponseParser<Other> {
        transformed { _, _, value in try transform(value()) }
    }

    /// A parser that returns the parsed value together with the response head.
    public var withHead: ResponseParser<(value: Output, head: HTTPResponse)> {
        transformed { head, _, value in (try value(), head) }
    }
}

extension ResponseParser where Output: Decodable {
    /// A parser that decodes the body as JSON, or returns the raw body if `Output` is `Data`.
    ///
    /// If `Output` is an optional, a body that is `null` or empty is decoded as `nil`. A `JSONValue` is `null` in both cases.
    /// A body is empty, for example, with the status 204 or 205, the method `HEAD`, or a `Content-Length` of 0.
    public static var json: ResponseParser {
        // These cases are not separate extensions so that they also apply if `Output` is a generic parameter.
        // The types are compared first, because a failing cast is slow, and a parser is created for each exchange.
        if Output.self == Data.self, let data = ResponseParser<Data>.data as? ResponseParser { return data }
        if Output.self == Data?.self, let data = ResponseParser<Data?>.dataOrNil as? ResponseParser { return data }
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
    /// A parser that returns the raw body.
    public static let data = ResponseParser { _, body, _ in body }
}

extension ResponseParser<Data?> {
    fileprivate static let dataOrNil = ResponseParser { _, body, _ in body.isEmpty ? nil : body }
}

extension ResponseParser<String> {
    /// A parser that decodes the body as UTF-8.
    ///
    /// Invalid bytes become U+FFFD, and a byte order mark is removed.
    public static let text = ResponseParser { _, body, _ in
        String(decoding: body.starts(with: [UInt8].byteOrderMark) ? body.dropFirst(3) : body, as: UTF8.self)
    }
}

extension ResponseParser<Void> {
    /// A parser that ignores the body, which is not kept, but still counts toward ``Client/bodyLimit``.
    public static var nothing: ResponseParser { ResponseParser<HTTPResponse>.head.map { _ in } }
}

extension ResponseParser<HTTPResponse> {
    /// A parser that returns the response head and ignores the body, which is not kept, but still counts toward
    /// ``Client/bodyLimit``.
    ///
    /// To read values from the head, transform the result: `ResponseParser.head.map { $0.headerFields[.eTag] }`.
    public static let head = ResponseParser(accept: nil, isBodySecret: false, ignoresBody: true) { head, _, _ in head }
}

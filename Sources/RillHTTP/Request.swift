public import Foundation

/// One endpoint of an API: a value that says what to ask for, and how to read the answer.
///
///     struct TagByID: Request {
///         typealias Response = Tag
///         let id: String
///         var path: URLPath { "/tags/\(id)" }
///     }
///
///     let tag = client.send(TagByID(id: "C++"))
///
/// Only `Response` and `path` have to be written. The answer is read as JSON if `Response` is `Decodable`; as it came if it is `Data`; not
/// at all if it is `Void`, for endpoints that answer 204; and ``HTTPResponse`` is the head alone. Other ways to read it
/// are a ``parser``.
public protocol Request<Response>: Answerable {
    /// The method; `GET` unless said otherwise.
    var method: HTTPRequest.Method { get }

    /// An address of the request's own, absolute; nil, the default, for the client's.
    ///
    /// If it leads to another server than the client's, the client's default fields that hold secrets are left out.
    var baseURL: String? { get }

    /// The path below the base address.
    var path: URLPath { get }

    /// The query, behind the one that the base address and the path may have; empty unless said otherwise.
    ///
    /// An error that it throws ends the stream before anything is sent.
    var query: QueryItems { get throws }

    /// The header fields; each name replaces the client's default of that name. Empty unless said otherwise.
    var headerFields: HTTPFields { get }

    /// The body; nil unless said otherwise.
    ///
    /// An error that it throws ends the stream before anything is sent.
    var body: HTTPBody? { get throws }

    /// How to read JSON; nil, the default, for the client's way.
    var decoder: JSONDecoder? { get }

    /// How long the whole exchange may take, more than zero; nil, the default, for the client's limit.
    var timeout: Duration? { get }

    /// Tells whether the answer should be read, rather than taken for a failure.
    ///
    /// Asked as soon as the head is there. By default statuses from 200 to 299 are accepted.
    ///
    /// - Parameter status: The answer's status.
    /// - Returns: Whether the body is what was asked for.
    func accepts(_ status: HTTPResponse.Status) -> Bool

    /// How the answer is read; as JSON if `Response` is `Decodable`.
    var parser: ResponseParser<Response> { get }
}

/// Something that is answered with a value of one type: the part of ``Request`` that names the type.
///
/// It stands apart for the compiler's sake: beside `parser` and its defaults, a type with a parameter
/// of the name `Response` could not be a request.
public protocol Answerable<Response>: Sendable {
    /// What the answer is read as.
    associatedtype Response: Sendable
}

extension Request {
    /// `GET`.
    public var method: HTTPRequest.Method { .get }

    /// None: the client's.
    public var baseURL: String? { nil }

    /// An empty query.
    public var query: QueryItems { [:] }

    /// No fields of its own.
    public var headerFields: HTTPFields { [:] }

    /// No body.
    public var body: HTTPBody? { nil }

    /// None: the client's.
    public var decoder: JSONDecoder? { nil }

    /// None: the client's.
    public var timeout: Duration? { nil }

    /// Accepts statuses from 200 to 299.
    ///
    /// - Parameter status: The answer's status.
    /// - Returns: Whether it says that the request was carried out.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { status.kind == .successful }
}

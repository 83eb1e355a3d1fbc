public import Foundation

/// A request put together where it is sent, for those that need no type of their own.
///
///     let tags = client.send(Endpoint<[Tag]>("/tags", query: ["page": 1]))
///     let text = client.send(Endpoint("/status", parser: .text))
///     let done = client.send(Endpoint<Void>("/tags/\(id)", method: .delete))
///
/// An endpoint that is used in several places is better a type that is a ``Request``.
public struct Endpoint<Response: Sendable>: Request {
    /// The method.
    public var method: HTTPRequest.Method

    /// An address of its own, absolute; nil for the client's.
    public var baseURL: String?

    /// The path below the base address.
    public var path: URLPath

    /// The query.
    public var query: QueryItems

    /// Header fields; each name replaces the client's default of that name.
    public var headerFields: HTTPFields

    /// The body; nil for none.
    public var body: HTTPBody?

    /// How JSON is read; nil for the client's way.
    public var decoder: JSONDecoder?

    /// How long the whole exchange may take; nil for the client's limit.
    public var timeout: Duration?

    /// How the answer is read.
    public var parser: ResponseParser<Response>

    /// Which statuses are accepted; those from 200 to 299 unless changed.
    public var acceptedStatuses: [ClosedRange<Int>] = [200...299]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - path: The path below the client's base address.
    ///   - method: The method.
    ///   - query: The query.
    ///   - headerFields: Header fields; each name replaces the client's default of that name.
    ///   - body: The body; nil for none.
    ///   - parser: How the answer is read.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:], headerFields: HTTPFields = [:],
        body: HTTPBody? = nil, parser: ResponseParser<Response>
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headerFields = headerFields
        self.body = body
        self.parser = parser
    }

    /// Tells whether one of the ``acceptedStatuses`` has the status.
    ///
    /// - Parameter status: The answer's status.
    /// - Returns: Whether the answer is read.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        acceptedStatuses.contains { $0.contains(status.code) }
    }
}

extension Endpoint where Response: Decodable {
    /// Creates a request whose answer is read as JSON.
    ///
    /// - Parameters:
    ///   - path: The path below the client's base address.
    ///   - method: The method.
    ///   - query: The query.
    ///   - headerFields: Header fields; each name replaces the client's default of that name.
    ///   - body: The body; nil for none.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:], headerFields: HTTPFields = [:],
        body: HTTPBody? = nil
    ) {
        self.init(path, method: method, query: query, headerFields: headerFields, body: body, parser: .json)
    }
}

extension Endpoint<Void> {
    /// Creates a request of whose answer only the status counts.
    ///
    /// - Parameters:
    ///   - path: The path below the client's base address.
    ///   - method: The method.
    ///   - query: The query.
    ///   - headerFields: Header fields; each name replaces the client's default of that name.
    ///   - body: The body; nil for none.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:], headerFields: HTTPFields = [:],
        body: HTTPBody? = nil
    ) {
        self.init(path, method: method, query: query, headerFields: headerFields, body: body, parser: .nothing)
    }
}

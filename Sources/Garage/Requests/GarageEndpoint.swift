public import RillHTTP

/// A request put together where it is sent, for those that need no type of their own.
///
///     let recipe = client.send(GarageEndpoint<Recipe>("/recipes/\(id)", fields: ["*"]))
///     let recipes = client.elements(of: GarageEndpoint<[Recipe]>("/recipes"))
///     let deleted = client.send(GarageEndpoint<Void>("/recipes/\(id)", method: .delete))
///
/// An operation that is used in several places is better a type that is a ``GarageRequest``.
public struct GarageEndpoint<Resource: Sendable>: GarageRequest {
    /// What is sent is answered with a resource and what is said beside it.
    public typealias Response = GarageResponse<Resource>

    /// The method.
    public var method: HTTPRequest.Method

    /// The path below the client's prefix.
    public var path: URLPath

    /// The query, without the fields.
    public var query: QueryItems

    /// Which properties the server shall send; nil for those that it sends by itself.
    public var fields: GarageFields?

    /// Header fields; each name replaces the client's default of that name.
    public var headerFields: HTTPFields

    /// The body, JSON or a form; nil for none.
    public var body: HTTPBody?

    /// Where in the JSON the resource lies; nil for the root.
    public let rootKeyPath: String?

    /// How the answer is read.
    public let parser: ResponseParser<GarageResponse<Resource>>

    private init(
        _ path: URLPath, _ method: HTTPRequest.Method, _ query: QueryItems, _ fields: GarageFields?,
        _ headerFields: HTTPFields, _ body: HTTPBody?, _ rootKeyPath: String?,
        _ parser: ResponseParser<GarageResponse<Resource>>
    ) {
        self.path = path
        self.method = method
        self.query = query
        self.fields = fields
        self.headerFields = headerFields
        self.body = body
        self.rootKeyPath = rootKeyPath
        self.parser = parser
    }
}

extension GarageEndpoint where Resource: Decodable {
    /// Creates a request whose answer is read as JSON.
    ///
    /// - Parameters:
    ///   - path: The path below the client's prefix.
    ///   - method: The method.
    ///   - query: The query, without the fields.
    ///   - fields: Which properties the server shall send; nil for those that it sends by itself.
    ///   - headerFields: Header fields; each name replaces the client's default of that name.
    ///   - body: The body, JSON or a form; nil for none.
    ///   - rootKeyPath: Where in the JSON the resource lies, with full stops between keys; nil for the root.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:], fields: GarageFields? = nil,
        headerFields: HTTPFields = [:], body: HTTPBody? = nil, rootKeyPath: String? = nil
    ) {
        self.init(
            path, method, query, fields, headerFields, body, rootKeyPath,
            ResponseParser<GarageResponse<Resource>>.garage(at: rootKeyPath))
    }
}

extension GarageEndpoint<Void> {
    /// Creates a request of whose answer only the head counts.
    ///
    /// - Parameters:
    ///   - path: The path below the client's prefix.
    ///   - method: The method.
    ///   - query: The query.
    ///   - headerFields: Header fields; each name replaces the client's default of that name.
    ///   - body: The body, JSON or a form; nil for none.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:], headerFields: HTTPFields = [:],
        body: HTTPBody? = nil
    ) {
        let parser = ResponseParser<Void>.nothing.withHead.map { GarageResponse(resource: (), head: $0.head) }
        self.init(path, method, query, nil, headerFields, body, nil, parser)
    }
}

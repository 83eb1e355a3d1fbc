public import RillHTTP

/// A general-purpose request, for operations that do not need their own request type.
///
///     let recipe = client.send(GarageEndpoint<Recipe>("/recipes/\(id)", fields: ["*"]))
///     let recipes = client.elements(of: GarageEndpoint<[Recipe]>("/recipes"))
///     let deleted = client.send(GarageEndpoint<Void>("/recipes/\(id)", method: .delete))
///
/// Define a type that conforms to ``GarageRequest`` for an operation used in several places.
public struct GarageEndpoint<Resource: Sendable>: GarageRequest {
    /// The resource with the metadata from the response head.
    public typealias Response = GarageResponse<Resource>

    /// The method.
    public var method: HTTPRequest.Method

    /// The path, relative to the client's path prefix.
    public var path: URLPath

    /// The query parameters, without `fields`.
    public var query: QueryItems

    /// The selected fields.
    ///
    /// `nil` selects the server's default fields.
    public var fields: GarageFields?

    /// The header fields, which override the client's default fields of the same name.
    public var headerFields: HTTPFields

    /// The JSON or form body, or `nil` for none.
    public var body: HTTPBody?

    /// The key path of the resource in the JSON, or `nil` for the root.
    public let rootKeyPath: String?

    /// The parser of the response.
    public let parser: ResponseParser<GarageResponse<Resource>>
}

extension GarageEndpoint where Resource: Decodable {
    /// Creates a request with a JSON response.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's path prefix.
    ///   - method: The HTTP method. Defaults to GET.
    ///   - query: The query parameters, without `fields`.
    ///   - fields: The selected fields. `nil` selects the server's default fields.
    ///   - headerFields: The header fields, which override the client's default fields of the same name.
    ///   - body: The JSON or form body. `nil` for none.
    ///   - rootKeyPath: The key path of the resource in the JSON, separated by periods. `nil` for the root.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:], fields: GarageFields? = nil,
        headerFields: HTTPFields = [:], body: HTTPBody? = nil, rootKeyPath: String? = nil
    ) {
        self.init(
            method: method, path: path, query: query, fields: fields, headerFields: headerFields, body: body,
            rootKeyPath: rootKeyPath, parser: .garage(at: rootKeyPath))
    }
}

extension GarageEndpoint<Void> {
    /// Creates a request that ignores the response body.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the client's path prefix.
    ///   - method: The HTTP method. Defaults to GET.
    ///   - query: The query parameters.
    ///   - headerFields: The header fields, which override the client's default fields of the same name.
    ///   - body: The JSON or form body. `nil` for none.
    public init(
        _ path: URLPath, method: HTTPRequest.Method = .get, query: QueryItems = [:], headerFields: HTTPFields = [:],
        body: HTTPBody? = nil
    ) {
        self.init(
            method: method, path: path, query: query, headerFields: headerFields, body: body, rootKeyPath: nil,
            parser: .garage)
    }
}

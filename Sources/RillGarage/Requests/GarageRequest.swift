public import RillHTTP

/// An operation of a Garage server, with the request and the type of the resource in the response.
///
///     struct ListRecipes: GarageRequest {
///         typealias Resource = [Recipe]
///         let text: String
///         var path: URLPath { "/recipes" }
///         var query: QueryItems { ["q": text, "per_page": 50] }
///         var fields: GarageFields { ["id", "title", "user[name]"] }
///     }
///
///     let response = client.send(ListRecipes(text: "tofu"))       // an Observable<GarageResponse<[Recipe]>>
///
/// Only `Resource` and `path` are required. Everything else has the defaults of `Request`. A resource is one object or
/// a list, decoded from JSON. If the response body may be empty, use an optional type: an empty body is decoded as
/// `nil`. For operations that respond with 204, use `Void`: the body is ignored.
///
/// The fields are added to the query by each client. Send the request with ``GarageClient/send(_:)``, which also resolves
/// the links in the response.
public protocol GarageRequest<Resource>: Request where Response == GarageResponse<Resource> {
    /// The type that the response body is decoded as.
    associatedtype Resource: Sendable

    /// The type of ``fields``: `GarageFields` or an optional of it.
    associatedtype DeclaredFields = GarageFields?

    /// The type of ``rootKeyPath``: `String` or an optional of it.
    associatedtype DeclaredRootKeyPath = String?

    /// The selected fields.
    ///
    /// Defaults to `nil`, which selects the server's default fields.
    ///
    /// A selection can omit any property, so all properties of the decoded type should be optional.
    var fields: DeclaredFields { get throws }

    /// The key path of the resource in the JSON, with keys and indices separated by periods.
    ///
    /// Defaults to `nil`, which means the root.
    var rootKeyPath: DeclaredRootKeyPath { get throws }

    /// The ``fields`` as an optional. Do not implement this requirement.
    var resolvedFields: GarageFields? { get throws }

    /// The ``rootKeyPath`` as an optional. Do not implement this requirement.
    var resolvedRootKeyPath: String? { get throws }
}

extension GarageRequest where DeclaredFields == GarageFields? {
    /// `nil`, which selects the server's default fields.
    public var fields: GarageFields? { nil }

    /// The selected fields.
    public var resolvedFields: GarageFields? { get throws { try fields } }
}

extension GarageRequest where DeclaredFields == GarageFields {
    /// The selected fields.
    public var resolvedFields: GarageFields? { get throws { try fields } }
}

extension GarageRequest where DeclaredRootKeyPath == String? {
    /// `nil`, which means that the resource is the root of the JSON.
    public var rootKeyPath: String? { nil }

    /// The key path.
    public var resolvedRootKeyPath: String? { get throws { try rootKeyPath } }
}

extension GarageRequest where DeclaredRootKeyPath == String {
    /// The key path.
    public var resolvedRootKeyPath: String? { get throws { try rootKeyPath } }
}

extension GarageRequest where DeclaredParser == ResponseParser<Response>?, Resource: Decodable {
    /// A parser that decodes the resource from the JSON body and the metadata from the response head.
    public var resolvedParser: ResponseParser<GarageResponse<Resource>> {
        get throws { try parser ?? .garage(at: resolvedRootKeyPath) }
    }
}

extension GarageRequest where DeclaredParser == ResponseParser<Response>?, Resource == Void {
    /// A parser that decodes the metadata from the response head and ignores the body.
    public var resolvedParser: ResponseParser<GarageResponse<Resource>> {
        get throws { try parser ?? .garage }
    }
}

extension GarageRequest where DeclaredEndpoint == Endpoint<Response> {
    /// The endpoint with the selected fields in its query.
    public var resolvedEndpoint: Endpoint<Response> {
        var result = Endpoint(path, parser: ResponseParser<Response> { _, _, _ in throw GarageFieldsError.empty })
        do {
            result = try endpoint
            let fields = try resolvedFields
            try fields?.check()
            result.query.append("fields", fields)
        } catch {
            // If the getter of the endpoint throws, the request is invalid, and the parser is not used.
            result.validationError = result.validationError ?? error
        }
        return result
    }
}

extension ResponseParser {
    /// Returns a parser for a resource at a key path of the JSON.
    static func garage<Resource: Decodable>(at rootKeyPath: String?) -> Self where Output == GarageResponse<Resource> {
        let whole = ResponseParser<Resource>.json
        let nested = rootKeyPath.map { ResponseParser<Resource>.json(at: $0) }
        let parser = ResponseParser(accept: whole.accept) { head, body, decoder in
            // The key path does not apply to an empty body, which can be decoded only as an optional.
            let parser = body.isEmpty ? whole : nested ?? whole
            return GarageResponse(resource: try parser.read(head, body, decoder: decoder), head: head)
        }
        // Without a media type, the resource is the raw body, which can have any type.
        return whole.accept == nil ? parser : parser.validateJSON()
    }
}

extension ResponseParser<GarageResponse<Void>> {
    /// A parser that ignores the body.
    static var garage: ResponseParser {
        ResponseParser<Void>.nothing.withHead.map { GarageResponse(resource: (), head: $0.head) }
    }
}

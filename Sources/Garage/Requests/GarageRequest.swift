public import RillHTTP

/// One operation of a Garage server: a value that says what to ask for, and what the answer is read as.
///
///     struct ListRecipes: GarageRequest {
///         typealias Resource = [Recipe]
///         let text: String
///         var path: URLPath { "/recipes" }
///         var query: QueryItems { ["q": text, "per_page": 50] }
///         var fields: GarageFields? { ["id", "title", "user[name]"] }
///     }
///
///     let response = client.send(ListRecipes(text: "tofu"))       // an Observable<GarageResponse<[Recipe]>>
///
/// Only `Resource` and `path` have to be written; all else has the defaults of a `Request`. A resource is one object or a
/// list of them, read as JSON; nil for an empty body if it is an optional; and not read at all if it is `Void`, for
/// operations that answer 204.
///
/// It is sent by ``GarageClient/send(_:)``, which puts the fields into the query, and resolves the links of the answer.
public protocol GarageRequest<Resource>: Request where Response == GarageResponse<Resource> {
    /// What the answer's body is read as.
    associatedtype Resource: Sendable

    /// Which properties the server shall send; nil, the default, for those that it sends by itself.
    ///
    /// A selection can leave out any property: what it is read as needs optionals.
    var fields: GarageFields? { get }

    /// Where in the JSON the resource lies, keys and indices with full stops between; nil, the default, for the root.
    var rootKeyPath: String? { get }
}

extension GarageRequest {
    /// None: what the server sends by itself.
    public var fields: GarageFields? { nil }

    /// None: the root.
    public var rootKeyPath: String? { nil }
}

extension GarageRequest where Resource: Decodable {
    /// Reads the resource from the body, as JSON, and all else from the head.
    public var parser: ResponseParser<GarageResponse<Resource>> { .garage(at: rootKeyPath) }
}

extension GarageRequest where Resource == Void {
    /// Reads the head, and leaves the body alone.
    public var parser: ResponseParser<GarageResponse<Resource>> {
        ResponseParser<Void>.nothing.withHead.map { GarageResponse(resource: (), head: $0.head) }
    }
}

extension ResponseParser {
    /// Reads a resource that lies somewhere in the JSON.
    static func garage<Resource: Decodable>(at rootKeyPath: String?) -> Self where Output == GarageResponse<Resource> {
        let whole = ResponseParser<Resource>.json
        let nested = rootKeyPath.map { ResponseParser<Resource>.json(at: $0) }
        return ResponseParser(accept: whole.accept) { head, body, decoder in
            // Nothing lies in an empty body: only an optional can be read from it.
            let parser = body.isEmpty ? whole : nested ?? whole
            return GarageResponse(resource: try parser.read(head, body, decoder: decoder), head: head)
        }
    }
}

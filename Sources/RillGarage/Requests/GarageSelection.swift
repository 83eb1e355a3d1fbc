public import RillHTTP

/// A request with a different selection of fields and a different resource type.
///
/// Create it with ``GarageRequest/selecting(_:as:)``.
public struct GarageSelection<Base: GarageRequest, Resource: Decodable & Sendable>: GarageRequest
where Base.DeclaredEndpoint == Endpoint<Base.Response> {
    /// The resource with the metadata from the response head.
    public typealias Response = GarageResponse<Resource>

    /// The original request.
    public var base: Base

    /// The selected fields.
    public var fields: GarageFields?

    /// The key path of the resource in the original request.
    public var rootKeyPath: String? { get throws { try base.resolvedRootKeyPath } }

    /// The path of the original request.
    public var path: URLPath { base.path }

    /// The original request, with a parser for the resource.
    public var endpoint: Endpoint<Response> {
        get throws { try base.endpoint.replacingParser(with: resolvedParser) }
    }
}

extension GarageRequest where DeclaredEndpoint == Endpoint<Response> {
    /// Returns a copy of the request with a selection of fields and a matching resource type.
    ///
    ///     client.send(GarageExample.ListPosts().selecting(["id", "user[name]"], as: [Byline].self))
    ///
    /// - Parameters:
    ///   - fields: The selected fields.
    ///   - type: The type of the resource. Properties that the selection omits must be optional.
    /// - Returns: The new request.
    public func selecting<Other: Decodable & Sendable>(
        _ fields: GarageFields, as type: Other.Type
    ) -> GarageSelection<Self, Other> {
        GarageSelection(base: self, fields: fields)
    }
}

public import Foundation
public import RillHTTP

/// A request with a different selection of fields and a different resource type.
///
/// Create it with ``GarageRequest/selecting(_:as:)``.
public struct GarageSelection<Base: GarageRequest, Resource: Decodable & Sendable>: GarageRequest {
    /// The resource with the metadata from the response head.
    public typealias Response = GarageResponse<Resource>

    /// The original request.
    public var base: Base

    /// The selected fields.
    public var fields: GarageFields?

    /// The method of the original request.
    public var method: HTTPRequest.Method { base.method }

    /// The base URL of the original request, if it has one.
    public var baseURL: String? { base.baseURL }

    /// The path of the original request.
    public var path: URLPath { base.path }

    /// The query of the original request.
    public var query: QueryItems { get throws { try base.query } }

    /// The header fields of the original request.
    public var headerFields: HTTPFields { base.headerFields }

    /// The body of the original request.
    public var body: HTTPBody? { get throws { try base.body } }

    /// The decoder of the original request.
    public var decoder: JSONDecoder? { base.decoder }

    /// The timeout of the original request.
    public var timeout: Duration? { base.timeout }

    /// The key path of the original request.
    public var rootKeyPath: String? { base.rootKeyPath }

    /// Returns whether the original request accepts a status.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: Whether the response is decoded.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { base.accepts(status) }
}

extension GarageRequest {
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

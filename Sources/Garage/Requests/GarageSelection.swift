public import Foundation
public import RillHTTP

/// A request with another selection of fields, read as another type.
///
/// It is made by ``GarageRequest/selecting(_:as:)``.
public struct GarageSelection<Base: GarageRequest, Resource: Decodable & Sendable>: GarageRequest {
    /// What is sent is answered with a resource and what is said beside it.
    public typealias Response = GarageResponse<Resource>

    /// The request that is asked for with other fields.
    public var base: Base

    /// The fields.
    public var fields: GarageFields?

    /// The method of the base.
    public var method: HTTPRequest.Method { base.method }

    /// The address of the base, if it has one of its own.
    public var baseURL: String? { base.baseURL }

    /// The path of the base.
    public var path: URLPath { base.path }

    /// The query of the base.
    public var query: QueryItems { get throws { try base.query } }

    /// The header fields of the base.
    public var headerFields: HTTPFields { base.headerFields }

    /// The body of the base.
    public var body: HTTPBody? { get throws { try base.body } }

    /// The decoder of the base.
    public var decoder: JSONDecoder? { base.decoder }

    /// The time-out of the base.
    public var timeout: Duration? { base.timeout }

    /// Where in the JSON the resource of the base lies.
    public var rootKeyPath: String? { base.rootKeyPath }

    /// Tells what the base tells.
    ///
    /// - Parameter status: The answer's status.
    /// - Returns: Whether the answer is read.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { base.accepts(status) }
}

extension GarageRequest {
    /// The same request with a selection of fields, read as a type that fits it.
    ///
    ///     client.send(GarageExample.ListPosts().selecting(["id", "user[name]"], as: [Byline].self))
    ///
    /// - Parameters:
    ///   - fields: Which properties the server shall send.
    ///   - type: What the answer is read as; what the selection leaves out has to be optional in it.
    /// - Returns: A request.
    public func selecting<Other: Decodable & Sendable>(
        _ fields: GarageFields, as type: Other.Type
    ) -> GarageSelection<Self, Other> {
        GarageSelection(base: self, fields: fields)
    }
}

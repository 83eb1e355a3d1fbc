public import RillHTTP

/// Lists the flavors: `GET /flavors/detail` of the compute service.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/compute/#list-flavors-with-details>, read 2026-11-23.
public struct ListFlavors: Request, Hashable {
    /// The flavors.
    public typealias Response = [Flavor]

    /// Creates a request.
    public init() {}

    /// `/flavors/detail`.
    public var path: URLPath { "/flavors/detail" }

    /// Decodes the value of the key `flavors`.
    public var parser: ResponseParser<[Flavor]> { .json(at: "flavors").validateJSON() }
}

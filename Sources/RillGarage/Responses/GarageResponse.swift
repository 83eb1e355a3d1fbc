public import Foundation
public import RillHTTP

/// The response of a Garage server: a resource with the metadata from the response head.
public struct GarageResponse<Resource: Sendable>: Sendable {
    /// The decoded resource, a single object or a list.
    public var resource: Resource

    /// The total number of elements in the list, from the header field `X-List-TotalCount`, or `nil` if the resource is
    /// not a list or the server hides the count.
    public var totalCount: Int?

    /// The links to other pages of the list.
    ///
    /// Empty if the list has only one page or the resource is not a list.
    public var links: GarageLinks

    /// The URL of a created resource, from the header field `Location`, or `nil` if the response has no such header
    /// field.
    public var location: URL?

    /// The response head.
    public var head: HTTPResponse

    /// Creates a response from a response head.
    ///
    /// - Parameters:
    ///   - resource: The decoded resource.
    ///   - head: The response head.
    ///   - requestURL: The URL of the request, against which relative links are resolved. `nil` leaves them relative.
    public init(resource: Resource, head: HTTPResponse, requestURL: URL? = nil) {
        let fields = head.headerFields
        let total = fields[HTTPField.Name(literal: "X-List-TotalCount")].flatMap { Int($0) }
        self.init(
            resource: resource, totalCount: total.flatMap { $0 < 0 ? nil : $0 },
            links: GarageLinks(fields, relativeTo: requestURL),
            location: fields[.location].flatMap { URL(string: $0, relativeTo: requestURL)?.absoluteURL }, head: head)
    }

    /// Creates a response, for example for tests.
    ///
    /// - Parameters:
    ///   - resource: The decoded resource.
    ///   - totalCount: The total number of elements in the list.
    ///   - links: The links to other pages of the list.
    ///   - location: The URL of a created resource.
    ///   - head: The response head.
    public init(
        resource: Resource, totalCount: Int? = nil, links: GarageLinks = GarageLinks(), location: URL? = nil,
        head: HTTPResponse = HTTPResponse(status: .ok)
    ) {
        self.resource = resource
        self.totalCount = totalCount
        self.links = links
        self.location = location
        self.head = head
    }

    /// Returns the response with its relative links resolved against a URL.
    func resolved(against requestURL: URL?) -> GarageResponse {
        let other = GarageResponse(resource: resource, head: head, requestURL: requestURL)
        var response = self
        response.links = other.links
        response.location = other.location
        return response
    }
}

extension GarageResponse: Equatable where Resource: Equatable {}
extension GarageResponse: Hashable where Resource: Hashable {}

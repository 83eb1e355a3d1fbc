public import Foundation
public import RillHTTP

/// What a Garage server answers: a resource, and what it says beside it.
public struct GarageResponse<Resource: Sendable>: Sendable {
    /// One object, or a list of them; what the body was read as.
    public var resource: Resource

    /// How many elements the whole list has, from the header field `X-List-TotalCount`; nil for what is no list, and where
    /// the server hides it.
    public var totalCount: Int?

    /// The other pages of the list; none if there is but one, or for what is no list.
    public var links: GarageLinks

    /// Where a created resource is, from the header field `Location`; nil if that is not there.
    public var location: URL?

    /// The status and the header fields.
    public var head: HTTPResponse

    /// Creates a response out of a head, as a client does.
    ///
    /// - Parameters:
    ///   - resource: What the body was read as.
    ///   - head: The status and the header fields.
    ///   - address: The address of the request, which links are relative to; nil to leave them as they stand.
    public init(resource: Resource, head: HTTPResponse, address: URL? = nil) {
        let fields = head.headerFields
        let total = fields[HTTPField.Name(literal: "X-List-TotalCount")].flatMap { Int($0) }
        self.init(
            resource: resource, totalCount: total.flatMap { $0 < 0 ? nil : $0 },
            links: GarageLinks(fields, relativeTo: address),
            location: fields[.location].flatMap { URL(string: $0, relativeTo: address)?.absoluteURL }, head: head)
    }

    /// Creates a response, for tests of what takes responses.
    ///
    /// - Parameters:
    ///   - resource: What the body was read as.
    ///   - totalCount: How many elements the whole list has.
    ///   - links: The other pages of the list.
    ///   - location: Where a created resource is.
    ///   - head: The status and the header fields.
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

    /// The same with addresses that are relative to another one.
    func resolved(against address: URL?) -> GarageResponse {
        let other = GarageResponse(resource: resource, head: head, address: address)
        var response = self
        response.links = other.links
        response.location = other.location
        return response
    }
}

extension GarageResponse: Equatable where Resource: Equatable {}
extension GarageResponse: Hashable where Resource: Hashable {}

public import Foundation

/// A container in the list of containers.
public struct ContainerItem: Sendable, Hashable, Decodable {
    /// The name of the container.
    public let name: String

    /// The ETag, or `nil` if the response omits it.
    public var eTag: ETag? { properties?.eTag }

    /// The date of the last change to the properties or metadata, or `nil` if the response omits it.
    public var lastModified: Date? { properties?.lastModified }

    /// The level of public access, or `nil` if the container is private.
    public var publicAccess: PublicAccess? { properties?.publicAccess }

    /// The lease state, or `nil` if the response omits it.
    public var leaseState: LeaseState? { properties?.leaseState }

    /// The metadata of the container.
    ///
    /// Empty unless requested.
    public var metadata: [String: String] { texts.values }

    private let properties: Properties?
    private let texts: ElementTexts

    private enum CodingKeys: String, CodingKey {
        case name, properties
        case texts = "metadata"
    }

    private struct Properties: Sendable, Hashable, Decodable {
        let eTag: ETag?
        let lastModified: Date?
        let publicAccess: PublicAccess?
        let leaseState: LeaseState?

        enum CodingKeys: String, CodingKey {
            case eTag = "Etag"
            case lastModified = "Last-Modified"
            case publicAccess, leaseState
        }
    }
}

/// A page of the list of containers.
public struct ContainerPage: Sendable, Hashable, Decodable {
    /// The containers, sorted by name.
    ///
    /// Can be empty even if further pages follow.
    public var containers: [ContainerItem] { list?.container ?? [] }

    /// The marker for the next page, or `nil` on the last page.
    public let nextMarker: String?

    private let list: List?

    private enum CodingKeys: String, CodingKey {
        case nextMarker
        case list = "containers"
    }

    private struct List: Sendable, Hashable, Decodable {
        let container: [ContainerItem]
    }
}

public import Foundation

/// A container in the list of containers.
public struct ContainerItem: Sendable, Hashable {
    /// The name of the container.
    public let name: String

    /// The ETag, or `nil` if the response omits it.
    public let eTag: ETag?

    /// The date of the last change to the properties or metadata, or `nil` if the response omits it.
    public let lastModified: Date?

    /// The level of public access, or `nil` if the container is private.
    public let publicAccess: PublicAccess?

    /// The lease state, or `nil` if the response omits it.
    public let leaseState: LeaseState?

    /// The metadata of the container.
    ///
    /// Empty unless requested.
    public let metadata: [String: String]
}

extension ContainerItem: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name
        case properties
        case metadata
    }

    private struct Properties: Decodable {
        let eTag: ETag?
        let lastModified: Date?
        let publicAccess: PublicAccess?
        let leaseState: LeaseState?

        enum CodingKeys: String, CodingKey {
            case eTag = "Etag"
            case lastModified = "Last-Modified"
            case publicAccess = "PublicAccess"
            case leaseState = "LeaseState"
        }
    }

    /// Decodes a container.
    ///
    /// - Parameter decoder: A decoder of a `Container` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        let properties = try values.decodeIfPresent(Properties.self, forKey: .properties)
        eTag = properties?.eTag
        lastModified = properties?.lastModified
        publicAccess = properties?.publicAccess
        leaseState = properties?.leaseState
        metadata = try values.decodeIfPresent(ElementTexts.self, forKey: .metadata)?.values ?? [:]
    }
}

/// A page of the list of containers.
public struct ContainerPage: Sendable, Hashable {
    /// The containers, sorted by name.
    ///
    /// Can be empty even if further pages follow.
    public let containers: [ContainerItem]

    /// The marker for the next page, or `nil` on the last page.
    public let nextMarker: String?
}

extension ContainerPage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case containers
        case nextMarker
    }

    private struct Containers: Decodable {
        let container: [ContainerItem]
    }

    /// Decodes a page.
    ///
    /// - Parameter decoder: A decoder of an `EnumerationResults` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        containers = try values.decodeIfPresent(Containers.self, forKey: .containers)?.container ?? []
        nextMarker = try values.decodeIfPresent(String.self, forKey: .nextMarker)
    }
}

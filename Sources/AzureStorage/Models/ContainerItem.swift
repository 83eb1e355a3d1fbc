public import Foundation

/// A container in a list.
public struct ContainerItem: Sendable, Hashable {
    /// Its name.
    public let name: String

    /// Names the state that it is in; nil if the answer did not say.
    public let eTag: ETag?

    /// When its properties or its metadata were last changed; nil if the answer did not say.
    public let lastModified: Date?

    /// What anyone may read of it; nil for nothing.
    public let publicAccess: PublicAccess?

    /// Whether somebody has a lease on it; nil if the answer did not say.
    public let leaseState: LeaseState?

    /// Names and values that somebody keeps beside it; empty where the list was not asked for them.
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

    /// Reads a container.
    ///
    /// - Parameter decoder: Holds an element `Container`.
    /// - Throws: What the decoder throws.
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

/// One page of the list of containers.
public struct ContainerPage: Sendable, Hashable {
    /// The containers in the order of their names; may be empty though other pages follow.
    public let containers: [ContainerItem]

    /// What the page behind it is asked for with; nil if this is the last one.
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

    /// Reads a page.
    ///
    /// - Parameter decoder: Holds an element `EnumerationResults`.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        containers = try values.decodeIfPresent(Containers.self, forKey: .containers)?.container ?? []
        nextMarker = try values.decodeIfPresent(String.self, forKey: .nextMarker)
    }
}

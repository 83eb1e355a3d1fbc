public import Foundation

/// A version of the identity API, as the service describes it.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#list-versions>, read 2026-11-21.
public struct IdentityVersion: Sendable, Hashable, Identifiable {
    /// Which version: `v2.0`, `v3.14`.
    public var id: String

    /// How it stands with it.
    public var status: VersionStatus

    /// When it was changed last.
    public var updated: Date

    /// Where it is, and where it is described.
    public var links: [Link]

    /// What it speaks; the key `media-types`.
    public var mediaTypes: [MediaType]

    /// Creates a version.
    ///
    /// - Parameters:
    ///   - id: Which version.
    ///   - status: How it stands with it.
    ///   - updated: When it was changed last.
    ///   - links: Where it is, and where it is described.
    ///   - mediaTypes: What it speaks.
    public init(
        id: String, status: VersionStatus, updated: Date, links: [Link] = [], mediaTypes: [MediaType] = []
    ) {
        self.id = id
        self.status = status
        self.updated = updated
        self.links = links
        self.mediaTypes = mediaTypes
    }

    /// What a version speaks: `application/json`, and perhaps a type of its own for it.
    public struct MediaType: Sendable, Hashable, Decodable {
        /// The type in general: `application/json`.
        public var base: String

        /// The type in particular: `application/vnd.openstack.identity-v3+json`; nil at ConoHa.
        public var type: String?

        /// Creates a media type.
        ///
        /// - Parameters:
        ///   - base: The type in general.
        ///   - type: The type in particular; nil if there is none.
        public init(base: String, type: String? = nil) {
            self.base = base
            self.type = type
        }
    }
}

extension IdentityVersion: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case status
        case updated
        case links
        case mediaTypes = "media-types"
    }
}

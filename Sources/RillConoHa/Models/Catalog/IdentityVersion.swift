public import Foundation

/// The description of a version of the identity API.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#list-versions>, read 2026-11-21.
public struct IdentityVersion: Sendable, Hashable, Identifiable {
    /// The version: `v2.0`, `v3.14`.
    public var id: String

    /// The status of the version.
    public var status: VersionStatus

    /// The date of the last update.
    public var updated: Date

    /// The links to the version and to its documentation.
    public var links: [Link]

    /// The supported media types (JSON key: `media-types`).
    public var mediaTypes: [MediaType]

    /// Creates a version.
    ///
    /// - Parameters:
    ///   - id: The version.
    ///   - status: The status of the version.
    ///   - updated: The date of the last update.
    ///   - links: The links to the version and to its documentation.
    ///   - mediaTypes: The supported media types.
    public init(id: String, status: VersionStatus, updated: Date, links: [Link] = [], mediaTypes: [MediaType] = []) {
        self.id = id
        self.status = status
        self.updated = updated
        self.links = links
        self.mediaTypes = mediaTypes
    }

    /// A media type that a version supports.
    public struct MediaType: Sendable, Hashable, Decodable {
        /// The base type: `application/json`.
        public var base: String

        /// The specific type: `application/vnd.openstack.identity-v3+json`.
        ///
        /// ConoHa omits it.
        public var type: String?

        /// Creates a media type.
        ///
        /// - Parameters:
        ///   - base: The base type.
        ///   - type: The specific type. `nil` if there is none.
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

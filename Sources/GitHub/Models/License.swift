public import Foundation

/// A licence that GitHub has recognized.
///
/// - SeeAlso: <https://docs.github.com/rest/licenses/licenses>, read 2026-11-21.
public struct License: Sendable, Hashable {
    /// What GitHub calls it: `mit`, or `other` if it does not know it.
    public var key: String

    /// What people call it: `MIT License`.
    public var name: String

    /// What the SPDX list calls it: `MIT`; nil or `NOASSERTION` if it is not on it; the key `spdx_id`.
    public var spdxID: String?

    /// Where programs ask for it; nil if GitHub does not know it.
    public var url: URL?

    /// What the GraphQL API calls it; the key `node_id`.
    public var nodeID: String?

    /// Creates one; what is not named here is nil, and can be set.
    ///
    /// - Parameters:
    ///   - key: What GitHub calls it.
    ///   - name: What people call it.
    ///   - spdxID: What the SPDX list calls it.
    public init(key: String, name: String, spdxID: String? = nil) {
        self.key = key
        self.name = name
        self.spdxID = spdxID
    }
}

extension License: Codable {
    private enum CodingKeys: String, CodingKey {
        case key
        case name
        case spdxID = "spdx_id"
        case url
        case nodeID = "node_id"
    }
}

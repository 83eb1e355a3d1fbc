public import Foundation

/// A license detected by GitHub.
///
/// - SeeAlso: <https://docs.github.com/rest/licenses/licenses>, read 2026-11-21.
public struct License: Sendable, Hashable {
    /// GitHub's key for the license: `mit`, or `other` for an unknown license.
    public var key: String

    /// The full name: `MIT License`.
    public var name: String

    /// The SPDX identifier, such as `MIT` (JSON key: `spdx_id`).
    ///
    /// `nil` or `NOASSERTION` if the license has none.
    public var spdxID: String?

    /// The API URL of the license, or `nil` for an unknown license.
    public var url: URL?

    /// The GraphQL node ID (JSON key: `node_id`).
    public var nodeID: String?

    /// Creates a license.
    ///
    /// Properties without a parameter are `nil`.
    ///
    /// - Parameters:
    ///   - key: GitHub's key for the license.
    ///   - name: The full name.
    ///   - spdxID: The SPDX identifier.
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

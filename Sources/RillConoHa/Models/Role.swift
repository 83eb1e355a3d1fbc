/// A role of a user in a project.
public struct Role: Sendable, Hashable, Decodable {
    /// The role ID.
    ///
    /// `nil` in version 2.0, which returns only the name.
    public var id: String?

    /// The role name: `_member_`, `admin`.
    public var name: String

    /// Creates a role.
    ///
    /// - Parameters:
    ///   - id: The role ID. `nil` if unknown.
    ///   - name: The role name.
    public init(id: String? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

extension KeyedDecodingContainer {
    /// Decodes roles, which are empty if they are missing, for synthesized initializers.
    func decode(_ type: [Role].Type, forKey key: Key) throws -> [Role] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

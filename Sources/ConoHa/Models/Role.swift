/// What a user may do in a project.
public struct Role: Sendable, Hashable, Decodable {
    /// The role's number; nil in answers of version 2.0, which give the name alone.
    public var id: String?

    /// The role's name: `_member_`, `admin`.
    public var name: String

    /// Creates a role.
    ///
    /// - Parameters:
    ///   - id: The role's number; nil if it is not known.
    ///   - name: The role's name.
    public init(id: String? = nil, name: String) {
        self.id = id
        self.name = name
    }
}

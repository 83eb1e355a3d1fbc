/// A sub-user, an additional user of an account with limited roles.
///
/// Only ConoHa VPS 3.0 supports sub-users.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-subuser_list-v3>, read 2026-11-21.
public struct SubUser: Sendable, Hashable, Identifiable, Decodable {
    /// The user ID.
    public var id: String

    /// The user name.
    public var name: String

    /// The roles of the user.
    public var roles: [Role]

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - id: The user ID.
    ///   - name: The user name.
    ///   - roles: The roles of the user.
    public init(id: String, name: String, roles: [Role] = []) {
        self.id = id
        self.name = name
        self.roles = roles
    }
}

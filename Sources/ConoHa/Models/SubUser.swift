/// A user with fewer rights that one has made beside the own one; ConoHa's VPS 3.0 alone has them.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-subuser_list-v3>, read 2026-11-21.
public struct SubUser: Sendable, Hashable, Identifiable {
    /// The user's id.
    public var id: String

    /// The user's name.
    public var name: String

    /// What the user may do.
    public var roles: [Role]

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - id: The user's id.
    ///   - name: The user's name.
    ///   - roles: What the user may do.
    public init(id: String, name: String, roles: [Role] = []) {
        self.id = id
        self.name = name
        self.roles = roles
    }
}

extension SubUser: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case roles
    }

    /// Reads a user.
    ///
    /// - Parameter decoder: Holds an object.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            roles: try container.decodeIfPresent([Role].self, forKey: .roles) ?? [])
    }
}

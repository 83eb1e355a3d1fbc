/// A reference to a user in a request of version 3.
public enum UserReference: Sendable, Hashable {
    /// The user ID.
    case id(User.ID)

    /// The user name and its domain.
    ///
    /// ConoHa requires no domain. Other Keystone services reject a name without one.
    case name(String, domain: DomainReference? = nil)
}

extension UserReference: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case domain
    }

    /// Encodes `{"id": …}`, `{"name": …}` or `{"domain": …, "name": …}`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .id(let id):
            try container.encode(id, forKey: .id)
        case .name(let name, let domain):
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(domain, forKey: .domain)
        }
    }
}

/// A reference to a user in a request of version 3.
public typealias UserReference = ResourceReference<User>

/// A reference to a project in a request of version 3.
public typealias ProjectReference = ResourceReference<Project>

/// A reference to a user or a project in a request of version 3.
public enum ResourceReference<Resource: Identifiable>: Sendable, Hashable where Resource.ID: Sendable & Encodable {
    /// The ID of the user or project.
    case id(Resource.ID)

    /// The name of the user or project, and its domain.
    ///
    /// ConoHa requires no domain. Other Keystone services reject a name without one.
    case name(String, domain: DomainReference? = nil)
}

extension ResourceReference: Encodable {
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

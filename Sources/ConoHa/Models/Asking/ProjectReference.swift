/// How a request names a project, in version 3.
public enum ProjectReference: Sendable, Hashable {
    /// By the id.
    case id(Project.ID)

    /// By the name, and the domain that it belongs to.
    ///
    /// ConoHa wants no domain. A Keystone as it comes refuses a name without one.
    case name(String, domain: DomainReference? = nil)
}

extension ProjectReference: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case domain
    }

    /// Writes `{"id": …}`, `{"name": …}` or `{"domain": …, "name": …}`.
    ///
    /// - Parameter encoder: Takes an object.
    /// - Throws: What the encoder throws.
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

/// The scope of a token request of version 3.
///
/// Without a scope, the token is scoped to the user's default project, or unscoped if there is none.
public enum Scope: Sendable, Hashable {
    /// No scope, even if the user has a default project.
    ///
    /// The token can only be used to get other tokens.
    case unscoped

    /// A project.
    case project(ProjectReference)

    /// A domain.
    case domain(DomainReference)

    /// The entire system.
    case system

    /// A trust, with which another user delegates roles.
    case trust(id: Token.Trust.ID)
}

extension Scope: Encodable {
    private enum CodingKeys: String, CodingKey {
        case project
        case domain
        case system
        case trust = "OS-TRUST:trust"
    }

    /// Encodes the string `unscoped`, or an object with one key.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        if case .unscoped = self {
            var container = encoder.singleValueContainer()
            try container.encode("unscoped")
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .unscoped: break
        case .project(let project): try container.encode(project, forKey: .project)
        case .domain(let domain): try container.encode(domain, forKey: .domain)
        case .system: try container.encode(["all": true], forKey: .system)
        case .trust(let id): try container.encode(["id": id], forKey: .trust)
        }
    }
}

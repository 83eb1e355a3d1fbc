/// What a token is asked for, in version 3.
///
/// A request that names no scope gets a token for the user's default project, or, if there is none, one without a scope.
public enum Scope: Sendable, Hashable {
    /// Nothing: the token is good for nothing but other tokens, even if the user has a default project.
    case unscoped

    /// A project.
    case project(ProjectReference)

    /// A domain.
    case domain(DomainReference)

    /// The whole system.
    case system

    /// What another user has allowed to do in the own name.
    case trust(id: Token.Trust.ID)
}

extension Scope: Encodable {
    private enum CodingKeys: String, CodingKey {
        case project
        case domain
        case system
        case trust = "OS-TRUST:trust"
    }

    /// Writes the word `unscoped`, or an object with one key.
    ///
    /// - Parameter encoder: Takes a string or an object.
    /// - Throws: What the encoder throws.
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

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
    /// Encodes the string `unscoped`, or an object with one key.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .unscoped: try "unscoped".encode(to: encoder)
        case .project(let project): try ["project": project].encode(to: encoder)
        case .domain(let domain): try ["domain": domain].encode(to: encoder)
        case .system: try ["system": ["all": true]].encode(to: encoder)
        case .trust(let id): try ["OS-TRUST:trust": ["id": id]].encode(to: encoder)
        }
    }
}

/// A reference to a domain in a request.
public enum DomainReference: Sendable, Hashable {
    /// The domain ID: `default`.
    case id(Domain.ID)

    /// The domain name: `Default`.
    case name(String)
}

extension DomainReference: Encodable {
    /// Encodes `{"id": …}` or `{"name": …}`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .id(let id): try ["id": id].encode(to: encoder)
        case .name(let name): try ["name": name].encode(to: encoder)
        }
    }
}

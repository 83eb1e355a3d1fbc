/// A reference to a domain in a request.
public enum DomainReference: Sendable, Hashable {
    /// The domain ID: `default`.
    case id(Domain.ID)

    /// The domain name: `Default`.
    case name(String)
}

extension DomainReference: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
    }

    /// Encodes `{"id": …}` or `{"name": …}`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .id(let id): try container.encode(id, forKey: .id)
        case .name(let name): try container.encode(name, forKey: .name)
        }
    }
}

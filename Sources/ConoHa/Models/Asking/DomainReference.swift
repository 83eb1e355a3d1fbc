/// How a request names a domain.
public enum DomainReference: Sendable, Hashable {
    /// By its id: `default`.
    case id(Domain.ID)

    /// By its name: `Default`.
    case name(String)
}

extension DomainReference: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
    }

    /// Writes `{"id": …}` or `{"name": …}`.
    ///
    /// - Parameter encoder: Takes an object.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .id(let id): try container.encode(id, forKey: .id)
        case .name(let name): try container.encode(name, forKey: .name)
        }
    }
}

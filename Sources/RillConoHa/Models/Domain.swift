/// A domain, the owner of projects and users in version 3.
public struct Domain: Sendable, Hashable, Identifiable, Decodable {
    /// The domain ID: `default`.
    public var id: String

    /// The domain name: `Default`.
    public var name: String

    /// Creates a domain.
    ///
    /// - Parameters:
    ///   - id: The domain ID.
    ///   - name: The domain name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

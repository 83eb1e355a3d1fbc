/// What projects and users belong to, in version 3.
public struct Domain: Sendable, Hashable, Identifiable, Decodable {
    /// The domain's id: `default`.
    public var id: String

    /// The domain's name: `Default`.
    public var name: String

    /// Creates a domain.
    ///
    /// - Parameters:
    ///   - id: The domain's id.
    ///   - name: The domain's name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

/// A project, the owner of resources such as servers and volumes in version 3.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#projects>, read 2026-11-21.
public struct Project: Sendable, Hashable, Identifiable {
    /// The project ID.
    public var id: String

    /// The project name.
    public var name: String

    /// The description, or `nil` if there is none.
    public var description: String?

    /// Whether the project is enabled, or `nil` if the response omits it (JSON key: `enabled`).
    public var isEnabled: Bool?

    /// The ID of the domain, or `nil` if the response omits it (JSON key: `domain_id`).
    public var domainID: String?

    /// The ID of the parent project or domain, or `nil` if the response omits it (JSON key: `parent_id`).
    public var parentID: String?

    /// Whether the project is also a domain, or `nil` if the response omits it (JSON key: `is_domain`).
    public var isDomain: Bool?

    /// The tags of the project.
    public var tags: [String]

    /// Creates a project.
    ///
    /// - Parameters:
    ///   - id: The project ID.
    ///   - name: The project name.
    ///   - description: The description.
    ///   - isEnabled: Whether the project is enabled.
    ///   - domainID: The ID of the domain.
    ///   - parentID: The ID of the parent project or domain.
    ///   - isDomain: Whether the project is also a domain.
    ///   - tags: The tags of the project.
    public init(
        id: String, name: String, description: String? = nil, isEnabled: Bool? = nil, domainID: String? = nil,
        parentID: String? = nil, isDomain: Bool? = nil, tags: [String] = []
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.isEnabled = isEnabled
        self.domainID = domainID
        self.parentID = parentID
        self.isDomain = isDomain
        self.tags = tags
    }
}

extension Project: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case description
        case isEnabled = "enabled"
        case domainID = "domain_id"
        case parentID = "parent_id"
        case isDomain = "is_domain"
        case tags
    }
}

extension KeyedDecodingContainer {
    /// Decodes tags, which are empty if they are missing, for the synthesized initializer.
    fileprivate func decode(_ type: [String].Type, forKey key: Key) throws -> [String] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

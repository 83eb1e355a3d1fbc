/// Whose machines, volumes and bills they are, in version 3.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#projects>, read 2026-11-21.
public struct Project: Sendable, Hashable, Identifiable {
    /// The project's id.
    public var id: String

    /// The project's name.
    public var name: String

    /// What it is for; nil if nobody has said.
    public var description: String?

    /// Whether it can be used; nil if the service does not say; the key `enabled`.
    public var isEnabled: Bool?

    /// The domain that it belongs to; nil if the service does not say; the key `domain_id`.
    public var domainID: String?

    /// The project, or the domain, that it is a part of; nil if the service does not say; the key `parent_id`.
    public var parentID: String?

    /// Whether it is a domain at the same time; nil if the service does not say; the key `is_domain`.
    public var isDomain: Bool?

    /// What it is filed under.
    public var tags: [String]

    /// Creates a project.
    ///
    /// - Parameters:
    ///   - id: The project's id.
    ///   - name: The project's name.
    ///   - description: What it is for.
    ///   - isEnabled: Whether it can be used.
    ///   - domainID: The domain that it belongs to.
    ///   - parentID: The project, or the domain, that it is a part of.
    ///   - isDomain: Whether it is a domain at the same time.
    ///   - tags: What it is filed under.
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

    /// Reads a project.
    ///
    /// - Parameter decoder: Holds an object.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            description: try container.decodeIfPresent(String.self, forKey: .description),
            isEnabled: try container.decodeIfPresent(Bool.self, forKey: .isEnabled),
            domainID: try container.decodeIfPresent(String.self, forKey: .domainID),
            parentID: try container.decodeIfPresent(String.self, forKey: .parentID),
            isDomain: try container.decodeIfPresent(Bool.self, forKey: .isDomain),
            tags: try container.decodeIfPresent([String].self, forKey: .tags) ?? [])
    }
}

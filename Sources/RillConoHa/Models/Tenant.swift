internal import RillHTTP
internal import RillSystem

/// A tenant, which is what version 2.0 of the API calls a project.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-identity-vps2/identity-post_tokens-v2/>, read 2026-11-21.
public struct Tenant: Sendable, Hashable, Identifiable {
    /// The tenant ID.
    public var id: String

    /// The tenant name: `gnct00000001`.
    public var name: String

    /// Whether the tenant is enabled (JSON key: `enabled`).
    public var isEnabled: Bool

    /// The description, or `nil` if there is none.
    public var description: String?

    /// The ID of the domain, which only ConoHa sends (JSON key: `domain_id`).
    public var domainID: String?

    /// The storage quota for saved images by region, which only ConoHa sends: `["tyo1": "50GB"]`.
    ///
    /// JSON keys: `tyo1_image_size`, `sin1_image_size` and so on, one for each region.
    public var imageSizes: [Region: String]

    /// Creates a tenant.
    ///
    /// - Parameters:
    ///   - id: The tenant ID.
    ///   - name: The tenant name.
    ///   - isEnabled: Whether the tenant is enabled.
    ///   - description: The description.
    ///   - domainID: The ID of the domain.
    ///   - imageSizes: The storage quota for saved images by region.
    public init(
        id: String, name: String, isEnabled: Bool = true, description: String? = nil, domainID: String? = nil,
        imageSizes: [Region: String] = [:]
    ) {
        self.id = id
        self.name = name
        self.isEnabled = isEnabled
        self.description = description
        self.domainID = domainID
        self.imageSizes = imageSizes
    }
}

extension Tenant: Decodable {
    /// Decodes a tenant, including the image sizes of all regions in the response.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if the ID, the name or `enabled` is missing, or a value has the wrong type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        func text(_ name: String) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: AnyCodingKey(name))
        }
        var sizes: [Region: String] = [:]
        let ending = "_image_size"
        for key in container.allKeys where key.stringValue.hasSuffix(ending) {
            let region = Region(rawValue: String(key.stringValue.dropLast(ending.count)))
            sizes[region] = try container.decodeIfPresent(String.self, forKey: key)
        }
        self.init(
            id: try container.decode(String.self, forKey: AnyCodingKey("id")),
            name: try container.decode(String.self, forKey: AnyCodingKey("name")),
            isEnabled: try container.decode(Bool.self, forKey: AnyCodingKey("enabled")),
            description: try text("description"), domainID: try text("domain_id"), imageSizes: sizes)
    }
}

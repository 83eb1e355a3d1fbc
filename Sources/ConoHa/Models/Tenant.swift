/// What version 2.0 calls a project: whose machines, volumes and bills they are.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-identity-vps2/identity-post_tokens-v2/>, read 2026-11-21.
public struct Tenant: Sendable, Hashable, Identifiable {
    /// The tenant's id.
    public var id: String

    /// The tenant's name: `gnct00000001`.
    public var name: String

    /// Whether it can be used; the key `enabled`.
    public var isEnabled: Bool

    /// What it is for; nil if nobody has said.
    public var description: String?

    /// The domain that it belongs to; nil but for ConoHa; the key `domain_id`.
    public var domainID: String?

    /// How much room there is for saved images in each region: `["tyo1": "50GB"]`; empty but for ConoHa.
    ///
    /// The keys `tyo1_image_size`, `sin1_image_size` and so on, one for each region.
    public var imageSizes: [Region: String]

    /// Creates a tenant.
    ///
    /// - Parameters:
    ///   - id: The tenant's id.
    ///   - name: The tenant's name.
    ///   - isEnabled: Whether it can be used.
    ///   - description: What it is for.
    ///   - domainID: The domain that it belongs to.
    ///   - imageSizes: How much room there is for saved images in each region.
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
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    /// Reads a tenant, with the keys of whatever regions there are.
    ///
    /// - Parameter decoder: Holds an object.
    /// - Throws: A `DecodingError` if the id, the name or `enabled` is missing, or a key has a value of another type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func text(_ name: String) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: Key(stringValue: name))
        }
        var sizes: [Region: String] = [:]
        let ending = "_image_size"
        for key in container.allKeys where key.stringValue.hasSuffix(ending) {
            let region = Region(rawValue: String(key.stringValue.dropLast(ending.count)))
            sizes[region] = try container.decodeIfPresent(String.self, forKey: key)
        }
        self.init(
            id: try container.decode(String.self, forKey: Key(stringValue: "id")),
            name: try container.decode(String.self, forKey: Key(stringValue: "name")),
            isEnabled: try container.decode(Bool.self, forKey: Key(stringValue: "enabled")),
            description: try text("description"), domainID: try text("domain_id"), imageSizes: sizes)
    }
}

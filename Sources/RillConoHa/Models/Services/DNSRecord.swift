/// A record of a domain.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>, read 2026-11-23.
public struct DNSRecord: Sendable, Hashable, Identifiable {
    /// The ID of the record (JSON key: `id`, or `uuid` in VPS 3.0).
    public var id: String

    /// The name with a trailing period: `www.example.com.`.
    public var name: String

    /// The type.
    public var type: Kind

    /// The data: an IP address, a name or a text.
    public var data: String

    /// The time to live, in seconds, or `nil` for the default of the domain.
    public var ttl: Int?

    /// The priority of an MX or SRV record, or `nil` for other types.
    public var priority: Int?

    /// The weight of an SRV record, or `nil` for other types.
    public var weight: Int?

    /// The port of an SRV record, or `nil` for other types.
    public var port: Int?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - id: The ID of the record.
    ///   - name: The name with a trailing period.
    ///   - type: The type.
    ///   - data: The data.
    ///   - ttl: The time to live, in seconds. `nil` for the default of the domain.
    ///   - priority: The priority of an MX or SRV record.
    ///   - weight: The weight of an SRV record.
    ///   - port: The port of an SRV record.
    public init(
        id: String, name: String, type: Kind, data: String, ttl: Int? = nil, priority: Int? = nil, weight: Int? = nil,
        port: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.data = data
        self.ttl = ttl
        self.priority = priority
        self.weight = weight
        self.port = port
    }
}

extension DNSRecord: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case uuid
        case name
        case type
        case data
        case ttl
        case priority
        case weight
        case port
    }

    /// Decodes a record.
    ///
    /// The priority, the weight and the port may be numbers or strings.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let uuid = try container.decodeIfPresent(String.self, forKey: .uuid)
        self.init(
            id: try uuid ?? container.decode(String.self, forKey: .id),
            name: try container.decode(String.self, forKey: .name),
            type: try container.decode(Kind.self, forKey: .type),
            data: try container.decode(String.self, forKey: .data),
            ttl: try container.decodeIfPresent(Int.self, forKey: .ttl),
            priority: try Self.number(.priority, in: container), weight: try Self.number(.weight, in: container),
            port: try Self.number(.port, in: container))
    }

    private static func number(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) throws -> Int? {
        guard let text = try? container.decode(String.self, forKey: key) else {
            return try container.decodeIfPresent(Int.self, forKey: key)
        }
        guard let number = Int(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "expected an integer, found \"\(text)\"")
        }
        return number
    }
}

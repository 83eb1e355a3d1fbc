/// A domain of the DNS service.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-dns-vps2/>, read 2026-11-23.
public struct DNSDomain: Sendable, Hashable, Identifiable {
    /// The ID of the domain (JSON key: `id`, or `uuid` in VPS 3.0).
    public var id: String

    /// The name with a trailing period: `example.com.`.
    public var name: String

    /// The default time to live of the records, in seconds, or `nil` if the response omits it.
    public var ttl: Int?

    /// The email address of the administrator, or `nil` if the response omits it.
    public var email: String?

    /// The serial number of the zone, or `nil` if the response omits it.
    public var serial: Int?

    /// Creates a domain.
    ///
    /// - Parameters:
    ///   - id: The ID of the domain.
    ///   - name: The name with a trailing period.
    ///   - ttl: The default time to live of the records, in seconds.
    ///   - email: The email address of the administrator.
    ///   - serial: The serial number of the zone.
    public init(id: String, name: String, ttl: Int? = nil, email: String? = nil, serial: Int? = nil) {
        self.id = id
        self.name = name
        self.ttl = ttl
        self.email = email
        self.serial = serial
    }
}

extension DNSDomain: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case uuid
        case name
        case ttl
        case email
        case serial
    }

    /// Decodes a domain.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let uuid = try container.decodeIfPresent(String.self, forKey: .uuid)
        self.init(
            id: try uuid ?? container.decode(String.self, forKey: .id),
            name: try container.decode(String.self, forKey: .name),
            ttl: try container.decodeIfPresent(Int.self, forKey: .ttl),
            email: try container.decodeIfPresent(String.self, forKey: .email),
            serial: try container.decodeIfPresent(Int.self, forKey: .serial))
    }
}

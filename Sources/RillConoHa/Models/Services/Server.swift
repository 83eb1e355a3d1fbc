public import Foundation

/// A server, a virtual machine of the compute service.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-compute-vps3/> and
///   <https://docs.openstack.org/api-ref/compute/#show-server-details>, read 2026-11-23.
public struct Server: Sendable, Hashable, Identifiable {
    /// The server ID.
    public var id: String

    /// The server name.
    ///
    /// ConoHa's control panel shows the metadata value `instance_name_tag` instead.
    public var name: String

    /// The status.
    public var status: Status

    /// The ID of the project that owns the server, or `nil` if the response omits it (JSON key: `tenant_id`).
    public var tenantID: String?

    /// The ID of the flavor, or `nil` if the response omits it (JSON key: `flavor.id`).
    public var flavorID: Flavor.ID?

    /// The ID of the image, or `nil` for a server that boots from a volume (JSON key: `image.id`).
    public var imageID: String?

    /// The name of the SSH key pair, or `nil` if there is none (JSON key: `key_name`).
    public var keyName: String?

    /// The creation date, or `nil` if the response omits it.
    public var created: Date?

    /// The date of the last update, or `nil` if the response omits it.
    public var updated: Date?

    /// The IP addresses by the name of their network.
    ///
    /// Empty while the server is being created.
    public var addresses: [String: [Address]]

    /// The metadata.
    public var metadata: [String: String]

    /// Creates a server.
    ///
    /// Properties without a parameter are `nil` or empty.
    ///
    /// - Parameters:
    ///   - id: The server ID.
    ///   - name: The server name.
    ///   - status: The status.
    public init(id: String, name: String, status: Status) {
        self.id = id
        self.name = name
        self.status = status
        addresses = [:]
        metadata = [:]
    }

    /// An IP address of a server.
    public struct Address: Sendable, Hashable {
        /// The IP address (JSON key: `addr`).
        public var address: String

        /// The version of the protocol, 4 or 6.
        public var version: Int

        /// Creates an address.
        ///
        /// - Parameters:
        ///   - address: The IP address.
        ///   - version: The version of the protocol, 4 or 6.
        public init(address: String, version: Int) {
            self.address = address
            self.version = version
        }
    }
}

extension Server: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case status
        case tenantID = "tenant_id"
        case flavor
        case image
        case keyName = "key_name"
        case created
        case updated
        case addresses
        case metadata
    }

    private struct Reference: Decodable {
        let id: String?
    }

    /// Decodes a server.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            status: try container.decode(Status.self, forKey: .status))
        tenantID = try container.decodeIfPresent(String.self, forKey: .tenantID)
        flavorID = try container.decodeIfPresent(Reference.self, forKey: .flavor)?.id
        // The image of a server that boots from a volume is an empty string instead of an object.
        if (try? container.decode(String.self, forKey: .image)) != "" {
            imageID = try container.decodeIfPresent(Reference.self, forKey: .image)?.id
        }
        keyName = try container.decodeIfPresent(String.self, forKey: .keyName)
        created = try container.decodeIfPresent(Date.self, forKey: .created)
        updated = try container.decodeIfPresent(Date.self, forKey: .updated)
        addresses = try container.decodeIfPresent([String: [Address]].self, forKey: .addresses) ?? [:]
        metadata = try container.decodeIfPresent([String: String].self, forKey: .metadata) ?? [:]
    }
}

extension Server.Address: Decodable {
    private enum CodingKeys: String, CodingKey {
        case address = "addr"
        case version
    }
}

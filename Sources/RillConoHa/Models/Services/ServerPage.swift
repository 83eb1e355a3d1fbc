internal import Foundation

/// One page of a list of servers, with the marker of the next page.
public struct ServerPage: Sendable, Hashable {
    /// The servers.
    public var servers: [Server]

    /// The marker of the next page, or `nil` if this is the last page.
    public var nextMarker: Server.ID?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - servers: The servers.
    ///   - nextMarker: The marker of the next page. `nil` if this is the last page.
    public init(servers: [Server], nextMarker: Server.ID? = nil) {
        self.servers = servers
        self.nextMarker = nextMarker
    }
}

extension ServerPage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case servers
        case links = "servers_links"
    }

    /// A link whose URL may be invalid.
    private struct PageLink: Decodable {
        let rel: LinkRelation
        let href: String
    }

    /// Decodes a page.
    ///
    /// Only the marker of the next page's URL is used, because its host may be unreachable behind a proxy. If the
    /// URL is invalid or has no marker, the marker is the ID of the last server.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let servers = try container.decode([Server].self, forKey: .servers)
        let links = try container.decodeIfPresent([PageLink].self, forKey: .links) ?? []
        let marker = links.first { $0.rel == .next }.flatMap { link in
            let query = URLComponents(string: link.href)?.queryItems
            return query?.first { $0.name == "marker" }?.value ?? servers.last?.id
        }
        self.init(servers: servers, nextMarker: servers.isEmpty ? nil : marker)
    }
}

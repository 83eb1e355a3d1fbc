/// An address, and what it leads to.
public struct Link: Sendable, Hashable, Decodable {
    /// The address, as the service has written it.
    public var href: String

    /// What it leads to.
    public var rel: LinkRelation

    /// The media type of what is there: `text/html`; nil if the service does not say.
    public var type: String?

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - href: The address.
    ///   - rel: What it leads to.
    ///   - type: The media type of what is there; nil if nobody says.
    public init(href: String, rel: LinkRelation, type: String? = nil) {
        self.href = href
        self.rel = rel
        self.type = type
    }
}

public import Foundation

/// A URL and its relation to the resource that contains it.
public struct Link: Sendable, Hashable, Decodable {
    /// The URL.
    ///
    /// Keystone sends absolute URLs. A relative URL is kept unresolved.
    public var href: URL

    /// The relation of the link.
    public var rel: LinkRelation

    /// The media type of the target, such as `text/html`, or `nil` if the response omits it.
    public var type: String?

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - href: The URL.
    ///   - rel: The relation of the link.
    ///   - type: The media type of the target. `nil` if unknown.
    public init(href: URL, rel: LinkRelation, type: String? = nil) {
        self.href = href
        self.rel = rel
        self.type = type
    }
}

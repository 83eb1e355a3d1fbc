internal import Foundation

/// One page of a list of projects, with the marker of the next page.
public struct ProjectPage: Sendable, Hashable {
    /// The projects.
    public var projects: [Project]

    /// The marker of the next page, or `nil` if this is the last page.
    public var nextMarker: Project.ID?

    /// Whether the service truncated the list (JSON key: `truncated`).
    ///
    /// A missing key means `false`.
    public var isTruncated: Bool

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - projects: The projects.
    ///   - nextMarker: The marker of the next page. `nil` if this is the last page.
    ///   - isTruncated: Whether the service truncated the list.
    public init(projects: [Project], nextMarker: Project.ID? = nil, isTruncated: Bool = false) {
        self.projects = projects
        self.nextMarker = nextMarker
        self.isTruncated = isTruncated
    }
}

extension ProjectPage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case projects
        case links
        case truncated
    }

    private struct Links: Decodable {
        let next: String?
    }

    /// Decodes a page.
    ///
    /// Only the marker of the next page's URL is used, because its host may be unreachable behind a proxy. If the list
    /// is truncated and has no link to the next page, the marker is the ID of the last project.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let projects = try container.decode([Project].self, forKey: .projects)
        let next = try container.decodeIfPresent(Links.self, forKey: .links)?.next
        let isTruncated = try container.decodeIfPresent(Bool.self, forKey: .truncated) ?? false
        let marker = next.flatMap { URLComponents(string: $0) }?.queryItems?.first { $0.name == "marker" }?.value
        let hasMore = isTruncated || next != nil
        self.init(
            projects: projects, nextMarker: hasMore ? marker ?? projects.last?.id : nil, isTruncated: isTruncated)
    }
}

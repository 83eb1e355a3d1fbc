internal import Foundation

/// One page of a list of projects, and where the next one begins.
public struct ProjectPage: Sendable, Hashable {
    /// The projects.
    public var projects: [Project]

    /// The id to go on behind; nil if this is the last page.
    public var nextMarker: Project.ID?

    /// Whether the service says that it has cut the list here; the key `truncated`, false if it is missing.
    public var isTruncated: Bool

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - projects: The projects.
    ///   - nextMarker: The id to go on behind; nil if there is no more.
    ///   - isTruncated: Whether the service says that it has cut the list here.
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

    /// Reads a page.
    ///
    /// Of the address of the next page the marker alone is taken: behind a proxy its host is not always one that can be
    /// reached. A list that was cut and names no next page goes on behind its last project.
    ///
    /// - Parameter decoder: Holds an object.
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

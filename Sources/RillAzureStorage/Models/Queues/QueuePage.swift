/// A page of the list of queues.
///
/// Can be empty even if further pages follow.
public struct QueuePage: Sendable, Hashable, Decodable {
    /// The queues, sorted by name.
    public var queues: [QueueItem] { list?.queue ?? [] }

    /// The opaque marker for the next page, or `nil` on the last page.
    public let nextMarker: String?

    private let list: List?

    private enum CodingKeys: String, CodingKey {
        case nextMarker
        case list = "queues"
    }

    private struct List: Sendable, Hashable, Decodable {
        let queue: [QueueItem]
    }
}

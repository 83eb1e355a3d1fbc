/// A page of the list of queues.
///
/// Can be empty even if further pages follow.
public struct QueuePage: Sendable, Hashable {
    /// The queues, sorted by name.
    public let queues: [QueueItem]

    /// The opaque marker for the next page, or `nil` on the last page.
    public let nextMarker: String?
}

extension QueuePage: Decodable {
    private enum CodingKeys: CodingKey {
        case queues, nextMarker
    }

    private struct List: Decodable {
        let queue: [QueueItem]
    }

    /// Decodes a page.
    ///
    /// - Parameter decoder: A decoder of an `EnumerationResults` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        queues = try container.decodeIfPresent(List.self, forKey: .queues)?.queue ?? []
        nextMarker = try container.decodeIfPresent(String.self, forKey: .nextMarker)
    }
}

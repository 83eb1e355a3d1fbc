/// A page of the list of queues; it may be empty though others follow.
public struct QueuePage: Sendable, Hashable {
    /// The queues, by name.
    public let queues: [QueueItem]

    /// Where the next page begins, opaque; nil if this is the last one.
    public let nextMarker: String?
}

extension QueuePage: Decodable {
    private enum CodingKeys: CodingKey {
        case queues, nextMarker
    }

    private struct List: Decodable {
        let queue: [QueueItem]
    }

    /// Reads an element `EnumerationResults`.
    ///
    /// - Parameter decoder: Holds the element.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        queues = try container.decodeIfPresent(List.self, forKey: .queues)?.queue ?? []
        nextMarker = try container.decodeIfPresent(String.self, forKey: .nextMarker)
    }
}

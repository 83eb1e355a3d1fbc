/// A queue in the list of queues.
public struct QueueItem: Sendable, Hashable {
    /// The name of the queue.
    public let name: String

    /// The metadata of the queue.
    ///
    /// Empty unless requested.
    public let metadata: [String: String]
}

extension QueueItem: Decodable {
    private enum CodingKeys: CodingKey {
        case name, metadata
    }

    /// Decodes a queue.
    ///
    /// - Parameter decoder: A decoder of a `Queue` element.
    /// - Throws: An error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        metadata = try container.decodeIfPresent(ElementTexts.self, forKey: .metadata)?.values ?? [:]
    }
}

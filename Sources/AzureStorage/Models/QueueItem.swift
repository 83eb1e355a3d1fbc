/// A queue in a list.
public struct QueueItem: Sendable, Hashable {
    /// The queue's name.
    public let name: String

    /// What is kept beside it; empty unless it was asked for.
    public let metadata: [String: String]
}

extension QueueItem: Decodable {
    private enum CodingKeys: CodingKey {
        case name, metadata
    }

    /// Reads an element `Queue`.
    ///
    /// - Parameter decoder: Holds the element.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        metadata = try container.decodeIfPresent(ElementTexts.self, forKey: .metadata)?.values ?? [:]
    }
}

/// A queue in the list of queues.
public struct QueueItem: Sendable, Hashable, Decodable {
    /// The name of the queue.
    public let name: String

    /// The metadata of the queue.
    ///
    /// Empty unless requested.
    public var metadata: [String: String] { texts.values }

    private let texts: ElementTexts

    private enum CodingKeys: String, CodingKey {
        case name
        case texts = "metadata"
    }
}

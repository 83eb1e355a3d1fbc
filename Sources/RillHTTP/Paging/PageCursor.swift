/// Where a page begins: a value to keep, and to go on from later, in another run of the program too.
///
///     UserDefaults.standard.set(page.next?.description, forKey: "tags")
///     client.pages(Tags(), by: .linkHeader, from: PageCursor(text))
///
/// It is good for the request and the strategy that it came with: a page's number, a marker of the service, or the path and
/// the query that the service has linked to. A service may put into it what it likes: treat it as you would an address
/// with its query.
public struct PageCursor: Sendable, Hashable, LosslessStringConvertible {
    /// The cursor as text.
    public let description: String

    /// Creates a cursor from its text.
    ///
    /// - Parameter description: The text. The result is nil if it is empty.
    public init?(_ description: String) {
        guard !description.isEmpty else { return nil }
        self.description = description
    }

    /// Creates the cursor of a page that is called by a number.
    ///
    /// - Parameter number: The number.
    public init(_ number: Int) {
        description = "\(number)"
    }

    /// The number of the page; nil if it is not called by one.
    public var number: Int? { Int(description) }
}

extension PageCursor: Codable {
    /// Reads a cursor, which is written as a string.
    ///
    /// - Parameter decoder: Holds the text.
    /// - Throws: What the decoder throws; a `DecodingError` if the text is empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cursor = PageCursor(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the cursor of a page is empty")
        }
        self = cursor
    }

    /// Writes the cursor as a string.
    ///
    /// - Parameter encoder: Takes the text.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

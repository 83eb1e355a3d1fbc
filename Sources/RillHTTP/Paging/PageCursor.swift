/// The position of a page in a list.
///
/// A cursor can be saved and used to continue in a later run of the program.
///
///     UserDefaults.standard.set(page.next?.description, forKey: "tags")
///     client.pages(Tags(), by: .linkHeader, from: PageCursor(text))
///
/// A cursor is valid only for the request and the strategy that produced it. It is a page number, a marker issued by
/// the service, or the path and query of a link. The service chooses the content, so treat it as confidential, like a
/// URL with its query.
public struct PageCursor: Sendable, Hashable, LosslessStringConvertible {
    /// The cursor as a string.
    public let description: String

    /// The number of elements before the page, or `nil` if it is not known.
    ///
    /// It is not part of the text, and two cursors with the same text are equal.
    var elementsBefore: Int?

    /// Creates a cursor from its string form, or returns `nil` if the string is empty.
    ///
    /// - Parameter description: The text.
    public init?(_ description: String) {
        guard !description.isEmpty else { return nil }
        self.description = description
    }

    /// Creates the cursor for a page number.
    ///
    /// - Parameter number: The page number.
    public init(_ number: Int) {
        description = "\(number)"
    }

    /// The page number, or `nil` if the cursor is not a number.
    public var number: Int? { Int(description) }

    /// Returns whether two cursors have the same bytes.
    ///
    /// - Parameters:
    ///   - lhs: A cursor.
    ///   - rhs: Another cursor.
    /// - Returns: `true` if the cursors are equal.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.description.utf8.elementsEqual(rhs.description.utf8) }

    /// Hashes the text.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension PageCursor: Codable {
    /// Decodes a cursor from a string.
    ///
    /// - Parameter decoder: The decoder of the string.
    /// - Throws: A `DecodingError` if the text is empty. Rethrows any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cursor = PageCursor(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the page cursor is empty")
        }
        self = cursor
    }

    /// Encodes the cursor as a string.
    ///
    /// - Parameter encoder: The encoder of the string.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

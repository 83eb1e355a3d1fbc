/// A coding key with a name or an index.
public struct AnyCodingKey: CodingKey, Comparable {
    /// The name of the key.
    public let stringValue: String
    /// The index of the key, or `nil` if it has a name.
    public let intValue: Int?

    /// Creates a key with an index.
    public init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    /// Creates a copy of a key.
    public init(_ key: any CodingKey) {
        stringValue = key.stringValue
        intValue = key.intValue
    }

    /// Creates a key with a name.
    public init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    /// Creates a key with a name.
    public init(stringValue: String) {
        self.init(stringValue)
    }

    /// Creates a key with an index.
    public init(intValue: Int) {
        self.init(intValue)
    }

    /// Orders integer keys numerically, and before string keys.
    public static func < (left: AnyCodingKey, right: AnyCodingKey) -> Bool {
        switch (left.intValue, right.intValue) {
        case (let number?, let other?) where number != other: number < other
        case (_?, nil): true
        case (nil, _?): false
        default: left.stringValue < right.stringValue
        }
    }
}

extension UnkeyedDecodingContainer {
    /// Skips the elements before an index without decoding them.
    public mutating func skip(to index: Int) throws {
        while currentIndex < index, !isAtEnd { _ = try decode(SkippedElement.self) }
    }
}

private struct SkippedElement: Decodable {
    init(from decoder: any Decoder) {}
}

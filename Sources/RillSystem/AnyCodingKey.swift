/// A coding key with a name or an index.
public struct AnyCodingKey: CodingKey, Comparable {
    public let stringValue: String
    public let intValue: Int?

    public init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    public init(_ key: any CodingKey) {
        stringValue = key.stringValue
        intValue = key.intValue
    }

    public init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    public init(stringValue: String) {
        self.init(stringValue)
    }

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

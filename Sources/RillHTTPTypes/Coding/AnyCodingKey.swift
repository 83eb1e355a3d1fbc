/// A coding key with a name or an index.
package struct AnyCodingKey: CodingKey, Comparable {
    package let stringValue: String
    package let intValue: Int?

    package init(_ index: Int) {
        stringValue = "\(index)"
        intValue = index
    }

    package init(_ key: any CodingKey) {
        stringValue = key.stringValue
        intValue = key.intValue
    }

    package init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    package init(stringValue: String) {
        self.init(stringValue)
    }

    package init(intValue: Int) {
        self.init(intValue)
    }

    /// Orders integer keys numerically, and before string keys.
    package static func < (left: AnyCodingKey, right: AnyCodingKey) -> Bool {
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
    package mutating func skip(to index: Int) throws {
        while currentIndex < index, !isAtEnd { _ = try decode(SkippedElement.self) }
    }
}

private struct SkippedElement: Decodable {
    init(from decoder: any Decoder) {}
}

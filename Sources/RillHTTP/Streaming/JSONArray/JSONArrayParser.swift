package import Foundation
internal import RillHTTPTypes

/// An element of a JSON array that has not been decoded yet.
package struct JSONArrayElement: Sendable, Hashable {
    package let index: Int

    /// The bytes of the element, without surrounding whitespace.
    package let data: Data
}

/// A parser that separates the elements of a JSON array, which can be nested in other values.
///
/// The parser keeps the current chunk and the beginning of an incomplete element or key. It does not validate the elements,
/// because they are decoded later. It skips all other values and tracks only their brackets and strings.
package struct JSONArrayParser: ChunkParser {
    private enum State {
        /// Before a value that is the array or contains it.
        case value
        /// Before or in a key of an object that contains the array.
        case key(isFirst: Bool)
        case colon(isMatch: Bool)
        /// Before or in a value to skip in an object that contains the array.
        case otherValue
        /// Before a value in an array that contains the array, or in one to skip.
        case item(isFirst: Bool)
        /// After a skipped value.
        case comma(inObject: Bool)
        /// Before or in an element of the array.
        case element(isFirst: Bool)
        /// After an element of the array.
        case elementComma
        /// After the array, inside the values that contain it.
        case rest
        /// After the document.
        case end
    }

    /// The keys and indices that lead to the array.
    private let path: [String]
    private let limit: Int

    private static let keyLimit = 1 << 16

    private var chunk: [UInt8] = []
    private var position = 0
    /// The total number of bytes in previous chunks.
    private var offset = 0

    private var state = State.value
    /// The number of containers around both the current position and the array.
    private var level = 0
    /// The number of skipped values in the innermost array that contains the array.
    private var skipped = 0
    /// The number of complete elements.
    private var count = 0

    /// The value that is being read, or `nil` between values.
    private var scan: JSONValueScan?
    /// The beginning of an incomplete key or element, from previous chunks.
    private var partial: [UInt8] = []

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - path: The keys and indices that lead to the array.
    ///   - limit: The maximum length of an element in bytes.
    package init(path: [String], limit: Int) {
        self.path = path
        self.limit = limit
    }

    package mutating func append(_ bytes: [UInt8]) {
        offset += chunk.count
        chunk = bytes
        position = 0
    }

    package mutating func next() throws -> JSONArrayElement? {
        while position < chunk.count {
            if scan != nil {
                if let element = try readValue() { return element }
            } else {
                try readToken()
            }
        }
        return nil
    }

    package mutating func last() throws -> JSONArrayElement? {
        if case .end = state { return nil }
        let isEmpty = offset + chunk.count == 0
        let elements = count == 1 ? "1 element" : "\(count) elements"
        throw malformed(isEmpty ? "the body is empty" : "the body is incomplete: it ends after \(elements)")
    }

    // MARK: Structure

    /// Reads a byte between values.
    private mutating func readToken() throws {
        let byte = chunk[position]
        if case .value = state, offset + position < 3, byte == [UInt8].byteOrderMark[offset + position] {
            position += 1
            return
        }
        if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
            return
        }
        switch (state, byte) {
        case (.key(isFirst: true), UInt8(ascii: "}")), (.comma(inObject: true), UInt8(ascii: "}")),
            (.item(isFirst: true), UInt8(ascii: "]")), (.comma(inObject: false), UInt8(ascii: "]")):
            throw malformed("\(Self.name(of: path.prefix(level))): missing")
        case (.element(isFirst: true), UInt8(ascii: "]")), (.elementComma, UInt8(ascii: "]")):
            advance(to: level == 0 ? .end : .rest)
            if level > 0 { scan = JSONValueScan(depth: level) }
        case (.value, _): try enter(byte)
        case (.key, UInt8(ascii: "\"")), (.otherValue, _), (.element, _): try beginValue()
        case (.colon(let isMatch), UInt8(ascii: ":")): advance(to: isMatch ? .value : .otherValue)
        case (.item, _):
            if Self.index(path[level - 1]) == skipped {
                state = .value
            } else {
                skipped += 1
                try beginValue()
            }
        case (.comma(let inObject), UInt8(ascii: ",")):
            advance(to: inObject ? .key(isFirst: false) : .item(isFirst: false))
        case (.elementComma, UInt8(ascii: ",")): advance(to: .element(isFirst: false))
        default: throw unexpected(byte)
        }
    }

    /// Reads the first byte of a value that is the array or contains it.
    private mutating func enter(_ byte: UInt8) throws {
        switch byte {
        case UInt8(ascii: "[") where level == path.count: advance(to: .element(isFirst: true))
        case UInt8(ascii: "[") where Self.index(path[level]) != nil:
            skipped = 0
            level += 1
            advance(to: .item(isFirst: true))
        case UInt8(ascii: "{") where level < path.count:
            level += 1
            advance(to: .key(isFirst: true))
        default:
            guard let found = Self.name(ofValueWith: byte) else { throw unexpected(byte) }
            let expected =
                level == path.count
                ? "an array" : Self.index(path[level]) == nil ? "an object" : "an object or an array"
            let location = level == 0 ? "" : Self.name(of: path.prefix(level)) + ": "
            throw malformed("\(location)expected \(expected), found \(found)")
        }
    }

    private mutating func advance(to state: State) {
        position += 1
        self.state = state
    }

    // MARK: Values

    private mutating func beginValue() throws {
        let byte = chunk[position]
        guard Self.name(ofValueWith: byte) != nil else { throw unexpected(byte) }
        scan = JSONValueScan(firstByte: byte)
    }

    /// Reads a value up to its end or the end of the chunk, and returns it if it is a complete element.
    private mutating func readValue() throws -> JSONArrayElement? {
        let start = position
        let end = scan?.end(in: chunk, from: start)
        position = end ?? chunk.count
        if end != nil { scan = nil }
        switch state {
        case .key:
            guard let data = try content(start..<position, isComplete: end != nil) else { return nil }
            state = .colon(isMatch: Self.isEqual(data, path[level - 1]))
        case .element:
            guard let data = try content(start..<position, isComplete: end != nil) else { return nil }
            state = .elementComma
            count += 1
            return JSONArrayElement(index: count - 1, data: data)
        case .otherValue where end != nil: state = .comma(inObject: true)
        case .item where end != nil: state = .comma(inObject: false)
        case .rest where end != nil: state = .end
        default: break
        }
        return nil
    }

    /// Returns the bytes of a value that ends in this chunk, or stores the bytes of an incomplete value.
    private mutating func content(_ range: Range<Int>, isComplete: Bool) throws -> Data? {
        let isKey = if case .key = state { true } else { false }
        let limit = isKey ? Self.keyLimit : self.limit
        guard partial.count + range.count <= limit else {
            let name =
                isKey
                ? "a key of the object that contains \(Self.name(of: path.prefix(level)))"
                : "\(Self.name(of: path))[\(count)]"
            throw BodyDecodingError(.tooLong, "\(name) exceeds the limit of \(limit) bytes")
        }
        if isComplete, partial.isEmpty { return Data(chunk[range]) }
        partial += chunk[range]
        guard isComplete else { return nil }
        defer { partial.removeAll(keepingCapacity: partial.count < 4_096) }
        return Data(partial)
    }

    /// Returns whether a JSON string has the given content.
    private static func isEqual(_ data: Data, _ text: String) -> Bool {
        if data.contains(UInt8(ascii: "\\")) {
            return (try? JSONDecoder().decode(String.self, from: data))?.utf8.elementsEqual(text.utf8) == true
        }
        return data.dropFirst().dropLast().elementsEqual(text.utf8)
    }

    /// Returns a path component as an array index, or `nil` if it can only be a key.
    private static func index(_ step: String) -> Int? {
        step.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(step) : nil
    }

    // MARK: Errors

    /// Returns a path as text, such as `data.items[0]`, or an empty string for the root.
    package static func name(of path: some Sequence<String>) -> String {
        path.reduce(into: "") { text, step in
            text += index(step) == nil ? (text.isEmpty ? step : ".\(step)") : "[\(step)]"
        }
    }

    private static func name(ofValueWith byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "{"): "an object"
        case UInt8(ascii: "["): "an array"
        case UInt8(ascii: "\""): "a string"
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): "a number"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "a Boolean"
        case UInt8(ascii: "n"): "null"
        default: nil
        }
    }

    private func unexpected(_ byte: UInt8) -> BodyDecodingError {
        let character = (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "byte \(byte)"
        return malformed("not JSON: unexpected \(character) at offset \(offset + position)")
    }

    private func malformed(_ text: String) -> BodyDecodingError { BodyDecodingError(.malformed, text) }
}

internal import Foundation

extension Document {
    @inline(never)
    func mismatch(_ type: any Any.Type, _ name: String? = nil, at index: Int) -> DecodingError {
        let kinds = [
            "null", "a Boolean value", "a number", "a number", "a string", "a string", "an array", "an object",
        ]
        let text = "expected \(name ?? "\(type)"), found \(kinds[Int(nodes[index].kind.rawValue)])\(location(index))"
        let context = DecodingError.Context(codingPath: path(to: index), debugDescription: text)
        return nodes[index].kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    @inline(never)
    func corrupted(_ text: String, at index: Int) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path(to: index), debugDescription: text + location(index)))
    }

    @inline(never)
    func missing(_ key: any CodingKey, in object: Int) -> DecodingError {
        let text = "no value for the key \(key.stringValue)\(location(object))"
        return .keyNotFound(key, .init(codingPath: path(to: object), debugDescription: text))
    }

    /// Returns the beginning of a number for an error message, because a number can have millions of digits.
    static func shortened(_ number: String) -> String {
        number.utf8.count > 64 ? "\(number.prefix(64))…" : number
    }

    func location(_ index: Int) -> String {
        let isString = nodes[index].kind == .string || nodes[index].kind == .escapedString
        let offset = Int(nodes[index].start) - (isString ? 1 : 0)
        // Counts forward or backward from the previous location: the error for a missing key has the location of the
        // object, which can precede the previous location.
        let isAfter = offset >= line.offset
        let lines = Self.newlines(in: source, isAfter ? line.offset..<offset : offset..<line.offset)
        line = (offset, line.number + (isAfter ? lines : -lines))
        return " (line \(line.number), byte \(offset))"
    }

    /// Returns the number of line feeds in a range of the source.
    ///
    /// Counts in the source rather than in the tape, where the escape sequences of keys have been replaced.
    static func newlines(in source: Data, _ range: Range<Int>) -> Int {
        source.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[range]).count { $0 == 0x0A } }
    }

    /// Returns the coding path of a value: the keys and indices that lead to it.
    ///
    /// Starts from the previously computed path, because a type may try to decode each element in several ways.
    func path(to target: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = 0
        while container != target {
            let depth = path.count
            if depth == lastPath.count || lastPath[depth].container != container || lastPath[depth].child > target {
                lastPath.removeSubrange(depth...)
                lastPath.append((container, container + 1, 0))
            }
            let isObject = nodes[container].kind == .object
            while true {
                let child = lastPath[depth].child
                let value = isObject ? child + 1 : child
                let end = tape.index(after: value)
                if target < end {
                    let number = lastPath[depth].number
                    path.append(
                        isObject ? PathKey(stringValue: tape.text(nodes[child]) ?? "") : PathKey(intValue: number))
                    container = value
                    break
                }
                lastPath[depth].child = end
                lastPath[depth].number += 1
            }
        }
        return path
    }
}

/// A component of a coding path.
struct PathKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(stringValue: String) { self.stringValue = stringValue }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

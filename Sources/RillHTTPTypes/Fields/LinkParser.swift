/// A single-pass parser of the value of a `Link` field.
struct LinkParser: IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    /// Whether invalid input was skipped.
    private(set) var isMalformed: Bool

    init(_ value: String, limit: Int) {
        bytes = Array(value.utf8.prefix(limit))
        isMalformed = bytes.count < value.utf8.count
    }

    /// Returns the next link, or `nil` at the end.
    mutating func next() -> LinkHeader.Link? {
        while true {
            skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
            guard position < bytes.count else { return nil }
            guard let target = parseTarget() else {
                isMalformed = true
                skipToDelimiter(orSemicolon: false)
                continue
            }
            return LinkHeader.Link(target: target, parameters: parseParameters())
        }
    }

    /// Parses the URL between `<` and `>`.
    ///
    /// Returns `nil` if there is none.
    private mutating func parseTarget() -> String? {
        guard bytes[position] == UInt8(ascii: "<") else { return nil }
        var begin = position + 1
        var end = begin
        while end < bytes.count, bytes[end] != UInt8(ascii: ">") {
            // A URL cannot contain `<`, so the previous one was never closed.
            if bytes[end] == UInt8(ascii: "<") {
                isMalformed = true
                begin = end + 1
            }
            end += 1
        }
        guard end < bytes.count else {
            position = end
            return nil
        }
        position = end + 1
        return text(begin..<end)
    }

    private mutating func parseParameters() -> [String: String] {
        var parameters: [String: String] = [:]
        while true {
            skip(while: Self.isBlank)
            guard position < bytes.count, bytes[position] != UInt8(ascii: ",") else { return parameters }
            guard bytes[position] == UInt8(ascii: ";") else {
                isMalformed = true
                skipToDelimiter(orSemicolon: true)
                continue
            }
            position += 1
            if let (name, value) = parseParameter(), parameters[name] == nil { parameters[name] = value }
        }
    }

    private mutating func parseParameter() -> (name: String, value: String)? {
        skip(while: Self.isBlank)
        let begin = position
        let token = ASCIISet.token
        skip { token.contains($0) }
        // An empty parameter between two semicolons is valid. The caller skips an invalid name.
        guard begin < position else { return nil }
        let name = HTTPToken.lowercased(text(begin..<position))
        skip(while: Self.isBlank)
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        skip(while: Self.isBlank)
        guard position < bytes.count else { return (name, "") }
        return (name, bytes[position] == UInt8(ascii: "\"") ? parseQuotedValue() : parseUnquotedValue())
    }

    private mutating func parseQuotedValue() -> String {
        var value: [UInt8] = []
        position += 1
        while position < bytes.count {
            var byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), position < bytes.count {
                byte = bytes[position]
                position += 1
            }
            value.append(byte)
        }
        // The quoted string is not terminated, so the following text, perhaps another link, became part of the value.
        isMalformed = true
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func parseUnquotedValue() -> String {
        let begin = position
        // Single quotes are not valid delimiters, but were probably intended as such.
        if bytes[position] == UInt8(ascii: "'") { isMalformed = true }
        skip { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
        var end = position
        while end > begin, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return text(begin..<end)
    }

    // MARK: Bytes

    private mutating func skip(while isPart: (UInt8) -> Bool) {
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
    }

    /// Skips to the end of the element, or optionally of the parameter, ignoring delimiters inside quotes.
    private mutating func skipToDelimiter(orSemicolon: Bool) {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","): return
            case UInt8(ascii: ";") where orSemicolon: return
            case UInt8(ascii: "\""): _ = parseQuotedValue()
            default: position += 1
            }
        }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// Reads the elements of a `Link` field, byte by byte and once.
struct LinkParser: IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    /// Whether something was passed over.
    private(set) var isMalformed: Bool

    init(_ value: String, limit: Int) {
        bytes = Array(value.utf8.prefix(limit))
        isMalformed = bytes.count < value.utf8.count
    }

    /// The next link; nil when there is none left.
    mutating func next() -> LinkHeader.Link? {
        while true {
            skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
            guard position < bytes.count else { return nil }
            guard let target = takeTarget() else {
                isMalformed = true
                skipToDelimiter(orSemicolon: false)
                continue
            }
            return LinkHeader.Link(target: target, parameters: takeParameters())
        }
    }

    /// What stands between `<` and `>`; nil if nothing does.
    private mutating func takeTarget() -> String? {
        guard bytes[position] == UInt8(ascii: "<") else { return nil }
        var begin = position + 1
        var end = begin
        while end < bytes.count, bytes[end] != UInt8(ascii: ">") {
            // No address holds a `<`: the one before was never closed.
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

    private mutating func takeParameters() -> [String: String] {
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
            if let (name, value) = takeParameter(), parameters[name] == nil { parameters[name] = value }
        }
    }

    private mutating func takeParameter() -> (name: String, value: String)? {
        skip(while: Self.isBlank)
        let begin = position
        let token = ASCIISet.token
        skip { token.contains($0) }
        // Nothing between two semicolons is nothing wrong; what is no name is passed over by the caller.
        guard begin < position else { return nil }
        let name = HTTPToken.lowercased(text(begin..<position))
        skip(while: Self.isBlank)
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        skip(while: Self.isBlank)
        guard position < bytes.count else { return (name, "") }
        return (name, bytes[position] == UInt8(ascii: "\"") ? takeQuoted() : takeBare())
    }

    private mutating func takeQuoted() -> String {
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
        // The quotes are not closed: what comes behind, another link perhaps, was taken for a part of the value.
        isMalformed = true
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func takeBare() -> String {
        let begin = position
        // Quotes of another kind are not quotes, but were meant as some.
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

    /// Skips to the end of the element or, if asked to, of the parameter, over commas in quotes.
    private mutating func skipToDelimiter(orSemicolon: Bool) {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","): return
            case UInt8(ascii: ";") where orSemicolon: return
            case UInt8(ascii: "\""): _ = takeQuoted()
            default: position += 1
            }
        }
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

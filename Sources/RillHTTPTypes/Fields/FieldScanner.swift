/// A position in the value of a header field, and the elements of its grammar: tokens, quoted strings and numbers.
///
/// Dates are read with the same scanner.
///
/// - SeeAlso: RFC 9110, 5.6.
struct FieldScanner {
    private let bytes: [UInt8]

    /// The number of bytes read so far.
    private(set) var position = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The byte at the position, or `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    var isAtEnd: Bool { position == bytes.count }

    /// Skips a byte and returns `true` if it is the next one.
    @discardableResult
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Skips an ASCII character and returns `true` if it is the next one.
    @discardableResult
    mutating func skip(_ character: Unicode.Scalar) -> Bool { skip(UInt8(ascii: character)) }

    mutating func skip(while isPart: (UInt8) -> Bool) {
        while let next, isPart(next) { position += 1 }
    }

    /// Reads bytes, which may be none.
    mutating func read(while isPart: (UInt8) -> Bool) -> String {
        let begin = position
        skip(while: isPart)
        return String(decoding: bytes[begin..<position], as: UTF8.self)
    }

    /// Reads a token in lowercase, or returns `nil` if there is none.
    mutating func readToken() -> String? {
        let token = ASCIISet.token
        let text = read { token.contains($0) }
        return text.isEmpty ? nil : HTTPToken.lowercased(text)
    }

    /// Reads a number of bytes, which consists only of digits.
    mutating func readCount() -> Int? {
        // `Int.max` is rejected, so that 1 can be added to every number.
        Int(read { 0x30...0x39 ~= $0 }).flatMap { $0 < .max ? $0 : nil }
    }

    /// Reads a quoted string without its quotes and escapes, up to the end if it is not terminated.
    mutating func readQuotedString() -> (value: String, isTerminated: Bool) {
        var value: [UInt8] = []
        position += 1
        while var byte = next, byte != UInt8(ascii: "\"") {
            position += 1
            if byte == UInt8(ascii: "\\"), let escaped = next {
                byte = escaped
                position += 1
            }
            value.append(byte)
        }
        return (String(decoding: value, as: UTF8.self), skip(UInt8(ascii: "\"")))
    }
}

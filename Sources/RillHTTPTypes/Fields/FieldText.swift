/// Functions that convert the bytes of a message head to text and split field values.
package enum FieldText {
    /// Decodes UTF-8, or ISO 8859-1 if the bytes are not valid UTF-8.
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        // Most field values are ASCII, for which decoding with repair is much faster than validating.
        if isASCII(bytes) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80
    }

    /// Returns ASCII bytes as text, with letters in lowercase.
    package static func lowercased(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { room in
            for index in bytes.indices {
                let byte = bytes[index]
                room[index] = 0x41...0x5A ~= byte ? byte | 0x20 : byte
            }
            return bytes.count
        }
    }

    /// Returns the bytes without leading and trailing spaces and tabs.
    package static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = bytes.count
        while start < end, isBlank(bytes[start]) { start += 1 }
        while start < end, isBlank(bytes[end - 1]) { end -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// Returns whether a byte is a space or a tab.
    @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns whether a byte is allowed in a field value.
    @inline(__always)
    package static func isLegal(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    /// Splits a field value at an ASCII separator outside of quoted strings.
    package static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for (index, byte) in zip(text.utf8.indices, text.utf8) {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: separator), !isQuoted {
                parts.append(text[start..<index])
                start = text.utf8.index(after: index)
            }
        }
        parts.append(text[start...])
        return parts
    }
}

extension HTTPFields {
    /// Returns the elements of a header field whose value is a list separated by commas, such as `Vary`.
    ///
    /// - Parameter name: The name of the field, which can occur several times.
    /// - Returns: The elements without surrounding whitespace. Empty elements are omitted, and commas in quoted strings do
    ///   not separate elements.
    /// - SeeAlso: RFC 9110, 5.6.1.
    public func elements(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { FieldText.split($0[...], at: ",") }.map { String($0.trimmed) }
            .filter { !$0.isEmpty }
    }
}

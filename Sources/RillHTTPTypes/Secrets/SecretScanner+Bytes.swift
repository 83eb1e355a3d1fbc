/// The byte classes of the scanner.
extension SecretScanner {
    /// Returns, for each byte, whether it is inside quotes that were opened on the same line.
    static func quotedBytes(of bytes: [UInt8]) -> [Bool] {
        var isQuoted = false
        var isEscaped = false
        return bytes.map { byte in
            defer {
                if byte == 0x0A { isQuoted = false }
                if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            }
            return isQuoted
        }
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "%"):
            true
        default: byte >= 0x80
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    static func isQuoting(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }
}

/// The search for the end of a JSON value, which can span several chunks.
///
/// Only brackets and strings are tracked. All other bytes are skipped.
struct JSONValueScan: Sendable {
    private enum Kind {
        case container, string, scalar
    }

    private let kind: Kind
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Creates a search that begins before the first byte of a value.
    init(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .container
        case UInt8(ascii: "\""): kind = .string
        default: kind = .scalar
        }
    }

    /// Creates a search that begins inside open containers.
    ///
    /// - Parameter depth: The number of open containers, at least 1.
    init(depth: Int) {
        kind = .container
        self.depth = depth
    }

    /// Returns the position after the value, or `nil` if the value does not end in the bytes.
    ///
    /// The end of a number or literal is the position of the delimiter that follows it.
    mutating func end(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var position = start
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                        if kind == .string { return position }
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if kind == .scalar { return position - 1 }
                    depth -= 1
                    if depth == 0 { return position }
                case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
                    if kind == .scalar { return position - 1 }
                default: break
                }
            }
            return nil
        }
    }
}

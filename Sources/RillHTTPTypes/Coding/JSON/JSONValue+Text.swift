internal import Foundation

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line, with sorted keys and without spaces.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON in UTF-8.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += "\(value)".utf8
        case .integer(let value): bytes += "\(value)".utf8
        case .number(let value):
            // Omit the fraction if it is zero, like JSONEncoder.
            let text = "\(value)"
            bytes += (value.isFinite ? text.hasSuffix(".0") ? text.dropLast(2) : text[...] : "null").utf8
        case .decimal(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let values):
            bytes.append(UInt8(ascii: "{"))
            for (index, pair) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(pair.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                pair.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case 0..<0x20: bytes += "\\u\(byte, digits: 4, radix: 16)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

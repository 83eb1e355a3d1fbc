/// A parser for a selection of fields that reads its UTF-8 bytes in a single pass.
struct GarageFieldsParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Returns the selection, or `nil` if the text as a whole is not a valid selection.
    mutating func run() -> GarageFields? {
        guard let fields = list(depth: 0), position == bytes.count else { return nil }
        return fields
    }

    private mutating func list(depth: Int) -> GarageFields? {
        guard depth < GarageFields.depthLimit else { return nil }
        var fields: [GarageFields.Field] = []
        repeat {
            guard let name = name() else { return nil }
            var field = GarageFields.Field(name)
            if skip("[") {
                guard let selection = list(depth: depth + 1), skip("]") else { return nil }
                field.selection = selection
            }
            fields.append(field)
        } while skip(",")
        return GarageFields(fields)
    }

    private mutating func name() -> String? {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
        let begin = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        return begin == position ? nil : String(decoding: bytes[begin..<position], as: UTF8.self)
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Whether a text is a valid field name.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "*"): true
        default: false
        }
    }
}

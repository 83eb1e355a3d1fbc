/// The selected properties of a resource, from the query parameter `fields`.
enum GarageSelector: Sendable {
    /// The default properties.
    case defaults
    /// All properties.
    case all
    /// The named properties, each with its own selection.
    case named([String: GarageSelector])

    /// An error for a selection with invalid syntax.
    struct SyntaxError: Error {}

    /// Parses a selection.
    ///
    /// A missing or blank selection is `defaults`.
    init(_ text: String?) throws(SyntaxError) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else {
            self = .defaults
            return
        }
        var parser = GarageSelectorParser(text)
        self = try parser.list(depth: 0)
    }

    /// Returns whether the selection includes a property that is not a default property.
    func includes(_ name: String) -> Bool {
        switch self {
        case .defaults: false
        case .all: true
        case .named(let fields): fields[name] != nil
        }
    }

    /// Returns whether the selection excludes a default property.
    func excludes(_ name: String) -> Bool {
        guard case .named(let fields) = self else { return false }
        return fields["__default__"] == nil && fields[name] == nil
    }

    /// The selection within a property.
    subscript(name: String) -> GarageSelector {
        switch self {
        case .defaults: .defaults
        case .all: .all
        case .named(let fields): fields[name] ?? .defaults
        }
    }
}

/// A selection parser that is as lenient as Garage: it ignores invalid text after a name.
struct GarageSelectorParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func list(depth: Int) throws(GarageSelector.SyntaxError) -> GarageSelector {
        guard depth < 100 else { throw GarageSelector.SyntaxError() }
        var fields: [String: GarageSelector] = [:]
        var current: (name: String, selector: GarageSelector)?
        reading: while true {
            if let name = name() {
                current = (name, .defaults)
                continue
            }
            guard position < bytes.count else { break }
            switch bytes[position] {
            case UInt8(ascii: ","):
                guard let field = current else { throw GarageSelector.SyntaxError() }
                position += 1
                fields[field.name] = field.selector
                current = nil
            case UInt8(ascii: "["):
                guard let field = current else { throw GarageSelector.SyntaxError() }
                position += 1
                current = (field.name, try list(depth: depth + 1))
            case UInt8(ascii: "]"):
                guard depth > 0, current != nil else { throw GarageSelector.SyntaxError() }
                position += 1
                break reading
            default:
                break reading
            }
        }
        guard let field = current else { throw GarageSelector.SyntaxError() }
        fields[field.name] = field.selector
        return fields["*"] == nil ? .named(fields) : .all
    }

    private mutating func name() -> String? {
        var begin = position
        while begin < bytes.count, bytes[begin] == 0x20 || (0x09...0x0D).contains(bytes[begin]) { begin += 1 }
        var end = begin
        while end < bytes.count, Self.isNameByte(bytes[end]) { end += 1 }
        guard begin < end else { return nil }
        position = end
        return String(decoding: bytes[begin..<end], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "*"):
            true
        default: false
        }
    }
}

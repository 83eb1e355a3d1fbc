/// Which properties of a resource are sent: what stands in the query as `fields`.
enum GarageSelector: Sendable {
    /// What is sent unless something is selected.
    case defaults
    /// Everything.
    case all
    /// What is named, and what is selected of that.
    case named([String: GarageSelector])

    /// A selection that Garage does not understand.
    struct Problem: Error {}

    /// Reads a selection; a missing or blank one is that of the defaults.
    init(_ text: String?) throws(Problem) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else {
            self = .defaults
            return
        }
        var parser = GarageSelectorParser(text)
        self = try parser.list(depth: 0)
    }

    /// Whether a property is asked for by its name, as those must be that are not sent by themselves.
    func includes(_ name: String) -> Bool {
        switch self {
        case .defaults: false
        case .all: true
        case .named(let fields): fields[name] != nil
        }
    }

    /// Whether a property is left out that is sent by itself.
    func excludes(_ name: String) -> Bool {
        guard case .named(let fields) = self else { return false }
        return fields["__default__"] == nil && fields[name] == nil
    }

    /// What is selected of a property.
    subscript(name: String) -> GarageSelector {
        switch self {
        case .defaults: .defaults
        case .all: .all
        case .named(let fields): fields[name] ?? .defaults
        }
    }
}

/// Reads a selection as leniently as Garage does: what it cannot read behind a name is left aside.
struct GarageSelectorParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func list(depth: Int) throws(GarageSelector.Problem) -> GarageSelector {
        guard depth < 100 else { throw GarageSelector.Problem() }
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
                guard let field = current else { throw GarageSelector.Problem() }
                position += 1
                fields[field.name] = field.selector
                current = nil
            case UInt8(ascii: "["):
                guard let field = current else { throw GarageSelector.Problem() }
                position += 1
                current = (field.name, try list(depth: depth + 1))
            case UInt8(ascii: "]"):
                guard depth > 0, current != nil else { throw GarageSelector.Problem() }
                position += 1
                break reading
            default:
                break reading
            }
        }
        guard let field = current else { throw GarageSelector.Problem() }
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

/// The selected properties of a resource, from the query parameter `fields`.
enum GarageSelector: Sendable {
    /// The default properties.
    case defaults
    /// All properties.
    case all
    /// The named properties, each with its own selection.
    case named([String: GarageSelector])

    /// Parses a selection.
    ///
    /// A missing or blank selection is `defaults`.
    init(_ text: String?) throws(ErrorResponse) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else {
            self = .defaults
            return
        }
        var rest = text[...]
        self = try Self.list(&rest, depth: 0)
    }

    /// Parses a list of names, and is as lenient as Garage: ignores invalid text after a name.
    private static func list(_ rest: inout Substring, depth: Int) throws(ErrorResponse) -> GarageSelector {
        guard depth < 100 else { throw GarageError.invalidFields }
        // A name after whitespace, or a delimiter.
        let token = #/[\x09-\x0D ]*([A-Za-z0-9_.*]+)|[,\[\]]/#.matchingSemantics(.unicodeScalar)
        var fields: [String: GarageSelector] = [:]
        var current: (name: String, selector: GarageSelector)?
        reading: while let match = rest.prefixMatch(of: token) {
            rest = rest[match.range.upperBound...]
            if let name = match.1 {
                current = (String(name), .defaults)
                continue
            }
            guard let field = current else { throw GarageError.invalidFields }
            switch match.0 {
            case ",":
                fields[field.name] = field.selector
                current = nil
            case "[":
                current = (field.name, try list(&rest, depth: depth + 1))
            default:
                guard depth > 0 else { throw GarageError.invalidFields }
                break reading
            }
        }
        guard let field = current else { throw GarageError.invalidFields }
        fields[field.name] = field.selector
        return fields["*"] == nil ? .named(fields) : .all
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

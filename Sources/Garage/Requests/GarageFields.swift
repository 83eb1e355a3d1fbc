public import RillHTTP

/// Which properties of a resource the server shall send: `id,title,user[name]`.
///
///     let fields: GarageFields = ["id", "title", .field("user", ["id", "name"])]
///     let more: GarageFields = [.defaults, "user[name]"]
///     let typed = GarageFields("id,user[name]")                   // nil if that is no selection
///
/// A property that the server does not know is left out without a word. A selection that cannot be written (a name that is
/// empty or has other characters than letters, digits, `_` and `.`, brackets with nothing in them) fails the request
/// before it is sent.
public struct GarageFields: Sendable, Hashable {
    /// The fields, in the order in which they are written.
    public var fields: [Field]

    /// How deep brackets may stand in brackets.
    static let depthLimit = 32

    /// Creates a selection.
    ///
    /// - Parameter fields: The fields.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// One property, and what is selected of it.
    public struct Field: Sendable, Hashable {
        /// The name of the property, as JSON has it.
        public var name: String

        /// What is selected of the property; nil for what the server sends of it by itself.
        public var selection: GarageFields?

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - name: The name of the property.
        ///   - selection: What is selected of it.
        public init(_ name: String, _ selection: GarageFields? = nil) {
            self.name = name
            self.selection = selection
        }

        /// All properties: `*`.
        public static let all = Field("*")

        /// What the server sends by itself: `__default__`.
        public static let defaults = Field("__default__")

        /// A property, and what is selected of it.
        ///
        /// - Parameters:
        ///   - name: The name of the property.
        ///   - selection: What is selected of it.
        /// - Returns: The field.
        public static func field(_ name: String, _ selection: GarageFields) -> Field {
            Field(name, selection)
        }
    }
}

extension GarageFields: ExpressibleByArrayLiteral {
    /// Creates a selection.
    ///
    /// - Parameter elements: The fields.
    public init(arrayLiteral elements: Field...) {
        self.init(elements)
    }
}

extension GarageFields.Field: ExpressibleByStringLiteral {
    /// Creates a field that stands in the source: `id`, or `user[name]`.
    ///
    /// - Parameter value: The field as it is written; what is none fails the request that is to send it.
    public init(stringLiteral value: String) {
        if let fields = GarageFields(value)?.fields, fields.count == 1 {
            self = fields[0]
        } else {
            self.init(value)
        }
    }
}

extension GarageFields: LosslessStringConvertible, QueryValue {
    /// Reads a selection as it is written in an address.
    ///
    /// - Parameter description: The selection, not percent-encoded. The result is nil if it cannot be read.
    public init?(_ description: String) {
        var parser = GarageFieldsParser(description)
        guard let fields = parser.run() else { return nil }
        self = fields
    }

    /// The selection as it is written: `id,user[name]`.
    public var description: String { fields.map(\.description).joined(separator: ",") }

    /// Makes sure that the selection can be written.
    ///
    /// - Throws: ``GarageFieldsError``, which names the first thing that is wrong.
    public func check() throws(GarageFieldsError) {
        try check(depth: 0)
    }

    private func check(depth: Int) throws(GarageFieldsError) {
        guard depth < Self.depthLimit else { throw .tooDeep }
        guard !fields.isEmpty else { throw .empty }
        for field in fields {
            guard GarageFieldsParser.isName(field.name) else { throw .name(field.name) }
            try field.selection?.check(depth: depth + 1)
        }
    }
}

extension GarageFields.Field: CustomStringConvertible {
    /// The field as it is written: `user[name]`.
    public var description: String { selection.map { "\(name)[\($0)]" } ?? name }
}

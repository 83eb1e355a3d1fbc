public import RillHTTP

/// The selected fields of a resource, sent as the query parameter `fields`: `id,title,user[name]`.
///
///     let fields: GarageFields = ["id", "title", .field("user", ["id", "name"])]
///     let more: GarageFields = [.defaults, "user[name]"]
///     let parsed = GarageFields("id,user[name]")                  // nil if the string is not a valid selection
///
/// The server silently omits unknown fields. An invalid selection fails the request before it is sent. A selection is
/// invalid if a name is empty or contains characters other than letters, digits, `_` and `.`, or if brackets are empty.
public struct GarageFields: Sendable, Hashable {
    /// The fields, in the order in which they are sent.
    public var fields: [Field]

    /// The maximum nesting depth of brackets.
    static let depthLimit = 32

    /// Creates a selection.
    ///
    /// - Parameter fields: The fields.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// A field with an optional selection of nested fields.
    public struct Field: Sendable, Hashable {
        /// The name of the field in the JSON.
        public var name: String

        /// The selected nested fields.
        ///
        /// `nil` selects the server's default fields.
        public var selection: GarageFields?

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - selection: The selected nested fields.
        public init(_ name: String, _ selection: GarageFields? = nil) {
            self.name = name
            self.selection = selection
        }

        /// All fields: `*`.
        public static let all = Field("*")

        /// The server's default fields: `__default__`.
        public static let defaults = Field("__default__")

        /// Returns a field with selected nested fields.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - selection: The selected nested fields.
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
    /// Creates a field from a string literal such as `id` or `user[name]`.
    ///
    /// - Parameter value: The field. An invalid field fails the request before it is sent.
    public init(stringLiteral value: String) {
        if let fields = GarageFields(value)?.fields, fields.count == 1 {
            self = fields[0]
        } else {
            self.init(value)
        }
    }
}

extension GarageFields: LosslessStringConvertible, QueryValue {
    /// Creates a selection by parsing a query value, or returns `nil` if the value is invalid.
    ///
    /// - Parameter description: The query value, without percent-encoding.
    public init?(_ description: String) {
        var parser = GarageFieldsParser(description)
        guard let fields = parser.run() else { return nil }
        self = fields
    }

    /// The selection as a query value: `id,user[name]`.
    public var description: String { fields.map(\.description).joined(separator: ",") }

    /// Validates the selection.
    ///
    /// - Throws: ``GarageFieldsError`` for the first invalid field.
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
    /// The field as part of a query value: `user[name]`.
    public var description: String { selection.map { "\(name)[\($0)]" } ?? name }
}

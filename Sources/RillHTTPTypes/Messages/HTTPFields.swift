/// The header fields of a message, as an ordered collection that can contain a name more than once.
///
///     var fields: HTTPFields = [.accept: "application/json"]
///     fields[.authorization] = "Bearer …"
///     fields.append(HTTPField(name: .link, value: "</page/2>; rel=next"))
///     fields[values: .link]      // one string per field
///     fields[.link]              // all values joined into one string
///
/// Two collections are equal if they have the same values in the same order for each name. The order of fields with
/// different names is ignored.
public struct HTTPFields: Sendable {
    private var fields: [HTTPField] = []

    /// Creates an empty collection.
    public init() {}

    /// The value for a name, or `nil` if the collection has no such field.
    ///
    /// Multiple fields with the name are returned as one value, joined by `", "`, or by `"; "` for `Cookie`. Assigning
    /// a value replaces the first field with the name and removes the others. Assigning `nil` removes all of them.
    /// `Set-Cookie` values must not be joined; read them with `subscript(values:)`.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The value, joined if the name occurs more than once.
    public subscript(name: HTTPField.Name) -> String? {
        get {
            let values = self[values: name]
            guard values.count > 1 else { return values.first }
            return values.joined(separator: name == .cookie ? "; " : ", ")
        }
        set {
            self[values: name] = newValue.map { [$0] } ?? []
        }
    }

    /// The values for a name, one per field, in order.
    ///
    /// Assigning values replaces all fields with the name. The new fields are inserted at the position of the first
    /// replaced field, or at the end if there is none.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values. Empty if the collection has no such field.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { fields.filter { $0.name == name }.map(\.value) }
        set { self[fields: name] = newValue.map { HTTPField(name: name, value: $0) } }
    }

    /// The fields with a name, in order.
    ///
    /// Assigning fields replaces all fields with the name. The new fields are inserted at the position of the first
    /// replaced field, or at the end if there is none.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The fields. Empty if the collection has no such field.
    public subscript(fields name: HTTPField.Name) -> [HTTPField] {
        get { fields.filter { $0.name == name } }
        set {
            let index = fields.firstIndex { $0.name == name } ?? fields.endIndex
            fields.removeAll { $0.name == name }
            fields.insert(contentsOf: newValue, at: index)
        }
    }

    /// Returns whether the collection contains a field with a name.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: `true` if at least one field has the name.
    public func contains(_ name: HTTPField.Name) -> Bool {
        fields.contains { $0.name == name }
    }
}

extension HTTPFields: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }

    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }

    /// Accesses the field at a position.
    ///
    /// - Parameter position: A position between `startIndex` and `endIndex`, excluding `endIndex`.
    /// - Returns: The field.
    public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }

    /// Replaces a range of fields.
    ///
    /// - Parameters:
    ///   - subrange: The positions of the fields to replace.
    ///   - newElements: The new fields.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<HTTPField>) {
        fields.replaceSubrange(subrange, with: newElements)
    }

    /// Appends a field, keeping existing fields with the same name.
    ///
    /// - Parameter field: The field.
    public mutating func append(_ field: HTTPField) {
        fields.append(field)
    }

    /// Reserves memory for a number of fields.
    ///
    /// - Parameter count: The total number of fields.
    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Creates a collection from names and values.
    ///
    /// A name can occur more than once.
    ///
    /// - Parameter elements: The names and values, in order.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = elements.map { HTTPField(name: $0, value: $1) }
    }
}

extension HTTPFields: Hashable {
    /// Compares two collections by the values of each name.
    ///
    /// - Parameters:
    ///   - lhs: A collection of fields.
    ///   - rhs: Another collection of fields.
    /// - Returns: `true` if each name has the same values in the same order.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.fields == rhs.fields || lhs.valuesByName == rhs.valuesByName
    }

    /// Hashes the values of each name.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(valuesByName)
    }

    private var valuesByName: [HTTPField.Name: [String]] {
        Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) }
    }
}

extension HTTPFields: CustomStringConvertible {
    /// The fields, one per line.
    ///
    /// Values of sensitive fields, such as `Authorization`, are redacted.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

/// The fields of a message: an ordered collection in which a name may occur more than once.
///
///     var fields: HTTPFields = [.accept: "application/json"]
///     fields[.authorization] = "Bearer …"
///     fields.append(HTTPField(name: .link, value: "</page/2>; rel=next"))
///     fields[values: .link]      // one string for each field
///     fields[.link]              // all of them in one string
///
/// Two collections are equal if every name has the same values in the same order; the order among different names means
/// nothing.
public struct HTTPFields: Sendable {
    private var fields: [HTTPField]

    /// Creates a collection without fields.
    public init() {
        fields = []
    }

    /// The value for a name; nil if there is no such field.
    ///
    /// Several fields of that name are read as one value, joined by `", "`, or by `"; "` for `Cookie`. To assign puts one
    /// field in the place of the first and removes the others; to assign nil removes them all. `Set-Cookie` must not be
    /// joined: read it with `subscript(values:)`.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The value, joined if there are several.
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

    /// The values for a name, one for each field, in order.
    ///
    /// To assign replaces all fields of that name: the new ones stand where the first of the old ones stood, or at the end.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values; empty if there is no such field.
    public subscript(values name: HTTPField.Name) -> [String] {
        get { fields.filter { $0.name == name }.map(\.value) }
        set { self[fields: name] = newValue.map { HTTPField(name: name, value: $0) } }
    }

    /// The fields of a name, in order.
    ///
    /// To assign replaces all fields of that name: the new ones stand where the first of the old ones stood, or at the end.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The fields; empty if there is none.
    public subscript(fields name: HTTPField.Name) -> [HTTPField] {
        get { fields.filter { $0.name == name } }
        set {
            let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
            fields.removeAll { $0.name == name }
            fields.insert(contentsOf: newValue, at: place)
        }
    }

    /// Whether there is a field of a name.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: Whether at least one field has it.
    public func contains(_ name: HTTPField.Name) -> Bool {
        fields.contains { $0.name == name }
    }
}

extension HTTPFields: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }

    /// The position behind the last field.
    public var endIndex: Int { fields.endIndex }

    /// The field at a position.
    ///
    /// - Parameter position: A position from `startIndex` up to `endIndex`.
    /// - Returns: The field.
    public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }

    /// Replaces a range of fields.
    ///
    /// - Parameters:
    ///   - subrange: The positions of the fields that go.
    ///   - newElements: The fields that come.
    public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<HTTPField>) {
        fields.replaceSubrange(subrange, with: newElements)
    }

    /// Adds a field at the end, beside those that have its name.
    ///
    /// - Parameter field: The field.
    public mutating func append(_ field: HTTPField) {
        fields.append(field)
    }

    /// Makes room for fields that are going to be appended.
    ///
    /// - Parameter count: How many fields there will be in all.
    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Creates a collection from names and values; a name may occur more than once.
    ///
    /// - Parameter elements: The names and their values, in order.
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = elements.map { HTTPField(name: $0, value: $1) }
    }
}

extension HTTPFields: Hashable {
    /// Compares the values of every name.
    ///
    /// - Parameters:
    ///   - lhs: A collection of fields.
    ///   - rhs: Another collection of fields.
    /// - Returns: Whether every name has the same values in the same order.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.fields == rhs.fields || lhs.valuesByName == rhs.valuesByName
    }

    /// Feeds the values of every name to the hasher.
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
    /// The fields, one to a line; the values of `Authorization`, cookies and the like are hidden.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates the value `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object.
    ///
    /// If a key occurs more than once, the last value is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

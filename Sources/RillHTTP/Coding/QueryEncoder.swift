/// Makes the pairs of a query, or of a form, out of an `Encodable` value.
///
///     struct Search: Encodable {
///         var text: String
///         var tags: [String]
///         var since: Date?
///     }
///
///     try QueryItems(encoding: Search(text: "C++", tags: ["a", "b"]))    // text=C%2B%2B&tags=a&tags=b
///
/// The pairs come in the order in which the value encodes them, those of a dictionary in the order of its keys. What APIs do
/// not agree on are choices:
///
/// | Value | By default | Or |
/// | --- | --- | --- |
/// | `[1, 2]` as `a` | `a=1&a=2` | `a[]=1&a[]=2`, `a[0]=1&a[1]=2` |
/// | a value with a property `b` as `a` | `a[b]=1` | `a.b=1` |
/// | `nil` as `a` | nothing | `a=` |
/// | `true` as `a` | `a=true` | `a=1` |
/// | a date as `a` | `a=2024-02-29T12:30:00Z` | `a=1709209800`, or any other text |
/// | `perPage: 5` | `perPage=5` | `per_page=5`; keys of dictionaries are never changed |
///
/// Data is sent in Base64, a URL and a UUID as their text, and a ``QueryValue`` as its ``QueryValue/queryText``; so is an
/// enumeration with a raw value. Empty lists and empty values leave nothing behind.
public struct QueryEncoder: Sendable {
    /// How the values of a list are named.
    public var lists: ListStyle

    /// How the properties of a property are named.
    public var nesting: NestingStyle

    /// What becomes of nil.
    public var nils: NilStyle

    /// What truth values look like.
    public var bools: BoolStyle

    /// What dates look like.
    public var dates: DateStyle

    /// How properties are spelt.
    public var keys: KeyStyle

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - lists: How the values of a list are named.
    ///   - nesting: How the properties of a property are named.
    ///   - nils: What becomes of nil.
    ///   - bools: What truth values look like.
    ///   - dates: What dates look like.
    ///   - keys: How properties are spelt.
    public init(
        lists: ListStyle = .repeated, nesting: NestingStyle = .brackets, nils: NilStyle = .leftOut,
        bools: BoolStyle = .words, dates: DateStyle = .iso8601, keys: KeyStyle = .asIs
    ) {
        self.lists = lists
        self.nesting = nesting
        self.nils = nils
        self.bools = bools
        self.dates = dates
        self.keys = keys
    }

    /// Makes the pairs of a value.
    ///
    /// - Parameter value: Something with properties, or a dictionary; nil for no pairs.
    /// - Returns: The pairs, not encoded yet.
    /// - Throws: `EncodingError.invalidValue` with the path of what cannot stand in a query: a list or a single value by
    ///   itself, which would have no name; a number that is none; a list or properties inside a list whose values are
    ///   named by repetition, as one could not tell them apart; or what `value` throws.
    public func encode(_ value: some Encodable) throws -> QueryItems {
        let output = QueryOutput(settings: self)
        try QueryNode(output: output).encode(value)
        return try output.result()
    }
}

extension QueryItems {
    /// Creates the query of an `Encodable` value.
    ///
    /// - Parameters:
    ///   - value: Something with properties, or a dictionary.
    ///   - encoder: How lists, dates, nil and so on are written.
    /// - Throws: `EncodingError.invalidValue` with the path of what cannot stand in a query; what `value` throws.
    public init(encoding value: some Encodable, by encoder: QueryEncoder = QueryEncoder()) throws {
        self = try encoder.encode(value)
    }
}

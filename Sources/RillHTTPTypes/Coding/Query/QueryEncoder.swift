public import Foundation

/// An encoder that converts an `Encodable` value to the name-value pairs of a query or a form.
///
///     struct Search: Encodable {
///         var text: String
///         var tags: [String]
///         var since: Date?
///     }
///
///     try QueryItems(encoding: Search(text: "C++", tags: ["a", "b"]))    // text=C%2B%2B&tags=a&tags=b
///
/// The pairs are in the order in which the value encodes them. Pairs of a dictionary are sorted by key. Properties that
/// are `nil` are omitted. Options select the format in cases where APIs differ:
///
/// | Value | Default | Alternatives |
/// | --- | --- | --- |
/// | `[1, 2]` as `a` | `a=1&a=2` | `a[]=1&a[]=2`, `a[0]=1&a[1]=2` |
/// | a date as `a` | `a=2024-02-29T12:30:00Z` | `a=1709209800`, or any custom text |
/// | `perPage: 5` | `perPage=5` | `per_page=5`; dictionary keys are never changed |
///
/// A property `b` of a property `a` is encoded as `a[b]=1`, data as Base64, a URL and a UUID as a string, and a
/// ``QueryValue`` or an enumeration with a raw value as its ``QueryValue/queryText``. Empty lists and values without
/// properties produce no pairs.
public struct QueryEncoder: Sendable {
    /// The format of list element names.
    public enum ListStyle: Sendable, Hashable {
        /// Repeats the name of the list: `a=1&a=2`.
        case repeated

        /// Appends brackets: `a[]=1&a[]=2`.
        case brackets

        /// Appends the index in brackets: `a[0]=1&a[1]=2`. Elements that are omitted are included in the count.
        case indexed
    }

    /// The format of list element names.
    public var lists: ListStyle

    /// The encoding of dates.
    ///
    /// `iso8601` is `2024-02-29T12:30:00Z`: UTC, without fractional seconds, for the years 1 to 9999. `secondsSince1970`
    /// is rounded down to an integer. `custom` encodes with this encoder, and the other strategies produce the same text as
    /// `JSONEncoder`.
    public var dates: JSONEncoder.DateEncodingStrategy

    /// The conversion of property names.
    ///
    /// `convertToSnakeCase` converts `perPage` to `per_page`, and `baseURLString` to `base_url_string`.
    public var keys: JSONEncoder.KeyEncodingStrategy

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - lists: The format of list element names. Defaults to repeating the name.
    ///   - dates: The encoding of dates. Defaults to ISO 8601.
    ///   - keys: The conversion of property names. Defaults to none.
    public init(
        lists: ListStyle = .repeated, dates: JSONEncoder.DateEncodingStrategy = .iso8601,
        keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    ) {
        self.lists = lists
        self.dates = dates
        self.keys = keys
    }

    /// Encodes a value as name-value pairs.
    ///
    /// - Parameter value: A value with properties, or a dictionary. `nil` results in no pairs.
    /// - Returns: The pairs, not percent-encoded.
    /// - Throws: `EncodingError.invalidValue` with the coding path of a value that a query cannot represent: a
    ///   top-level list or single value, which has no name; a non-finite number; or a list or properties inside a list
    ///   with repeated names, because its elements could not be distinguished. Rethrows any error thrown by `value`.
    public func encode(_ value: some Encodable) throws -> QueryItems {
        var items = QueryItems()
        try QueryOutput(settings: self, onText: { items.append(QueryItems.Item(name: $0, value: $1)) }).encode(value)
        return items
    }
}

extension QueryItems {
    /// Creates the query items of an `Encodable` value.
    ///
    /// - Parameters:
    ///   - value: A value with properties, or a dictionary.
    ///   - encoder: The encoder, which defines the format of lists, dates and names.
    /// - Throws: `EncodingError.invalidValue` with the coding path of a value that a query cannot represent. Rethrows
    ///   any error thrown by `value`.
    public init(encoding value: some Encodable, by encoder: QueryEncoder = QueryEncoder()) throws {
        self = try encoder.encode(value)
    }
}

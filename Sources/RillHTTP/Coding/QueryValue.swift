/// What can stand as a value in a query: text, numbers, truth values, and enumerations over them.
///
///     enum Sort: String, QueryValue { case count, name }
public protocol QueryValue: Sendable {
    /// The value as text, not encoded.
    var queryText: String { get }
}

extension QueryValue where Self: CustomStringConvertible {
    /// The description.
    public var queryText: String { description }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
    /// The text of the raw value.
    public var queryText: String { rawValue.queryText }
}

extension QueryValue where Self: RawRepresentable & CustomStringConvertible, RawValue: QueryValue {
    /// The text of the raw value, as the description may be meant for people.
    public var queryText: String { rawValue.queryText }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}

/// A type that can be used as a query value, such as a string, a number, a Boolean or an enumeration with such a raw
/// value.
///
///     enum Sort: String, QueryValue { case count, name }
public protocol QueryValue: Sendable {
    /// The type of ``queryText``: `String`.
    associatedtype DeclaredQueryText = String

    /// The type of the errors that ``queryText`` throws: `Never`.
    associatedtype QueryTextFailure: Error = Never

    /// The value as text, not percent-encoded.
    var queryText: DeclaredQueryText { get throws(QueryTextFailure) }

    /// The ``queryText``. Do not implement this requirement.
    var resolvedQueryText: String { get }
}

extension QueryValue where DeclaredQueryText == String, QueryTextFailure == Never {
    /// The text.
    public var resolvedQueryText: String { readQueryText(of: self) }
}

/// Returns the text of a value.
///
/// A separate function, because the compiler of Swift 6.3 crashes if a getter that throws `Never` is called where the type
/// of the error is constrained.
private func readQueryText<Value: QueryValue>(
    of value: Value
) throws(Value.QueryTextFailure) -> Value.DeclaredQueryText {
    try value.queryText
}

extension QueryValue where Self: CustomStringConvertible {
    /// The description of the value.
    public var queryText: String { description }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
    /// The query text of the raw value.
    public var queryText: String { rawValue.resolvedQueryText }
}

extension QueryValue where Self: RawRepresentable & CustomStringConvertible, RawValue: QueryValue {
    /// The query text of the raw value.
    ///
    /// The description is ignored, because it may be intended for display.
    public var queryText: String { rawValue.resolvedQueryText }
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

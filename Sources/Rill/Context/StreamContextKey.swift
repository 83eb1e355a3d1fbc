/// A key for a value of a ``StreamContext``.
///
/// Declare a key type with a default value, and a property of the context that uses it:
///
///     enum RequestIDKey: StreamContextKey {
///         static let defaultValue: String? = nil
///     }
///
///     extension StreamContext {
///         var requestID: String? {
///             get { self[RequestIDKey.self] }
///             set { self[RequestIDKey.self] = newValue }
///         }
///     }
///
/// A key is a type, so that the keys of two libraries never collide, and each value has a static type and a default.
public protocol StreamContextKey: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The value that a context returns if the key is not set.
    static var defaultValue: Value { get }

    /// The task-local value that is bound to the key's value while the stream runs.
    ///
    /// Defaults to `nil`, which binds no task-local value.
    static var taskLocal: TaskLocal<Value>? { get }

    /// Returns the text that `debug`, the tables of ``ActiveSubscriptions``, and leak reports print for the value, such as
    /// `request r-17`.
    ///
    /// Defaults to `nil`, which omits the value, because it could be a secret.
    ///
    /// - Parameter value: The value.
    static func debugText(for value: Value) -> String?
}

extension StreamContextKey {
    /// Returns `nil`, so that no task-local value is bound.
    public static var taskLocal: TaskLocal<Value>? { nil }

    /// Returns `nil`, so that the value is not printed.
    public static func debugText(for value: Value) -> String? { nil }
}

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
/// `Call` of RillHTTP has values of its own with such keys, which ``taskLocal`` and ``debugText(for:)`` do not apply to.
public protocol StreamContextKey: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable

    /// The type of ``taskLocal``: `TaskLocal<Value>` or an optional of it.
    associatedtype DeclaredTaskLocal = TaskLocal<Value>?

    /// The type of the parameter of ``debugText(for:)``: `Value`.
    associatedtype DebugValue = Value

    /// The type of the result of ``debugText(for:)``: `String` or an optional of it.
    associatedtype DeclaredDebugText = String?

    /// The type of the errors that ``debugText(for:)`` throws: `Never`.
    associatedtype DebugTextFailure: Error = Never

    /// The value that a context returns if the key is not set.
    static var defaultValue: Value { get }

    /// The task-local value that is bound to the key's value while the stream runs.
    ///
    /// Defaults to `nil`, which binds no task-local value.
    static var taskLocal: DeclaredTaskLocal { get }

    /// Returns the text that `debug`, the tables of ``ActiveSubscriptions``, and leak reports print for the value, such as
    /// `request r-17`.
    ///
    /// Defaults to `nil`, which omits the value, because it could be a secret.
    ///
    /// - Parameter value: The value.
    static func debugText(for value: DebugValue) throws(DebugTextFailure) -> DeclaredDebugText

    /// The ``taskLocal`` as an optional. Do not implement this requirement.
    static var resolvedTaskLocal: TaskLocal<Value>? { get }

    /// The result of ``debugText(for:)`` as an optional. Do not implement this requirement.
    static func resolvedDebugText(for value: Value) -> String?
}

// The declarations of a key select the extensions that apply to it. If no extension applies because a declaration has
// another type, the key does not conform to the protocol.

extension StreamContextKey where DeclaredTaskLocal == TaskLocal<Value>? {
    /// Returns `nil`, so that no task-local value is bound.
    public static var taskLocal: TaskLocal<Value>? { nil }

    /// The task-local value.
    public static var resolvedTaskLocal: TaskLocal<Value>? { taskLocal }
}

extension StreamContextKey where DeclaredTaskLocal == TaskLocal<Value> {
    /// The task-local value.
    public static var resolvedTaskLocal: TaskLocal<Value>? { taskLocal }
}

extension StreamContextKey where DebugValue == Value, DeclaredDebugText == String?, DebugTextFailure == Never {
    /// Returns `nil`, so that the value is not printed.
    public static func debugText(for value: Value) -> String? { nil }

    /// The text.
    public static func resolvedDebugText(for value: Value) -> String? { readDebugText(of: value, Self.self) }
}

extension StreamContextKey where DebugValue == Value, DeclaredDebugText == String, DebugTextFailure == Never {
    /// The text.
    public static func resolvedDebugText(for value: Value) -> String? { readDebugText(of: value, Self.self) }
}

/// Returns the text of a value.
///
/// A separate function, because in the extensions, the call would refer to the default implementation, which never throws.
private func readDebugText<Key: StreamContextKey>(
    of value: Key.DebugValue, _ key: Key.Type
) throws(Key.DebugTextFailure) -> Key.DeclaredDebugText {
    try key.debugText(for: value)
}

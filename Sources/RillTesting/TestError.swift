/// The error that `#` represents in a marble diagram by default.
public struct TestError: Error, Hashable, CustomStringConvertible {
    /// A name that distinguishes this error from other test errors.
    ///
    /// Empty by default.
    public let name: String

    /// Creates an error.
    ///
    /// - Parameter name: A name that distinguishes this error from other test errors. Empty by default.
    public init(_ name: String = "") {
        self.name = name
    }

    /// The text of the error in failure messages: `TestError`, `TestError(lost)`.
    public var description: String {
        name.isEmpty ? "TestError" : "TestError(\(name))"
    }
}

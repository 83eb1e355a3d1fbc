/// The error that `#` stands for in a marble diagram, unless the test gives another.
public struct TestError: Error, Hashable, CustomStringConvertible {
    /// What tells it from other test errors; empty for the usual one.
    public let name: String

    /// Makes an error.
    ///
    /// - Parameter name: What tells it from other test errors.
    public init(_ name: String = "") {
        self.name = name
    }

    /// The error as failures print it: `TestError`, `TestError(lost)`.
    public var description: String {
        name.isEmpty ? "TestError" : "TestError(\(name))"
    }
}

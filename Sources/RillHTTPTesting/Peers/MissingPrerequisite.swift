/// An error that is thrown when the system lacks a program or library that a test requires.
///
/// The error does not indicate a failure of the tested code. Skip the test and report the description as the reason.
public struct MissingPrerequisite: Error, Sendable, Hashable, CustomStringConvertible {
    /// The missing prerequisite, for example `openssl is not installed`.
    public let description: String

    /// Creates an error.
    ///
    /// - Parameter description: The missing prerequisite, for example `openssl is not installed`.
    public init(_ description: String) {
        self.description = description
    }
}

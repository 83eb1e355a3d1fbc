/// An error that is thrown when a program or library required by a test is not installed.
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

/// The system lacks what a test needs: a program, a library.
///
/// It is no failure of what is tested. A test that meets it is skipped, and says why.
public struct MissingPrerequisite: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is missing, in words for a person: `openssl is not installed`.
    public let description: String

    /// Makes an error.
    ///
    /// - Parameter description: What is missing, in words for a person.
    public init(_ description: String) {
        self.description = description
    }
}

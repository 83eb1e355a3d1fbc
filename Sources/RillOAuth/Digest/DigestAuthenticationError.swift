public import Foundation

/// An error for a server that requires digest authentication in a form that the client does not support.
///
///     cannot authenticate with a digest: the server requires the algorithm "SHA-512-256". MD5, SHA-256 [...]
public struct DigestAuthenticationError: Error, Sendable, Hashable {
    /// The description of the cause.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

extension DigestAuthenticationError: CustomStringConvertible, LocalizedError {
    /// The description of the failure and its cause.
    public var description: String { "cannot authenticate with a digest: \(reason)" }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

public import Foundation

/// An error of an upload or download that was detected by the client.
public struct TransferError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The description of the error.
    public let description: String

    /// The same text as `description`.
    public var errorDescription: String? { description }

    init(_ description: String) {
        self.description = description
    }
}

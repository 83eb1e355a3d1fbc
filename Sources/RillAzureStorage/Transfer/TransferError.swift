/// An error of an upload or download that was detected by the client.
public struct TransferError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The description of the error.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

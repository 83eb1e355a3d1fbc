/// Why a content cannot be uploaded or downloaded, whatever the service says.
public struct TransferError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

public import Foundation

/// The result of updating a message.
public struct UpdatedMessage: Sendable, Hashable {
    /// The new pop receipt, which replaces the previous one.
    public let popReceipt: PopReceipt

    /// The date when the message becomes visible, with a precision of one second.
    public let visibleAt: Date
}

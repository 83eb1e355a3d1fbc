public import Foundation

/// What the service says about a message that was updated.
public struct UpdatedMessage: Sendable, Hashable {
    /// What proves from now on that one has it; the receipt before is worthless.
    public let popReceipt: PopReceipt

    /// When others can get it, in UTC, to the second.
    public let visibleAt: Date
}

public import Foundation
public import Rill

// In this target, because `Rill` does not import Foundation.
extension StreamError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

public import Foundation
public import Rill

extension StreamError: LocalizedError {
    /// The same text as `description`.
    public var errorDescription: String? { description }
}

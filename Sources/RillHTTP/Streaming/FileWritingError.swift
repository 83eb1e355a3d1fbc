public import Foundation

/// Why a file could not be written.
///
///     the file /tmp/photo.jpeg cannot be written: No space left on device
public struct FileWritingError: Error, Sendable, Hashable {
    /// Where the file was to lie.
    public let path: String

    /// The system's number for the reason, `ENOSPC` for example; nil if it was not the system that refused.
    public let errorNumber: Int32?

    /// The reason in words.
    public let reason: String

    /// Creates an error for a reason of the system's.
    ///
    /// - Parameters:
    ///   - path: Where the file was to lie.
    ///   - errorNumber: The system's number for the reason.
    public init(path: String, errorNumber: Int32) {
        self.path = path
        self.errorNumber = errorNumber
        reason = FileSystemCalls.text(of: errorNumber)
    }

    /// Creates an error for another reason.
    ///
    /// - Parameters:
    ///   - path: Where the file was to lie.
    ///   - reason: The reason in words, without a full stop.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
        errorNumber = nil
    }
}

extension FileWritingError {
    /// Why a file cannot be opened that another download has not closed yet.
    static let busy = "another download is writing it"

    var isBusy: Bool { errorNumber == nil && reason == Self.busy }
}

extension FileWritingError: CustomStringConvertible, LocalizedError {
    /// The failure in a sentence.
    public var description: String { "the file \(path) cannot be written: \(reason)" }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension APIError.Stage {
    /// The answer could not be written to the file that it is for.
    public static let file = APIError.Stage("file")
}

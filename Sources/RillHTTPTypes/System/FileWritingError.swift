public import Foundation
internal import RillSystem

/// An error that occurs while writing a file.
///
///     cannot write /tmp/photo.jpeg: No space left on device
public struct FileWritingError: Error, Sendable, Hashable {
    /// The path of the file.
    public let path: String

    /// The system error number, such as `ENOSPC`.
    ///
    /// `nil` if the error was not caused by a system call.
    public let errorNumber: Int32?

    /// The description of the cause.
    public let reason: String

    /// Creates an error with a system error number.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - errorNumber: The system error number.
    public init(path: String, errorNumber: Int32) {
        self.path = path
        self.errorNumber = errorNumber
        reason = FileSystemCalls.text(of: errorNumber)
    }

    /// Creates an error with another cause.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - reason: The description of the cause, without a trailing period.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
        errorNumber = nil
    }
}

extension FileWritingError {
    /// The reason if another download has not closed the file yet.
    package static let busy = "another download is writing to the file"

    package var isBusy: Bool { errorNumber == nil && reason == Self.busy }
}

extension FileWritingError: CustomStringConvertible, LocalizedError {
    /// The description of the failure, with the path and the reason.
    public var description: String { "cannot write \(path): \(reason)" }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

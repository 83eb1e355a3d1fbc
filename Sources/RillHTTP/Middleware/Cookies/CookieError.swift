public import Foundation

/// An error for a cookie that cannot be stored, or a cookie file that cannot be read.
///
///     cannot read cookies.txt, line 3: expected 7 fields separated by tabs, found 4
public struct CookieError: Error, Sendable, Hashable {
    /// The path of the file, or `nil` if the cookie is not from a file.
    public let path: String?

    /// The number of the line, starting at 1, or `nil` if the error does not concern a line.
    public let line: Int?

    /// The description of the cause, which does not contain the value of a cookie.
    public let reason: String

    init(_ reason: String, path: String? = nil, line: Int? = nil) {
        self.reason = reason
        self.path = path
        self.line = line
    }
}

extension CookieError: CustomStringConvertible, LocalizedError {
    /// The description of the failure, with the path, the line and the reason.
    public var description: String {
        guard let path else { return "cannot store the cookie: \(reason)" }
        return "cannot read \(path)\(line.map { ", line \($0)" } ?? ""): \(reason)"
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

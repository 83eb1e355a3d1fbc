public import Foundation

/// An error for a cookie that cannot be stored, or a cookie file that cannot be read.
///
///     cannot store the cookie "session" for "a.example:80": the domain is not a host. Use a host without a port [...]
///     cannot read cookies.txt, line 3: expected 7 fields separated by tabs, found 4
public struct CookieError: Error, Sendable, Hashable {
    /// The path of the file, or `nil` if the cookie is not from a file.
    public let path: String?

    /// The number of the line, starting at 1, or `nil` if the error does not concern a line.
    public let line: Int?

    /// The description of the cause, which does not contain the value of a cookie.
    public let reason: String

    /// The name and the domain of a cookie that is not from a file.
    private let subject: String?

    init(_ reason: String, cookie: Cookie? = nil, path: String? = nil, line: Int? = nil) {
        subject = cookie.map { cookie in
            let name = cookie.name.isEmpty ? "without a name" : String(reflecting: String(cookie.name.prefix(100)))
            return "\(name) for \(String(reflecting: String(cookie.domain.prefix(255))))"
        }
        self.reason = reason
        self.path = path
        self.line = line
    }
}

extension CookieError: CustomStringConvertible, LocalizedError {
    /// The description of the failure, with the name and the domain of the cookie, or the path and the line, and the reason.
    public var description: String {
        guard let path else { return "cannot store the cookie \(subject ?? ""): \(reason)" }
        return "cannot read \(path)\(line.map { ", line \($0)" } ?? ""): \(reason)"
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

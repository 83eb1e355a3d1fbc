internal import Foundation
internal import RillHTTP

extension GitHubError: CustomStringConvertible {
    /// The message, the details, the exceeded rate limit with the time until the next permitted request, and the
    /// request ID.
    public var description: String {
        var text = "\"\(message)\""
        if !errors.isEmpty { text += " (\(errors.map(\.description).joined(separator: "; ")))" }
        if let limitText { text += ", \(limitText)" }
        if let requestID { text += ", request \(requestID)" }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private var limitText: String? {
        guard let exceededLimit else { return nil }
        let name = rateLimit?.resource.map { " (\($0))" } ?? ""
        switch exceededLimit {
        case .secondary:
            return "secondary rate limit exceeded" + (retryAfter.map { ", retry in \($0)" } ?? "")
        case .primary:
            let count = rateLimit?.limit.map { " of \($0) requests" } ?? ""
            return "primary rate limit\(count)\(name) exceeded" + (whenText.map { ", retry \($0)" } ?? "")
        }
    }

    private var whenText: String? {
        // ISO 8601 dates have years of four digits.
        if let reset = rateLimit?.reset, reset.timeIntervalSince1970 < 253_402_300_800 {
            return "after \(reset.formatted(.iso8601))"
        }
        return retryAfter.map { "in \($0)" }
    }
}

extension GitHubError.Detail: CustomStringConvertible {
    /// The affected field and the reason: `Search.q: missing`.
    public var description: String {
        let subject = [resource, field].compactMap { $0 }.joined(separator: ".")
        let reason = [code, message].compactMap { $0 }.joined(separator: ", ")
        let text = [subject, reason].filter { !$0.isEmpty }.joined(separator: ": ")
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

internal import Foundation
internal import RillHTTP

/// The conditional header fields of a request.
struct AzureConditions: Sendable {
    private let match: String?
    private let noneMatch: String?
    private let modifiedSince: Date?
    private let unmodifiedSince: Date?

    /// Parses the conditional header fields of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - prefix: The prefix of the field names. Defaults to none.
    /// - Throws: An error for an invalid date.
    init(_ request: AzureRequest, prefix: String = "") throws(AzureError) {
        func date(_ name: String) throws(AzureError) -> Date? {
            guard let text = request.header(name) else { return nil }
            guard let date = HTTPDate.parse(text, now: request.now) else { throw .invalidHeader(name, text) }
            return date
        }
        match = request.header("\(prefix)If-Match")
        noneMatch = request.header("\(prefix)If-None-Match")
        modifiedSince = try date("\(prefix)If-Modified-Since")
        unmodifiedSince = try date("\(prefix)If-Unmodified-Since")
    }

    /// Checks the conditions for a read operation.
    func checkRead(eTag: String, modified: Date) throws(AzureError) {
        guard noneMatch != "*" else { throw .unsatisfiableCondition }
        try check(eTag: eTag, modified: modified, unchanged: .notModified, changed: .conditionNotMet)
    }

    /// Checks the conditions for a write operation.
    func checkChange(eTag: String, modified: Date) throws(AzureError) {
        try check(eTag: eTag, modified: modified, unchanged: .conditionNotMet, changed: .conditionNotMet)
    }

    /// Checks the conditions for creating or replacing a blob.
    func checkReplacement(of existing: (eTag: String, modified: Date)?) throws(AzureError) {
        guard let existing else {
            if match != nil { throw .conditionNotMet }
            return
        }
        if noneMatch == "*" { throw .blobExists }
        try checkChange(eTag: existing.eTag, modified: existing.modified)
    }

    /// Checks the conditions for the source of a copy operation.
    func checkSource(eTag: String, modified: Date) throws(AzureError) {
        try check(
            eTag: eTag, modified: modified, unchanged: .sourceConditionNotMet, changed: .sourceConditionNotMet)
    }

    private func check(
        eTag: String, modified: Date, unchanged: AzureError, changed: AzureError
    ) throws(AzureError) {
        // Dates in header fields have a precision of one second.
        let modified = modified.timeIntervalSince1970.rounded(.down)
        if let match, !Self.matches(match, eTag) { throw changed }
        if let unmodifiedSince, modified > unmodifiedSince.timeIntervalSince1970 { throw changed }
        if let noneMatch {
            // `If-None-Match` takes precedence over `If-Modified-Since`.
            if Self.matches(noneMatch, eTag) { throw unchanged.adding(.eTag, "\"\(eTag)\"") }
        } else if let modifiedSince, modified <= modifiedSince.timeIntervalSince1970 {
            throw unchanged.adding(.eTag, "\"\(eTag)\"")
        }
    }

    /// Whether a list of ETags contains a tag.
    ///
    /// The service tolerates tags without quotes.
    private static func matches(_ tags: String, _ eTag: String) -> Bool {
        tags == "*"
            || tags.split(separator: ",").contains { tag in
                tag.filter { $0 != "\"" && !$0.isWhitespace } == eTag
            }
    }
}

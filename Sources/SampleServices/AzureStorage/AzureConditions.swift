internal import Foundation
internal import RillHTTP

/// What has to be true of something, so that a request is done.
struct AzureConditions: Sendable {
    private let match: String?
    private let noneMatch: String?
    private let modifiedSince: Date?
    private let unmodifiedSince: Date?

    /// Reads the conditions from a request's fields.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - prefix: What stands before the names: that of the source of a copy, or nothing.
    /// - Throws: That a date is none.
    init(_ request: AzureRequest, prefix: String = "") throws(AzureRefusal) {
        func date(_ name: String) throws(AzureRefusal) -> Date? {
            guard let text = request.header(name) else { return nil }
            guard let date = HTTPDate.parse(text, now: request.now) else { throw .invalidHeader(name, text) }
            return date
        }
        match = request.header("\(prefix)If-Match")
        noneMatch = request.header("\(prefix)If-None-Match")
        modifiedSince = try date("\(prefix)If-Modified-Since")
        unmodifiedSince = try date("\(prefix)If-Unmodified-Since")
    }

    /// Checks them for who reads what is there.
    func checkRead(eTag: String, modified: Date) throws(AzureRefusal) {
        guard noneMatch != "*" else { throw .unsatisfiableCondition }
        try check(eTag: eTag, modified: modified, unchanged: .notModified, changed: .conditionNotMet)
    }

    /// Checks them for who changes what is there.
    func checkChange(eTag: String, modified: Date) throws(AzureRefusal) {
        try check(eTag: eTag, modified: modified, unchanged: .conditionNotMet, changed: .conditionNotMet)
    }

    /// Checks them for who puts something in the place of what is there, or of nothing.
    func checkReplacement(of present: (eTag: String, modified: Date)?) throws(AzureRefusal) {
        guard let present else {
            if match != nil { throw .conditionNotMet }
            return
        }
        if noneMatch == "*" { throw .blobExists }
        try checkChange(eTag: present.eTag, modified: present.modified)
    }

    /// Checks them for who copies what is there.
    func checkSource(eTag: String, modified: Date) throws(AzureRefusal) {
        try check(
            eTag: eTag, modified: modified, unchanged: .sourceConditionNotMet, changed: .sourceConditionNotMet)
    }

    private func check(
        eTag: String, modified: Date, unchanged: AzureRefusal, changed: AzureRefusal
    ) throws(AzureRefusal) {
        // Fields have whole seconds.
        let modified = modified.timeIntervalSince1970.rounded(.down)
        if let match, !Self.holds(match, eTag) { throw changed }
        if let unmodifiedSince, modified > unmodifiedSince.timeIntervalSince1970 { throw changed }
        if let noneMatch {
            // The tag says more than the date.
            if Self.holds(noneMatch, eTag) { throw unchanged.adding(.eTag, "\"\(eTag)\"") }
        } else if let modifiedSince, modified <= modifiedSince.timeIntervalSince1970 {
            throw unchanged.adding(.eTag, "\"\(eTag)\"")
        }
    }

    /// Whether a tag is among others; the service bears it if their quotes are missing.
    private static func holds(_ tags: String, _ eTag: String) -> Bool {
        tags == "*"
            || tags.split(separator: ",").contains { tag in
                tag.filter { $0 != "\"" && !$0.isWhitespace } == eTag
            }
    }
}

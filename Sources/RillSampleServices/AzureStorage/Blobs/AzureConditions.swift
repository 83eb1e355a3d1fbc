internal import Foundation
internal import RillHTTP

/// A container or blob, with the properties to which conditions and leases apply.
protocol AzureResource {
    static var kind: AzureLease.Resource { get }
    var modified: Date { get }
    var eTag: String { get }
    var lease: AzureLease { get }
}

extension AzureResource {
    /// The `ETag` and `Last-Modified` fields.
    var versionFields: HTTPFields { [.eTag: "\"\(eTag)\"", .lastModified: modified.httpDate] }
}

/// The conditional header fields and the lease ID of a request.
struct AzureConditions: Sendable {
    private let match: String?
    private let noneMatch: String?
    private let modifiedSince: Date?
    private let unmodifiedSince: Date?
    private let leaseID: String?
    private let now: Date

    /// Parses the conditional header fields of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - prefix: The prefix of the field names. Defaults to none.
    /// - Throws: An error for an invalid date or lease ID.
    init(_ request: AzureRequest, prefix: String = "") throws {
        let date = { (text: String) in HTTPDate.parse(text, now: request.now) }
        match = request.header("\(prefix)If-Match")
        noneMatch = request.header("\(prefix)If-None-Match")
        modifiedSince = try request.header("\(prefix)If-Modified-Since", date)
        unmodifiedSince = try request.header("\(prefix)If-Unmodified-Since", date)
        leaseID = try request.leaseID
        now = request.now
    }

    /// Checks the lease and the conditions for a read operation.
    func checkRead(_ resource: some AzureResource) throws {
        try checkLease(resource)
        guard noneMatch != "*" else { throw AzureError("UnsatisfiableCondition") }
        try check(resource, unchanged: AzureError("ConditionNotMet", status: 304))
    }

    /// Checks the lease and the conditions for a write operation.
    func checkChange(_ resource: some AzureResource) throws {
        try resource.lease.checkChange(leaseID, of: type(of: resource).kind, now: now)
        try check(resource)
    }

    /// Checks the lease and the conditions for creating or replacing a blob.
    func checkReplacement(of existing: AzureBlob?) throws {
        try (existing?.lease ?? AzureLease()).checkChange(leaseID, of: .blob, now: now)
        guard let existing else {
            if match != nil { throw AzureError("ConditionNotMet") }
            return
        }
        if noneMatch == "*" { throw AzureError("BlobAlreadyExists") }
        try check(existing)
    }

    /// Checks the lease ID, if there is one.
    func checkLease(_ resource: some AzureResource) throws {
        try resource.lease.checkRead(leaseID, of: type(of: resource).kind, now: now)
    }

    /// Checks the conditions.
    ///
    /// - Parameters:
    ///   - resource: The container or blob.
    ///   - unchanged: The error if the resource has not changed.
    ///   - changed: The error if the resource has changed.
    /// - Throws: One of the errors.
    func check(
        _ resource: some AzureResource, unchanged: AzureError = AzureError("ConditionNotMet"),
        changed: AzureError = AzureError("ConditionNotMet")
    ) throws {
        // Dates in header fields have a precision of one second.
        let modified = resource.modified.timeIntervalSince1970.rounded(.down)
        let unchanged = unchanged.adding(.eTag, "\"\(resource.eTag)\"")
        if let match, !Self.matches(match, resource.eTag) { throw changed }
        if let unmodifiedSince, modified > unmodifiedSince.timeIntervalSince1970 { throw changed }
        if let noneMatch {
            // `If-None-Match` takes precedence over `If-Modified-Since`.
            if Self.matches(noneMatch, resource.eTag) { throw unchanged }
        } else if let modifiedSince, modified <= modifiedSince.timeIntervalSince1970 {
            throw unchanged
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

public import Foundation
internal import RillHTTP

/// Conditional headers of a request.
///
///     blobs.upload(body, to: blob, conditions: .isNew)                        // fails if the blob exists
///     blobs.delete(blob, conditions: .matches(properties.eTag))               // fails if the blob has changed
///     blobs.delete(blob, conditions: AccessConditions(leaseID: id))           // fails unless the lease is active
///
/// If a condition is not met, requests fail with ``AzureStorageError/Code/conditionNotMet`` and status 412, writes with
/// ``isNew`` fail with ``AzureStorageError/Code/blobAlreadyExists`` and status 409, and reads fail with status 304.
///
/// Errors of leases have status 412: ``AzureStorageError/Code/leaseIDMissing`` if ``leaseID`` is `nil` and the operation
/// requires it, ``AzureStorageError/Code/leaseIDMismatchWithBlobOperation`` or
/// ``AzureStorageError/Code/leaseIDMismatchWithContainerOperation`` for the ID of another lease,
/// ``AzureStorageError/Code/leaseNotPresentWithBlobOperation`` or
/// ``AzureStorageError/Code/leaseNotPresentWithContainerOperation`` if there is no lease, and
/// ``AzureStorageError/Code/leaseLost`` if the lease has expired or has been broken. Requests with an ID that is not a UUID
/// fail with stage `request`.
public struct AccessConditions: Sendable, Hashable {
    /// The required ETag (`If-Match`).
    ///
    /// ``ETag/any`` requires that the resource exists.
    public var matching: ETag?

    /// The excluded ETag (`If-None-Match`).
    ///
    /// ``ETag/any`` requires that the resource does not exist.
    public var notMatching: ETag?

    /// The date after which the resource must have been modified (`If-Modified-Since`), with a precision of one second.
    public var modifiedSince: Date?

    /// The date after which the resource must not have been modified (`If-Unmodified-Since`), with a precision of one
    /// second.
    public var unmodifiedSince: Date?

    /// The ID of the lease that must be active (`x-ms-lease-id`).
    ///
    /// Writes to a leased blob, and the deletion of a leased blob or container, require the ID of the lease.
    public var leaseID: LeaseID?

    /// Creates conditions.
    ///
    /// - Parameters:
    ///   - matching: The required ETag. Defaults to `nil`, which means any.
    ///   - notMatching: The excluded ETag. Defaults to `nil`, which means none.
    ///   - modifiedSince: The date after which the resource must have been modified. Defaults to `nil`.
    ///   - unmodifiedSince: The date after which the resource must not have been modified. Defaults to `nil`.
    ///   - leaseID: The ID of the lease that must be active. Defaults to `nil`, which means none.
    public init(
        matching: ETag? = nil, notMatching: ETag? = nil, modifiedSince: Date? = nil, unmodifiedSince: Date? = nil,
        leaseID: LeaseID? = nil
    ) {
        self.matching = matching
        self.notMatching = notMatching
        self.modifiedSince = modifiedSince
        self.unmodifiedSince = unmodifiedSince
        self.leaseID = leaseID
    }

    /// Requires that the resource does not exist.
    public static let isNew = AccessConditions(notMatching: .any)

    /// Requires that the resource exists.
    public static let exists = AccessConditions(matching: .any)

    /// Requires that the resource has not changed since an ETag was returned.
    ///
    /// - Parameter tag: The required ETag.
    /// - Returns: The conditions.
    public static func matches(_ tag: ETag) -> AccessConditions { AccessConditions(matching: tag) }

    func add(to fields: inout HTTPFields) {
        if let matching { fields[.ifMatch] = matching.rawValue }
        if let notMatching { fields[.ifNoneMatch] = notMatching.rawValue }
        if let modifiedSince { fields[.ifModifiedSince] = modifiedSince.httpDate }
        if let unmodifiedSince { fields[.ifUnmodifiedSince] = unmodifiedSince.httpDate }
        if let leaseID { fields[.leaseID] = leaseID.rawValue }
    }
}

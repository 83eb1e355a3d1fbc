internal import Foundation

/// The errors of leases.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes>, read 2026-11-23.
extension AzureError {
    // MARK: Lease operations

    static let leaseAlreadyPresent = AzureError(409, "LeaseAlreadyPresent", "There is already a lease present.")
    static let leaseNotPresentWithLeaseOperation = AzureError(
        409, "LeaseNotPresentWithLeaseOperation", "There is currently no lease on the resource.")
    static let leaseIDMismatchWithLeaseOperation = AzureError(
        409, "LeaseIdMismatchWithLeaseOperation", "The lease ID specified did not match the lease ID for the resource.")
    static let leaseIsBreakingAndCannotBeAcquired = AzureError(
        409, "LeaseIsBreakingAndCannotBeAcquired",
        "The lease ID matched, but the lease is currently in breaking state and cannot be acquired until it is broken.")
    static let leaseIsBreakingAndCannotBeChanged = AzureError(
        409, "LeaseIsBreakingAndCannotBeChanged",
        "The lease ID matched, but the lease is currently in breaking state and cannot be changed.")
    static let leaseIsBrokenAndCannotBeRenewed = AzureError(
        409, "LeaseIsBrokenAndCannotBeRenewed",
        "The lease ID matched, but the lease has been broken explicitly and cannot be renewed.")

    // MARK: Other operations

    static func leaseIDMissing(_ resource: AzureLease.Resource) -> AzureError {
        AzureError(
            412, "LeaseIdMissing",
            "There is currently a lease on the \(resource.rawValue) and no lease ID was specified in the request.")
    }

    static func leaseIDMismatch(_ resource: AzureLease.Resource) -> AzureError {
        AzureError(
            412, "LeaseIdMismatchWith\(resource.rawValue.capitalized)Operation",
            "The lease ID specified did not match the lease ID for the \(resource.rawValue).")
    }

    static func leaseNotPresent(_ resource: AzureLease.Resource) -> AzureError {
        AzureError(
            412, "LeaseNotPresentWith\(resource.rawValue.capitalized)Operation",
            "There is currently no lease on the \(resource.rawValue).")
    }

    static func leaseLost(_ resource: AzureLease.Resource) -> AzureError {
        AzureError(
            412, "LeaseLost", "A lease ID was specified, but the lease for the \(resource.rawValue) has expired.")
    }
}

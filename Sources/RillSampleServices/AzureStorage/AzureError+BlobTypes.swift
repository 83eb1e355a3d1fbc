internal import Foundation

/// The errors of append blobs and page blobs.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes>, read 2026-11-23.
extension AzureError {
    static let invalidBlobType = AzureError(
        409, "InvalidBlobType", "The blob type is invalid for this operation.")
    static let appendPositionConditionNotMet = AzureError(
        412, "AppendPositionConditionNotMet", "The append position condition specified was not met.")
    static let maxBlobSizeConditionNotMet = AzureError(
        412, "MaxBlobSizeConditionNotMet", "The max blob size condition specified was not met.")
    static let blockCountExceedsLimit = AzureError(
        409, "BlockCountExceedsLimit", "The committed block count cannot exceed the maximum limit of 50,000 blocks.")
    static let invalidPageRange = AzureError(416, "InvalidPageRange", "The page range specified is invalid.")
}

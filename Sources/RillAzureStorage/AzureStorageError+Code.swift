extension AzureStorageError {
    /// An error code of Azure Storage, which can be a code that has no static member.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The error code sent by the service.
        public let rawValue: String

        /// Creates an error code.
        ///
        /// - Parameter rawValue: The error code sent by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// The error code sent by the service.
        public var description: String { rawValue }

        /// A header field has an invalid value.
        public static let invalidHeaderValue = Code("InvalidHeaderValue")

        /// A required header field is missing.
        public static let missingRequiredHeader = Code("MissingRequiredHeader")

        /// A query parameter has an invalid value.
        public static let invalidQueryParameterValue = Code("InvalidQueryParameterValue")

        /// A query parameter is outside its allowed range.
        public static let outOfRangeQueryParameterValue = Code("OutOfRangeQueryParameterValue")

        /// An input, such as a name, is too long or too short.
        public static let outOfRangeInput = Code("OutOfRangeInput")

        /// The name of a container or queue contains invalid characters.
        public static let invalidResourceName = Code("InvalidResourceName")

        /// The request URI is invalid.
        public static let invalidURI = Code("InvalidUri")

        /// The body is not valid XML, or does not match the schema.
        public static let invalidXMLDocument = Code("InvalidXmlDocument")

        /// The MD5 of the received body differs from the MD5 in the request.
        public static let md5Mismatch = Code("Md5Mismatch")

        /// The CRC-64 of the received body differs from the CRC-64 in the request.
        public static let crc64Mismatch = Code("Crc64Mismatch")

        /// The block list refers to a block that does not exist.
        public static let invalidBlockList = Code("InvalidBlockList")

        /// The content does not match the blob type, or the block IDs of the blob differ in length.
        public static let invalidBlobOrBlock = Code("InvalidBlobOrBlock")

        /// The operation is not supported for the type of the blob.
        public static let invalidBlobType = Code("InvalidBlobType")

        /// The append blob does not have the required size.
        public static let appendPositionConditionNotMet = Code("AppendPositionConditionNotMet")

        /// The append blob would exceed the maximum size in the request.
        public static let maxBlobSizeConditionNotMet = Code("MaxBlobSizeConditionNotMet")

        /// The append blob already has the maximum number of blocks.
        public static let blockCountExceedsLimit = Code("BlockCountExceedsLimit")

        /// The range of pages is not aligned, or is outside the page blob.
        public static let invalidPageRange = Code("InvalidPageRange")

        /// The pop receipt is outdated because the message was received again or updated.
        public static let popReceiptMismatch = Code("PopReceiptMismatch")

        /// The conditions cannot be met by any state of the resource.
        public static let unsatisfiableCondition = Code("UnsatisfiableCondition")

        /// The signature or the date of the request is invalid.
        public static let authenticationFailed = Code("AuthenticationFailed")

        /// The operation is not authorized.
        public static let authorizationFailure = Code("AuthorizationFailure")

        /// The shared access signature does not permit the operation.
        public static let authorizationPermissionMismatch = Code("AuthorizationPermissionMismatch")

        /// The account is read-only, or lacks the permissions for the operation.
        public static let insufficientAccountPermissions = Code("InsufficientAccountPermissions")

        /// The container does not exist.
        public static let containerNotFound = Code("ContainerNotFound")

        /// The blob does not exist.
        public static let blobNotFound = Code("BlobNotFound")

        /// The queue does not exist.
        public static let queueNotFound = Code("QueueNotFound")

        /// The message does not exist, or its pop receipt is no longer valid.
        public static let messageNotFound = Code("MessageNotFound")

        /// The resource does not exist, or is not publicly accessible.
        public static let resourceNotFound = Code("ResourceNotFound")

        /// The container already exists.
        public static let containerAlreadyExists = Code("ContainerAlreadyExists")

        /// A container of the same name is being deleted.
        public static let containerBeingDeleted = Code("ContainerBeingDeleted")

        /// The blob already exists.
        public static let blobAlreadyExists = Code("BlobAlreadyExists")

        /// The queue already exists with different metadata.
        public static let queueAlreadyExists = Code("QueueAlreadyExists")

        /// A queue of the same name is being deleted.
        public static let queueBeingDeleted = Code("QueueBeingDeleted")

        /// The account does not permit public access to containers.
        public static let publicAccessNotPermitted = Code("PublicAccessNotPermitted")

        /// The resource has an active lease, and the request contains no lease ID.
        public static let leaseIDMissing = Code("LeaseIdMissing")

        /// There is an active lease with another ID.
        public static let leaseAlreadyPresent = Code("LeaseAlreadyPresent")

        /// The lease ID does not match the lease, or there is no lease.
        public static let leaseIDMismatchWithLeaseOperation = Code("LeaseIdMismatchWithLeaseOperation")

        /// The lease ID in a request to a blob does not match its lease.
        public static let leaseIDMismatchWithBlobOperation = Code("LeaseIdMismatchWithBlobOperation")

        /// The lease ID in a request to a container does not match its lease.
        public static let leaseIDMismatchWithContainerOperation = Code("LeaseIdMismatchWithContainerOperation")

        /// There is no lease to change or break.
        public static let leaseNotPresentWithLeaseOperation = Code("LeaseNotPresentWithLeaseOperation")

        /// The request contains a lease ID, but the blob has no lease.
        public static let leaseNotPresentWithBlobOperation = Code("LeaseNotPresentWithBlobOperation")

        /// The request contains a lease ID, but the container has no lease.
        public static let leaseNotPresentWithContainerOperation = Code("LeaseNotPresentWithContainerOperation")

        /// The request contains a lease ID, but the lease has expired or has been broken.
        public static let leaseLost = Code("LeaseLost")

        /// The lease is being broken and cannot be acquired until the break period ends.
        public static let leaseIsBreakingAndCannotBeAcquired = Code("LeaseIsBreakingAndCannotBeAcquired")

        /// The lease is being broken and cannot be changed.
        public static let leaseIsBreakingAndCannotBeChanged = Code("LeaseIsBreakingAndCannotBeChanged")

        /// The lease has been broken and cannot be renewed.
        public static let leaseIsBrokenAndCannotBeRenewed = Code("LeaseIsBrokenAndCannotBeRenewed")

        /// The request has no `Content-Length` header field.
        public static let missingContentLengthHeader = Code("MissingContentLengthHeader")

        /// A condition of the request is not met.
        public static let conditionNotMet = Code("ConditionNotMet")

        /// The request body is too large.
        public static let requestBodyTooLarge = Code("RequestBodyTooLarge")

        /// The range is outside the content of the blob.
        public static let invalidRange = Code("InvalidRange")

        /// An internal error of the service.
        ///
        /// The request can be retried.
        public static let internalError = Code("InternalError")

        /// The operation timed out on the service.
        ///
        /// The request can be retried.
        public static let operationTimedOut = Code("OperationTimedOut")

        /// The service is overloaded.
        ///
        /// The request can be retried.
        public static let serverBusy = Code("ServerBusy")
    }
}

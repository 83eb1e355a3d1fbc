extension AzureStorageError {
    /// The codes of errors, as an open set.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The code as the service writes it.
        public let rawValue: String

        /// Creates a code.
        ///
        /// - Parameter rawValue: The code as the service writes it.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code as the service writes it.
        public var description: String { rawValue }

        /// A header field has a value that it cannot have.
        public static let invalidHeaderValue = Code("InvalidHeaderValue")

        /// A header field is missing.
        public static let missingRequiredHeader = Code("MissingRequiredHeader")

        /// A value in the query is none that it can have.
        public static let invalidQueryParameterValue = Code("InvalidQueryParameterValue")

        /// A value in the query is too small or too large.
        public static let outOfRangeQueryParameterValue = Code("OutOfRangeQueryParameterValue")

        /// Something that was sent is too long or too short, a name for example.
        public static let outOfRangeInput = Code("OutOfRangeInput")

        /// The name of a container or a queue has characters that it cannot have.
        public static let invalidResourceName = Code("InvalidResourceName")

        /// The address cannot be read.
        public static let invalidURI = Code("InvalidUri")

        /// The body is no XML, or none of the right form.
        public static let invalidXMLDocument = Code("InvalidXmlDocument")

        /// What has arrived is not what was sent.
        public static let md5Mismatch = Code("Md5Mismatch")

        /// A block of the list is not there.
        public static let invalidBlockList = Code("InvalidBlockList")

        /// What was sent does not fit the blob, or the names of its blocks are not of one length.
        public static let invalidBlobOrBlock = Code("InvalidBlobOrBlock")

        /// Somebody else has got the message since, or it was updated.
        public static let popReceiptMismatch = Code("PopReceiptMismatch")

        /// No state of the thing could meet the conditions.
        public static let unsatisfiableCondition = Code("UnsatisfiableCondition")

        /// The signature is wrong, or the date is.
        public static let authenticationFailed = Code("AuthenticationFailed")

        /// What was asked for is not allowed.
        public static let authorizationFailure = Code("AuthorizationFailure")

        /// A shared access signature does not allow it.
        public static let authorizationPermissionMismatch = Code("AuthorizationPermissionMismatch")

        /// The account is read-only, or the signature's account is.
        public static let insufficientAccountPermissions = Code("InsufficientAccountPermissions")

        /// There is no such container.
        public static let containerNotFound = Code("ContainerNotFound")

        /// There is no such blob.
        public static let blobNotFound = Code("BlobNotFound")

        /// There is no such queue.
        public static let queueNotFound = Code("QueueNotFound")

        /// There is no such message, or its pop receipt is not good any more.
        public static let messageNotFound = Code("MessageNotFound")

        /// There is no such thing, or nobody may see it.
        public static let resourceNotFound = Code("ResourceNotFound")

        /// There is such a container already.
        public static let containerAlreadyExists = Code("ContainerAlreadyExists")

        /// A container of that name is still being deleted.
        public static let containerBeingDeleted = Code("ContainerBeingDeleted")

        /// There is such a blob already.
        public static let blobAlreadyExists = Code("BlobAlreadyExists")

        /// There is such a queue already, with other metadata.
        public static let queueAlreadyExists = Code("QueueAlreadyExists")

        /// A queue of that name is still being deleted.
        public static let queueBeingDeleted = Code("QueueBeingDeleted")

        /// The account lets no container be public.
        public static let publicAccessNotPermitted = Code("PublicAccessNotPermitted")

        /// Somebody holds a lease.
        public static let leaseIDMissing = Code("LeaseIdMissing")

        /// The length of the body was not said.
        public static let missingContentLengthHeader = Code("MissingContentLengthHeader")

        /// A condition of the request is not met.
        public static let conditionNotMet = Code("ConditionNotMet")

        /// The body is too large.
        public static let requestBodyTooLarge = Code("RequestBodyTooLarge")

        /// There are no such bytes.
        public static let invalidRange = Code("InvalidRange")

        /// The service has failed; it may do better another time.
        public static let internalError = Code("InternalError")

        /// The service was too slow; it may do better another time.
        public static let operationTimedOut = Code("OperationTimedOut")

        /// The service has too much to do.
        public static let serverBusy = Code("ServerBusy")
    }
}

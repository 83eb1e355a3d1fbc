/// The errors of the services: status, code, and message.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2>, read 2026-11-23.
extension AzureError {
    static let table = Dictionary(
        uniqueKeysWithValues: text.split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            return (parts[1], (status: Int(parts[0]) ?? 0, message: parts[2]))
        })

    private static let text = """
        400 BlockListTooLong The block list may not contain more than 50,000 blocks.
        400 BothCrc64AndMd5HeaderPresent Both x-ms-content-crc64 header and Content-MD5 header are present.
        400 CannotVerifyCopySource %
        400 Crc64Mismatch The CRC64 value specified in the request did not match with the CRC64 value calculated by \
        the server.
        400 EmptyMetadataKey The key for one of the metadata key-value pairs is empty.
        400 InvalidAuthenticationInfo Authentication information is not given in the correct format. Check the value \
        of Authorization header.
        400 InvalidBlobOrBlock The specified blob or block content is invalid.
        400 InvalidBlockList The specified block list is invalid.
        400 InvalidHeaderValue The value for one of the HTTP headers is not in the correct format.
        400 InvalidMd5 The MD5 value specified in the request is invalid. The MD5 value must be 128 bits and \
        Base64-encoded.
        400 InvalidMetadata The metadata specified is invalid. It has characters that are not permitted.
        400 InvalidQueryParameterValue Value for one of the query parameters specified in the request URI is invalid.
        400 InvalidResourceName The specified resource name contains invalid characters.
        400 InvalidUri The requested URI does not represent any resource on the server.
        400 InvalidXmlDocument XML specified is not syntactically valid.
        400 InvalidXmlNodeValue The value for one of the XML nodes is not in the correct format.
        400 Md5Mismatch The MD5 value specified in the request did not match with the MD5 value calculated by the \
        server.
        400 MetadataTooLarge The metadata specified exceeds the maximum permissible limit (8KB).
        400 MissingRequiredHeader An HTTP header that's mandatory for this request is not specified.
        400 MissingRequiredQueryParameter A query parameter that's mandatory for this request is not specified.
        400 OutOfRangeInput One of the request inputs is out of range.
        400 OutOfRangeQueryParameterValue One of the query parameters specified in the request URI is outside the \
        permissible range.
        400 PopReceiptMismatch The specified pop receipt did not match the pop receipt for a dequeued message.
        400 UnsatisfiableCondition The request includes an unsatisfiable condition for this operation.
        401 NoAuthenticationInformation Server failed to authenticate the request. Please refer to the information in \
        the www-authenticate header.
        403 AuthenticationFailed Server failed to authenticate the request. Make sure the value of Authorization \
        header is formed correctly including the signature.
        403 AuthorizationPermissionMismatch This request is not authorized to perform this operation using this \
        permission.
        403 AuthorizationProtocolMismatch This request is not authorized to perform this operation using this \
        protocol.
        403 AuthorizationResourceTypeMismatch This request is not authorized to perform this operation using this \
        resource type.
        403 AuthorizationServiceMismatch This request is not authorized to perform this operation using this service.
        403 AuthorizationSourceIPMismatch This request is not authorized to perform this operation using this source \
        IP 127.0.0.1.
        404 BlobNotFound The specified blob does not exist.
        404 ContainerNotFound The specified container does not exist.
        404 MessageNotFound The specified message does not exist.
        404 QueueNotFound The specified queue does not exist.
        404 ResourceNotFound The specified resource does not exist.
        405 UnsupportedHttpVerb The resource doesn't support specified Http Verb.
        409 BlobAlreadyExists The specified blob already exists.
        409 BlockCountExceedsLimit The committed block count cannot exceed the maximum limit of 50,000 blocks.
        409 ContainerAlreadyExists The specified container already exists.
        409 InvalidBlobType The blob type is invalid for this operation.
        409 LeaseAlreadyPresent There is already a lease present.
        409 LeaseIdMismatchWithLeaseOperation The lease ID specified did not match the lease ID for the resource.
        409 LeaseIsBreakingAndCannotBeAcquired The lease ID matched, but the lease is currently in breaking state and \
        cannot be acquired until it is broken.
        409 LeaseIsBreakingAndCannotBeChanged The lease ID matched, but the lease is currently in breaking state and \
        cannot be changed.
        409 LeaseIsBrokenAndCannotBeRenewed The lease ID matched, but the lease has been broken explicitly and cannot \
        be renewed.
        409 LeaseNotPresentWithLeaseOperation There is currently no lease on the resource.
        409 NoPendingCopyOperation There is currently no pending copy operation.
        409 QueueAlreadyExists The specified queue already exists.
        411 MissingContentLengthHeader The Content-Length header was not specified.
        412 AppendPositionConditionNotMet The append position condition specified was not met.
        412 ConditionNotMet The condition specified using HTTP conditional header(s) is not met.
        412 LeaseIdMismatchWithBlobOperation The lease ID specified did not match the lease ID for the blob.
        412 LeaseIdMismatchWithContainerOperation The lease ID specified did not match the lease ID for the container.
        412 LeaseIdMissing There is currently a lease on the % and no lease ID was specified in the request.
        412 LeaseLost A lease ID was specified, but the lease for the % has expired.
        412 LeaseNotPresentWithBlobOperation There is currently no lease on the blob.
        412 LeaseNotPresentWithContainerOperation There is currently no lease on the container.
        412 MaxBlobSizeConditionNotMet The max blob size condition specified was not met.
        412 SourceConditionNotMet The source condition specified using HTTP conditional header(s) is not met.
        413 RequestBodyTooLarge The request body is too large and exceeds the maximum permissible limit.
        416 InvalidPageRange The page range specified is invalid.
        416 InvalidRange The range specified is invalid for the current size of the resource.
        501 NotImplemented The sample server does not implement this operation.
        """

    // MARK: Errors with details

    static let invalidToken = AzureError(
        status: 401, code: "InvalidAuthenticationInfo", message: AzureError("NoAuthenticationInformation").message)

    static let challenge =
        "Bearer authorization_uri=https://login.microsoftonline.com/common/oauth2/authorize "
        + "resource_id=https://storage.azure.com"

    static func invalidParameter(_ name: String, _ value: String) -> AzureError {
        AzureError("InvalidQueryParameterValue").with("QueryParameterName", name)
            .with("QueryParameterValue", value).with("Reason", "")
    }

    static func outOfRange(_ name: String, _ value: String, _ bounds: ClosedRange<Int>) -> AzureError {
        AzureError("OutOfRangeQueryParameterValue").with("QueryParameterName", name)
            .with("QueryParameterValue", value).with("MinimumAllowed", "\(bounds.lowerBound)")
            .with("MaximumAllowed", "\(bounds.upperBound)")
    }

    static func invalidHeader(_ name: String, _ value: String) -> AzureError {
        AzureError("InvalidHeaderValue").with("HeaderName", name).with("HeaderValue", value)
    }

    static func missingHeader(_ name: String) -> AzureError {
        AzureError("MissingRequiredHeader").with("HeaderName", name)
    }

    static func invalidNode(_ name: String, _ value: String) -> AzureError {
        AzureError("InvalidXmlNodeValue").with("XmlNodeName", name).with("XmlNodeValue", value)
    }

    static func bodyTooLarge(maximum: Int) -> AzureError {
        AzureError("RequestBodyTooLarge").with("MaxLimit", "\(maximum)")
    }

    static func unauthorized(_ detail: String) -> AzureError {
        AzureError("AuthenticationFailed").with("AuthenticationErrorDetail", detail)
    }
}

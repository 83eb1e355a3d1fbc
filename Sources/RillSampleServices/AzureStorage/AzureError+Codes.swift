internal import RillHTTP

extension AzureError {
    // MARK: URLs and parameters

    static let invalidURI = AzureError(
        400, "InvalidUri", "The requested URI does not represent any resource on the server.")
    static let invalidName = AzureError(
        400, "InvalidResourceName", "The specified resource name contains invalid characters.")
    static let inputOutOfRange = AzureError(400, "OutOfRangeInput", "One of the request inputs is out of range.")
    static let resourceNotFound = AzureError(404, "ResourceNotFound", "The specified resource does not exist.")
    static let unsupportedVerb = AzureError(
        405, "UnsupportedHttpVerb", "The resource doesn't support specified Http Verb.")
    static let notImplemented = AzureError(
        501, "NotImplemented", "The sample server does not implement this operation.")
    static let missingLength = AzureError(
        411, "MissingContentLengthHeader", "The Content-Length header was not specified.")

    static func invalidParameter(_ name: String, _ value: String) -> AzureError {
        AzureError(
            400, "InvalidQueryParameterValue",
            "Value for one of the query parameters specified in the request URI is invalid."
        ).with("QueryParameterName", name).with("QueryParameterValue", value).with("Reason", "")
    }

    static func missingParameter(_ name: String) -> AzureError {
        AzureError(
            400, "MissingRequiredQueryParameter",
            "A query parameter that's mandatory for this request is not specified."
        ).with("QueryParameterName", name)
    }

    static func outOfRange(_ name: String, _ value: String, _ bounds: ClosedRange<Int>) -> AzureError {
        AzureError(
            400, "OutOfRangeQueryParameterValue",
            "One of the query parameters specified in the request URI is outside the permissible range."
        ).with("QueryParameterName", name).with("QueryParameterValue", value)
            .with("MinimumAllowed", "\(bounds.lowerBound)").with("MaximumAllowed", "\(bounds.upperBound)")
    }

    // MARK: Header fields

    static func invalidHeader(_ name: String, _ value: String) -> AzureError {
        AzureError(
            400, "InvalidHeaderValue", "The value for one of the HTTP headers is not in the correct format."
        ).with("HeaderName", name).with("HeaderValue", value)
    }

    static func missingHeader(_ name: String) -> AzureError {
        AzureError(
            400, "MissingRequiredHeader", "An HTTP header that's mandatory for this request is not specified."
        ).with("HeaderName", name)
    }

    static let invalidMetadata = AzureError(
        400, "InvalidMetadata",
        "The metadata specified is invalid. It has characters that are not permitted.")
    static let emptyMetadataKey = AzureError(
        400, "EmptyMetadataKey", "The key for one of the metadata key-value pairs is empty.")
    static let metadataTooLarge = AzureError(
        400, "MetadataTooLarge", "The metadata specified exceeds the maximum permissible limit (8KB).")

    // MARK: Bodies

    static let invalidXML = AzureError(400, "InvalidXmlDocument", "XML specified is not syntactically valid.")
    static let md5Mismatch = AzureError(
        400, "Md5Mismatch",
        "The MD5 value specified in the request did not match with the MD5 value calculated by the server.")
    static let crc64Mismatch = AzureError(
        400, "Crc64Mismatch",
        "The CRC64 value specified in the request did not match with the CRC64 value calculated by the server.")
    static let bothChecksums = AzureError(
        400, "BothCrc64AndMd5HeaderPresent", "Both x-ms-content-crc64 header and Content-MD5 header are present.")
    static let invalidMD5 = AzureError(
        400, "InvalidMd5",
        "The MD5 value specified in the request is invalid. The MD5 value must be 128 bits and Base64-encoded.")

    static func invalidNode(_ name: String, _ value: String) -> AzureError {
        AzureError(
            400, "InvalidXmlNodeValue",
            "The value for one of the XML nodes is not in the correct format."
        ).with("XmlNodeName", name).with("XmlNodeValue", value)
    }

    static func bodyTooLarge(maximum: Int) -> AzureError {
        AzureError(
            413, "RequestBodyTooLarge", "The request body is too large and exceeds the maximum permissible limit."
        ).with("MaxLimit", "\(maximum)")
    }

    // MARK: Authorization

    static let authenticationFailed = AzureError(
        403, "AuthenticationFailed",
        "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly "
            + "including the signature.")
    static let invalidAuthentication = AzureError(
        400, "InvalidAuthenticationInfo",
        "Authentication information is not given in the correct format. Check the value of Authorization header.")
    static let noAuthentication = AzureError(
        401, "NoAuthenticationInformation",
        "Server failed to authenticate the request. Please refer to the information in the www-authenticate header.")
    static let invalidToken = AzureError(
        401, "InvalidAuthenticationInfo",
        "Server failed to authenticate the request. Please refer to the information in the www-authenticate header.")
    static let challenge =
        "Bearer authorization_uri=https://login.microsoftonline.com/common/oauth2/authorize "
        + "resource_id=https://storage.azure.com"
    static let permissionMismatch = AzureError(
        403, "AuthorizationPermissionMismatch",
        "This request is not authorized to perform this operation using this permission.")
    static let serviceMismatch = AzureError(
        403, "AuthorizationServiceMismatch",
        "This request is not authorized to perform this operation using this service.")
    static let resourceTypeMismatch = AzureError(
        403, "AuthorizationResourceTypeMismatch",
        "This request is not authorized to perform this operation using this resource type.")
    static let protocolMismatch = AzureError(
        403, "AuthorizationProtocolMismatch",
        "This request is not authorized to perform this operation using this protocol.")
    static let sourceMismatch = AzureError(
        403, "AuthorizationSourceIPMismatch",
        "This request is not authorized to perform this operation using this source IP 127.0.0.1.")

    // MARK: Conditions

    static let notModified = AzureError(
        304, "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met.")
    static let conditionNotMet = AzureError(
        412, "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met.")
    static let sourceConditionNotMet = AzureError(
        412, "SourceConditionNotMet",
        "The source condition specified using HTTP conditional header(s) is not met.")
    static let unsatisfiableCondition = AzureError(
        400, "UnsatisfiableCondition", "The request includes an unsatisfiable condition for this operation.")

    // MARK: Containers and blobs

    static let containerNotFound = AzureError(404, "ContainerNotFound", "The specified container does not exist.")
    static let containerExists = AzureError(409, "ContainerAlreadyExists", "The specified container already exists.")
    static let blobNotFound = AzureError(404, "BlobNotFound", "The specified blob does not exist.")
    static let blobExists = AzureError(409, "BlobAlreadyExists", "The specified blob already exists.")
    static let invalidBlock = AzureError(400, "InvalidBlobOrBlock", "The specified blob or block content is invalid.")
    static let invalidBlockList = AzureError(400, "InvalidBlockList", "The specified block list is invalid.")
    static let blockListTooLong = AzureError(
        400, "BlockListTooLong", "The block list may not contain more than 50,000 blocks.")
    static let noPendingCopy = AzureError(
        409, "NoPendingCopyOperation", "There is currently no pending copy operation.")

    static func unverifiableSource(_ status: Int, _ message: String) -> AzureError {
        AzureError(status, "CannotVerifyCopySource", message)
    }

    static func invalidRange(size: Int) -> AzureError {
        AzureError(416, "InvalidRange", "The range specified is invalid for the current size of the resource.")
            .adding(.contentRange, "bytes */\(size)")
    }

    // MARK: Queues

    static let queueNotFound = AzureError(404, "QueueNotFound", "The specified queue does not exist.")
    static let queueExists = AzureError(409, "QueueAlreadyExists", "The specified queue already exists.")
    static let messageNotFound = AzureError(404, "MessageNotFound", "The specified message does not exist.")
    static let receiptMismatch = AzureError(
        400, "PopReceiptMismatch",
        "The specified pop receipt did not match the pop receipt for a dequeued message.")
}

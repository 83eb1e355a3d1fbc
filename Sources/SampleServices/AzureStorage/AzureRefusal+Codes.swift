internal import RillHTTP

extension AzureRefusal {
    // MARK: Addresses and parameters

    static let invalidURI = AzureRefusal(
        400, "InvalidUri", "The requested URI does not represent any resource on the server.")
    static let invalidName = AzureRefusal(
        400, "InvalidResourceName", "The specified resource name contains invalid characters.")
    static let inputOutOfRange = AzureRefusal(400, "OutOfRangeInput", "One of the request inputs is out of range.")
    static let resourceNotFound = AzureRefusal(404, "ResourceNotFound", "The specified resource does not exist.")
    static let unsupportedVerb = AzureRefusal(
        405, "UnsupportedHttpVerb", "The resource doesn't support specified Http Verb.")
    static let notImplemented = AzureRefusal(501, "NotImplemented", "The sample does not implement this operation.")
    static let missingLength = AzureRefusal(
        411, "MissingContentLengthHeader", "The Content-Length header was not specified.")

    static func invalidParameter(_ name: String, _ value: String) -> AzureRefusal {
        AzureRefusal(
            400, "InvalidQueryParameterValue",
            "Value for one of the query parameters specified in the request URI is invalid."
        ).with("QueryParameterName", name).with("QueryParameterValue", value).with("Reason", "")
    }

    static func missingParameter(_ name: String) -> AzureRefusal {
        AzureRefusal(
            400, "MissingRequiredQueryParameter",
            "A query parameter that's mandatory for this request is not specified."
        ).with("QueryParameterName", name)
    }

    static func outOfRange(_ name: String, _ value: String, _ bounds: ClosedRange<Int>) -> AzureRefusal {
        AzureRefusal(
            400, "OutOfRangeQueryParameterValue",
            "One of the query parameters specified in the request URI is outside the permissible range."
        ).with("QueryParameterName", name).with("QueryParameterValue", value)
            .with("MinimumAllowed", "\(bounds.lowerBound)").with("MaximumAllowed", "\(bounds.upperBound)")
    }

    // MARK: Header fields

    static func invalidHeader(_ name: String, _ value: String) -> AzureRefusal {
        AzureRefusal(
            400, "InvalidHeaderValue", "The value for one of the HTTP headers is not in the correct format."
        ).with("HeaderName", name).with("HeaderValue", value)
    }

    static func missingHeader(_ name: String) -> AzureRefusal {
        AzureRefusal(
            400, "MissingRequiredHeader", "An HTTP header that's mandatory for this request is not specified."
        ).with("HeaderName", name)
    }

    static let invalidMetadata = AzureRefusal(
        400, "InvalidMetadata",
        "The metadata specified is invalid. It has characters that are not permitted.")
    static let emptyMetadataKey = AzureRefusal(
        400, "EmptyMetadataKey", "The key for one of the metadata key-value pairs is empty.")
    static let metadataTooLarge = AzureRefusal(
        400, "MetadataTooLarge", "The metadata specified exceeds the maximum permissible limit (8KB).")

    // MARK: Bodies

    static let invalidXML = AzureRefusal(400, "InvalidXmlDocument", "XML specified is not syntactically valid.")
    static let md5Mismatch = AzureRefusal(
        400, "Md5Mismatch",
        "The MD5 value specified in the request did not match with the MD5 value calculated by the server.")
    static let invalidMD5 = AzureRefusal(
        400, "InvalidMd5",
        "The MD5 value specified in the request is invalid. The MD5 value must be 128 bits and Base64-encoded.")

    static func invalidNode(_ name: String, _ value: String) -> AzureRefusal {
        AzureRefusal(
            400, "InvalidXmlNodeValue",
            "The value for one of the XML nodes is not in the correct format."
        ).with("XmlNodeName", name).with("XmlNodeValue", value)
    }

    static func bodyTooLarge(maximum: Int) -> AzureRefusal {
        AzureRefusal(
            413, "RequestBodyTooLarge", "The request body is too large and exceeds the maximum permissible limit."
        ).with("MaxLimit", "\(maximum)")
    }

    // MARK: Who asks

    static let authenticationFailed = AzureRefusal(
        403, "AuthenticationFailed",
        "Server failed to authenticate the request. Make sure the value of Authorization header is formed correctly "
            + "including the signature.")
    static let invalidAuthentication = AzureRefusal(
        400, "InvalidAuthenticationInfo",
        "Authentication information is not given in the correct format. Check the value of Authorization header.")
    static let noAuthentication = AzureRefusal(
        401, "NoAuthenticationInformation",
        "Server failed to authenticate the request. Please refer to the information in the www-authenticate header.")
    static let permissionMismatch = AzureRefusal(
        403, "AuthorizationPermissionMismatch",
        "This request is not authorized to perform this operation using this permission.")
    static let serviceMismatch = AzureRefusal(
        403, "AuthorizationServiceMismatch",
        "This request is not authorized to perform this operation using this service.")
    static let resourceTypeMismatch = AzureRefusal(
        403, "AuthorizationResourceTypeMismatch",
        "This request is not authorized to perform this operation using this resource type.")
    static let protocolMismatch = AzureRefusal(
        403, "AuthorizationProtocolMismatch",
        "This request is not authorized to perform this operation using this protocol.")
    static let sourceMismatch = AzureRefusal(
        403, "AuthorizationSourceIPMismatch",
        "This request is not authorized to perform this operation using this source IP 127.0.0.1.")

    // MARK: Conditions

    static let notModified = AzureRefusal(
        304, "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met.")
    static let conditionNotMet = AzureRefusal(
        412, "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met.")
    static let sourceConditionNotMet = AzureRefusal(
        412, "SourceConditionNotMet",
        "The source condition specified using HTTP conditional header(s) is not met.")
    static let unsatisfiableCondition = AzureRefusal(
        400, "UnsatisfiableCondition", "The request includes an unsatisfiable condition for this operation.")

    // MARK: Containers and blobs

    static let containerNotFound = AzureRefusal(404, "ContainerNotFound", "The specified container does not exist.")
    static let containerExists = AzureRefusal(409, "ContainerAlreadyExists", "The specified container already exists.")
    static let blobNotFound = AzureRefusal(404, "BlobNotFound", "The specified blob does not exist.")
    static let blobExists = AzureRefusal(409, "BlobAlreadyExists", "The specified blob already exists.")
    static let invalidBlock = AzureRefusal(400, "InvalidBlobOrBlock", "The specified blob or block content is invalid.")
    static let invalidBlockList = AzureRefusal(400, "InvalidBlockList", "The specified block list is invalid.")
    static let blockListTooLong = AzureRefusal(
        400, "BlockListTooLong", "The block list may not contain more than 50,000 blocks.")
    static let noPendingCopy = AzureRefusal(
        409, "NoPendingCopyOperation", "There is currently no pending copy operation.")

    static func unverifiableSource(_ status: Int, _ message: String) -> AzureRefusal {
        AzureRefusal(status, "CannotVerifyCopySource", message)
    }

    static func invalidRange(size: Int) -> AzureRefusal {
        AzureRefusal(416, "InvalidRange", "The range specified is invalid for the current size of the resource.")
            .adding(.contentRange, "bytes */\(size)")
    }

    // MARK: Queues

    static let queueNotFound = AzureRefusal(404, "QueueNotFound", "The specified queue does not exist.")
    static let queueExists = AzureRefusal(409, "QueueAlreadyExists", "The specified queue already exists.")
    static let messageNotFound = AzureRefusal(404, "MessageNotFound", "The specified message does not exist.")
    static let receiptMismatch = AzureRefusal(
        400, "PopReceiptMismatch",
        "The specified pop receipt did not match the pop receipt for a dequeued message.")
}

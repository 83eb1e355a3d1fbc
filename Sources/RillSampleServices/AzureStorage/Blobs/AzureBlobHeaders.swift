internal import Foundation
internal import RillDigests
internal import RillHTTPTesting

/// The content headers of a blob.
struct AzureBlobHeaders: Sendable, Hashable {
    var type = "application/octet-stream"
    var encoding: String?
    var language: String?
    var disposition: String?
    var cacheControl: String?

    /// The Base64-encoded MD5 of the blob.
    var md5: String?

    init() {}

    /// Reads the `x-ms-blob-…` fields of a request, and optionally the standard fields as a fallback.
    init(_ request: AzureRequest, usesStandardFields: Bool) throws {
        func value(_ name: String) -> String? {
            request.header("x-ms-blob-\(name)") ?? (usesStandardFields ? request.header(name) : nil)
        }
        type = value("content-type") ?? type
        encoding = value("content-encoding")
        language = value("content-language")
        disposition = request.header("x-ms-blob-content-disposition")
        cacheControl = value("cache-control")
        md5 = request.header("x-ms-blob-content-md5")
        if let md5, Data(base64Encoded: md5)?.count != 16 { throw AzureError("InvalidMd5") }
    }

    /// Verifies the `Content-MD5` field of a request, and computes the MD5 of its body.
    ///
    /// - Returns: The Base64-encoded MD5, or `nil` if the request has no `Content-MD5` field and `isNeeded` is `false`.
    static func md5(of request: AzureRequest, isNeeded: Bool) throws -> String? {
        let given = request.header("Content-MD5")
        guard given != nil || isNeeded else { return nil }
        let own = Data(MD5.digest(of: request.request.body)).base64EncodedString()
        try check(given, own)
        return own
    }

    /// Throws if the MD5 in a request is not the one of the content.
    static func check(_ given: String?, _ own: String?) throws {
        guard let given, let own else { return }
        guard Data(base64Encoded: given)?.count == 16 else { throw AzureError("InvalidMd5") }
        guard given == own else {
            throw AzureError("Md5Mismatch").with("UserSpecifiedMd5", given).with("ServerCalculatedMd5", own)
        }
    }
}

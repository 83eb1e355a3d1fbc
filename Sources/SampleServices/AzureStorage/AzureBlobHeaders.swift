internal import Digests
internal import Foundation
internal import RillHTTPTesting

/// The fields with which a blob is answered, as who has put it has said.
struct AzureBlobHeaders: Sendable {
    var type = "application/octet-stream"
    var encoding: String?
    var language: String?
    var disposition: String?
    var cacheControl: String?

    /// The digest that is kept with the blob, in Base64.
    var md5: String?

    init() {}

    /// Reads `x-ms-blob-…` from a request; what it does not say, the request's own fields say, if it puts a whole blob.
    init(_ request: AzureRequest, usesOwnFields: Bool) throws(AzureRefusal) {
        func value(_ name: String) -> String? {
            request.header("x-ms-blob-\(name)") ?? (usesOwnFields ? request.header(name) : nil)
        }
        type = value("content-type") ?? type
        encoding = value("content-encoding")
        language = value("content-language")
        disposition = request.header("x-ms-blob-content-disposition")
        cacheControl = value("cache-control")
        md5 = request.header("x-ms-blob-content-md5")
        if let md5, Data(base64Encoded: md5)?.count != 16 { throw .invalidMD5 }
    }

    /// Checks the digest that a request says its body has, and calculates it.
    ///
    /// - Returns: The digest in Base64; nil if the request names none and it is not needed either.
    static func md5(of request: AzureRequest, isNeeded: Bool) throws(AzureRefusal) -> String? {
        let given = request.header("Content-MD5")
        guard given != nil || isNeeded else { return nil }
        let own = Data(MD5.digest(of: request.request.body)).base64EncodedString()
        guard let given else { return own }
        guard Data(base64Encoded: given)?.count == 16 else { throw .invalidMD5 }
        guard given == own else {
            throw .md5Mismatch.with("UserSpecifiedMd5", given).with("ServerCalculatedMd5", own)
        }
        return own
    }
}

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

/// The checksums of the body of a request: `Content-MD5` and `x-ms-content-crc64`.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/put-block>, read 2026-11-21.
enum AzureChecksum {
    /// Verifies the checksums of a request, and returns the fields of the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - returnsCRC64: Whether the response contains the CRC-64 even if the request contains none.
    /// - Returns: The fields of the response.
    /// - Throws: An error for a checksum that does not match.
    static func fields(of request: AzureRequest, returnsCRC64: Bool) throws -> HTTPFields {
        let name = "x-ms-content-crc64"
        let given = request.header(name)
        if given != nil, request.header("Content-MD5") != nil { throw AzureError("BothCrc64AndMd5HeaderPresent") }
        var fields = HTTPFields(omittingEmpty: ["Content-MD5": try AzureBlobHeaders.md5(of: request, isNeeded: false)])
        // CRC-64 has been supported since version 2019-02-02.
        let isSupported = request.version >= "2019-02-02"
        if isSupported, given != nil || returnsCRC64 {
            let own = Data(CRC64.digest(of: request.request.body)).base64EncodedString()
            if let given {
                guard Data(base64Encoded: given)?.count == 8 else { throw AzureError.invalidHeader(name, given) }
                guard given == own else {
                    throw AzureError("Crc64Mismatch").with("UserSpecifiedCrc64", given)
                        .with("ServerCalculatedCrc64", own)
                }
            }
            fields.set(name, own)
        }
        return fields
    }
}

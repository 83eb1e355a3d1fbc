internal import Foundation
internal import RillDigests
internal import RillHTTP
internal import RillHTTPTesting

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
        var fields = HTTPFields()
        fields.set("Content-MD5", try AzureBlobHeaders.md5(of: request, isNeeded: false))
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

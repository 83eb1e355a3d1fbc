internal import Foundation
internal import RillDigests
internal import RillHTTP
internal import RillSystem

extension DownloadOptions {
    /// Returns options that also verify the MD5 of resumed files.
    ///
    /// Other files are verified while they are received.
    func verifyingMD5OfResumedFiles() -> DownloadOptions {
        var options = self
        options.verify = { [verify] path, head in
            if head.status == .partialContent, let md5 = head.blobMD5 {
                guard try MD5.digest(ofFileAt: path) == md5 else { throw TransportError.checksumMismatch }
            }
            try verify?(path, head)
        }
        return options
    }
}

extension HTTPResponse {
    /// The MD5 of the whole blob, or `nil` if the service stores none.
    var blobMD5: [UInt8]? { checksum(.blobContentMD5, size: 16) }

    /// Returns the Base64-encoded checksum in a header field, or `nil` if it is missing or has another size.
    func checksum(_ name: HTTPField.Name, size: Int) -> [UInt8]? {
        guard let data = headerFields[name].flatMap({ Data(base64Encoded: $0) }), data.count == size else { return nil }
        return [UInt8](data)
    }
}

extension TransportError {
    /// The received content does not match the MD5 of the blob.
    static let checksumMismatch = TransportError(.malformedResponse, .damaged, "MD5 checksum mismatch")
}

extension MD5 {
    /// Returns the digest of a file without loading it into memory.
    fileprivate static func digest(ofFileAt path: String) throws -> [UInt8] {
        let file = try FileReader(path)
        var md5 = MD5()
        while true {
            let bytes = try file.read(upTo: 1 << 20)
            if bytes.isEmpty { return md5.digest }
            md5.update(bytes)
        }
    }
}

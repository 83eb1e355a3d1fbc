internal import Foundation
internal import RillDigests
internal import RillHTTP
internal import RillHTTPTesting

/// Returns the content and metadata of blobs.
struct AzureBlobReading: Sendable {
    let store: AzureBlobStore

    /// The maximum size of a range with a checksum, in bytes.
    private static let maximumCheckedRange = 4 << 20

    func get(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let (md5, crc64) = ("x-ms-range-get-content-md5", "x-ms-range-get-content-crc64")
        return AzureAction(
            .object, "r", publicAccess: .blob,
            fields: [.conditions, .lease, .range, AzureFields(stringLiteral: md5), AzureFields(stringLiteral: crc64)]
        ) { _ throws(AzureError) in
            let blob = try find(request, location)
            var fields = blob.fields(isHead: request.method == .head, now: request.now)
            guard request.method == .get, let range = try AzureRange.read(request, size: blob.content.count) else {
                // A checksum can be requested only for a range.
                for name in [md5, crc64] {
                    if let value = request.header(name) { throw .invalidHeader(name, value) }
                }
                fields.set("Content-MD5", blob.headers.md5)
                let steps = request.method == .get ? blob.content.steps(0..<blob.content.count) : []
                return Self.response(.ok, fields, steps, count: blob.content.count)
            }
            fields.set("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(blob.content.count)")
            fields.set("x-ms-blob-content-md5", blob.headers.md5)
            if try Self.includes(md5, request, range) {
                // The service returns only one of the checksums.
                if request.header(crc64) != nil { throw .invalidHeader(crc64, request.header(crc64) ?? "") }
                var hash = MD5()
                for slice in blob.content.slices(range) { hash.update(slice) }
                fields.set("Content-MD5", Data(hash.digest).base64EncodedString())
            } else if try Self.includes(crc64, request, range) {
                var checksum = CRC64()
                for slice in blob.content.slices(range) { checksum.update(slice) }
                fields.set("x-ms-content-crc64", Data(checksum.digest).base64EncodedString())
            }
            return Self.response(.partialContent, fields, blob.content.steps(range), count: range.count)
        }
    }

    func metadata(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(
            .object, "r", publicAccess: .blob, items: ["comp"], fields: [.conditions, .lease]
        ) { _ throws(AzureError) in
            let blob = try find(request, location)
            return .status(.ok, fields: .state(eTag: blob.eTag, modified: blob.modified) + blob.metadata.fields)
        }
    }

    private func find(_ request: AzureRequest, _ location: AzureBlobLocation) throws(AzureError) -> AzureBlob {
        let conditions = try AzureConditions(request)
        let blob = try store.blob(location.name, in: location.container)
        try blob.lease.checkRead(try request.leaseID, of: .blob, now: request.now)
        try conditions.checkRead(eTag: blob.eTag, modified: blob.modified)
        return blob
    }

    private static func includes(
        _ name: String, _ request: AzureRequest, _ range: Range<Int>
    ) throws(AzureError) -> Bool {
        guard let text = request.header(name), text.lowercased() == "true" else { return false }
        guard range.count <= maximumCheckedRange else { throw .invalidHeader(name, text) }
        return true
    }

    private static func response(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, _ content: [LoopbackServer.Step], count: Int
    ) -> LoopbackServer.Response {
        .steps([.head(.length(count))] + content + [.finish()], status: status, fields: fields)
    }
}

internal import Foundation
internal import RillDigests
internal import RillHTTPTesting

/// The content and metadata of blobs.
extension AzureBlobEndpoints {
    /// The maximum size of a range with a checksum, in bytes.
    private static let maximumCheckedRange = 4 << 20

    func get(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let (md5, crc64) = ("x-ms-range-get-content-md5", "x-ms-range-get-content-crc64")
        return AzureAction(
            .object, "r", publicAccess: .blob,
            fields: [.conditions, .lease, .range, AzureFields(stringLiteral: md5), AzureFields(stringLiteral: crc64)]
        ) { _ in
            let blob = try store.read(location, request)
            var fields = blob.fields(isHead: request.method == .head, now: request.now)
            guard request.method == .get, let range = try request.range(size: blob.content.count) else {
                // A checksum can be requested only for a range.
                for name in [md5, crc64] {
                    if let value = request.header(name) { throw AzureError.invalidHeader(name, value) }
                }
                fields.set("Content-MD5", blob.headers.md5)
                let steps = request.method == .get ? blob.content.steps(0..<blob.content.count) : []
                return .steps([.head(.length(blob.content.count))] + steps + [.finish()], fields: fields)
            }
            fields.set("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(blob.content.count)")
            fields.set("x-ms-blob-content-md5", blob.headers.md5)
            // The service returns only one of the checksums.
            if try Self.includes(md5, request, range) {
                if let value = request.header(crc64) { throw AzureError.invalidHeader(crc64, value) }
                var hash = MD5()
                for slice in blob.content.slices(range) { hash.update(slice) }
                fields.set("Content-MD5", Data(hash.digest).base64EncodedString())
            } else if try Self.includes(crc64, request, range) {
                var checksum = CRC64()
                for slice in blob.content.slices(range) { checksum.update(slice) }
                fields.set("x-ms-content-crc64", Data(checksum.digest).base64EncodedString())
            }
            return .steps(
                [.head(.length(range.count))] + blob.content.steps(range) + [.finish()], status: .partialContent,
                fields: fields)
        }
    }

    func metadata(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(.object, "r", publicAccess: .blob, items: ["comp"], fields: [.conditions, .lease]) { _ in
            let blob = try store.read(location, request)
            return .status(.ok, fields: blob.versionFields + blob.metadata.fields)
        }
    }

    private static func includes(_ name: String, _ request: AzureRequest, _ range: Range<Int>) throws -> Bool {
        guard let text = request.header(name), text.lowercased() == "true" else { return false }
        guard range.count <= maximumCheckedRange else { throw AzureError.invalidHeader(name, text) }
        return true
    }
}

extension AzureRequest {
    /// Returns the requested range of a blob, or `nil` for the whole blob.
    func range(size: Int) throws -> Range<Int>? {
        let name = header("x-ms-range") == nil ? "Range" : "x-ms-range"
        guard let text = header(name) else { return nil }
        guard let match = text.wholeMatch(of: #/bytes=(\d{1,18})-(\d{0,18})/#), let first = Int(match.1) else {
            throw AzureError.invalidHeader(name, text)
        }
        let last = match.2.isEmpty ? Int.max - 1 : Int(match.2) ?? -1
        guard first <= last else { throw AzureError.invalidHeader(name, text) }
        guard first < size else { throw AzureError("InvalidRange").adding(.contentRange, "bytes */\(size)") }
        return first..<min(last + 1, size)
    }
}

internal import Digests
internal import Foundation
internal import RillHTTP
internal import RillHTTPTesting

/// The answers to who reads a blob.
struct AzureBlobReading: Sendable {
    let store: AzureBlobStore

    /// How much of a blob may be asked for together with its digest.
    private static let largestDigestedRange = 4 << 20

    func get(_ request: AzureRequest, _ place: AzureBlobPlace) -> AzureAction {
        AzureAction(.object, "r", publicAccess: .blob) { _ throws(AzureRefusal) in
            let blob = try find(request, place)
            var fields = blob.fields(isHead: request.method == .head)
            guard request.method == .get, let range = try AzureRange.read(request, size: blob.content.count) else {
                fields.set("Content-MD5", blob.headers.md5)
                return Self.answer(.ok, fields, blob.content, 0..<blob.content.count)
            }
            fields.set("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(blob.content.count)")
            fields.set("x-ms-blob-content-md5", blob.headers.md5)
            if try Self.wantsDigest(request, range) {
                var hash = MD5()
                for slice in blob.content.slices(range) { hash.update(slice) }
                fields.set("Content-MD5", Data(hash.digest).base64EncodedString())
            }
            return Self.answer(.partialContent, fields, blob.content, range)
        }
    }

    func metadata(_ request: AzureRequest, _ place: AzureBlobPlace) -> AzureAction {
        AzureAction(.object, "r", publicAccess: .blob) { _ throws(AzureRefusal) in
            let blob = try find(request, place)
            return .status(.ok, fields: .state(eTag: blob.eTag, modified: blob.modified) + blob.metadata.fields)
        }
    }

    private func find(_ request: AzureRequest, _ place: AzureBlobPlace) throws(AzureRefusal) -> AzureBlob {
        let conditions = try AzureConditions(request)
        let blob = try store.blob(place.name, in: place.container)
        try conditions.checkRead(eTag: blob.eTag, modified: blob.modified)
        return blob
    }

    private static func wantsDigest(_ request: AzureRequest, _ range: Range<Int>) throws(AzureRefusal) -> Bool {
        guard let text = request.header("x-ms-range-get-content-md5"), text.lowercased() == "true" else {
            return false
        }
        guard range.count <= largestDigestedRange else { throw .invalidHeader("x-ms-range-get-content-md5", text) }
        return true
    }

    private static func answer(
        _ status: HTTPResponse.Status, _ fields: HTTPFields, _ content: AzureContent, _ range: Range<Int>
    ) -> LoopbackServer.Response {
        let pieces = content.slices(range).map { LoopbackServer.Step.bytes($0) }
        return .steps([.head(.length(range.count))] + pieces + [.finish()], status: status, fields: fields)
    }
}

internal import RillHTTP
internal import RillHTTPTesting

/// Appends blocks to append blobs.
///
/// - SeeAlso: <https://learn.microsoft.com/rest/api/storageservices/append-block>, read 2026-11-23.
struct AzureAppendEndpoints: Sendable {
    let store: AzureBlobStore

    /// The maximum size of a block for versions before 2022-11-02.
    private static let maximumBlockSize = 4 << 20

    /// The maximum size of a block since version 2022-11-02.
    private static let maximumLargeBlockSize = 100 << 20
    private static let maximumBlocks = 50_000

    func append(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(
            .object, "aw", items: ["comp"],
            fields: [
                .conditions, .lease, .checksums, "x-ms-blob-condition-appendpos", "x-ms-blob-condition-maxsize",
            ]
        ) { _ throws(AzureError) in
            let bytes = request.request.body
            guard !bytes.isEmpty else { throw .invalidHeader("Content-Length", "0") }
            let version = request.header("x-ms-version") ?? AzureService.newestVersion
            let limit = version >= "2022-11-02" ? Self.maximumLargeBlockSize : Self.maximumBlockSize
            guard bytes.count <= limit else { throw .bodyTooLarge(maximum: limit) }
            let checksum = try AzureChecksum(of: request, returnsCRC64: true)
            let position = try request.headerNumber("x-ms-blob-condition-appendpos", in: 0...Int.max)
            let maximum = try request.headerNumber("x-ms-blob-condition-maxsize", in: 0...Int.max)
            var fields = HTTPFields()
            let blob = try store.write(location, .append, request) { blob throws(AzureError) in
                let size = blob.content.count
                if let position, position != size { throw .appendPositionConditionNotMet }
                if let maximum, size + bytes.count > maximum { throw .maxBlobSizeConditionNotMet }
                guard blob.content.blocks.count < Self.maximumBlocks else { throw .blockCountExceedsLimit }
                blob.content.append(AzureContent.Block(id: "", bytes: bytes))
                fields.set("x-ms-blob-append-offset", "\(size)")
                fields.set("x-ms-blob-committed-block-count", "\(blob.content.blocks.count)")
            }
            return .status(
                .created, fields: AzureBlobWriting.created(blob, md5: nil).fields + checksum.fields + fields)
        }
    }
}

extension AzureBlobStore {
    /// Modifies the content of a blob in place if it has the given type and the conditions of the request are met.
    ///
    /// The closure must not change the blob if it throws.
    ///
    /// - Returns: The modified blob.
    func write(
        _ location: AzureBlobLocation, _ type: AzureBlob.Kind, _ request: AzureRequest,
        _ body: (inout AzureBlob) throws(AzureError) -> Void
    ) throws(AzureError) -> AzureBlob {
        let conditions = try AzureConditions(request)
        let leaseID = try request.leaseID
        let eTag = makeTag()
        return try change(location.container) { container throws(AzureError) in
            try container.update(location.name) { blob throws(AzureError) in
                guard blob.type == type else { throw .invalidBlobType }
                try blob.lease.checkChange(leaseID, of: .blob, now: request.now)
                try conditions.checkChange(eTag: blob.eTag, modified: blob.modified)
                try body(&blob)
                blob.lease.forgetIfEnded(at: request.now)
                blob.eTag = eTag
                blob.modified = request.now
            }
            guard let blob = container[location.name] else { throw .blobNotFound }
            return blob
        }
    }
}

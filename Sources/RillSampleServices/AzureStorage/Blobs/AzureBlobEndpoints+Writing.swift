internal import RillHTTPTesting

/// The operations that create, modify, and delete blobs.
extension AzureBlobEndpoints {
    func put(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let fields: [AzureFields] = [
            .conditions, .lease, .metadata, .checksums, .contentHeaders, "x-ms-blob-type", "x-ms-blob-content-length",
        ]
        return AzureAction(.object, "cw", fields: fields) { caller in
            guard let type = try request.header("x-ms-blob-type", AzureBlob.Kind.init) else {
                throw AzureError.missingHeader("x-ms-blob-type")
            }
            let content = try Self.content(of: request, type)
            try location.name.check()
            var fields = try AzureChecksum.fields(of: request, returnsCRC64: false)
            let md5 = try AzureBlobHeaders.md5(of: request, isNeeded: type == .block)
            var headers = try AzureBlobHeaders(request, usesStandardFields: true)
            // Other types have no content yet, so that the header only sets the property.
            if type == .block { try AzureBlobHeaders.check(headers.md5, md5) }
            headers.md5 = headers.md5 ?? md5
            let blob = AzureBlob(
                type: type, content: content, headers: headers, metadata: try AzureMetadata(request),
                created: request.now, modified: request.now, eTag: store.makeTag())
            fields.set("Content-MD5", md5)
            return .created(try store.replace(location, request, caller) { _ in blob }, fields)
        }
    }

    /// Returns the initial content of a blob.
    ///
    /// Append blobs and page blobs are created without content.
    private static func content(of request: AzureRequest, _ type: AzureBlob.Kind) throws -> AzureContent {
        let body = request.request.body
        guard type != .block else { return AzureContent(whole: body) }
        guard body.isEmpty else { throw AzureError.invalidHeader("Content-Length", "\(body.count)") }
        guard type == .page else { return AzureContent(blocks: []) }
        guard let size = try pagesSize(request) else { throw AzureError.missingHeader(sizeField) }
        return AzureContent(pages: AzurePages(), count: size)
    }

    private static let sizeField = "x-ms-blob-content-length"

    /// Returns the size of a page blob in a request, or `nil` if the request contains none.
    private static func pagesSize(_ request: AzureRequest) throws -> Int? {
        guard let size = try request.headerNumber(sizeField, in: 0...Int(clamping: Int64(8) << 40)) else { return nil }
        guard size % AzurePages.size == 0 else { throw AzureError.invalidHeader(sizeField, "\(size)") }
        return size
    }

    func delete(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(.object, "d", fields: [.conditions, .lease, "x-ms-delete-snapshots"]) { _ in
            let conditions = try AzureConditions(request)
            // The sample server has no snapshots, so deleting only snapshots has no effect.
            let snapshots = request.header("x-ms-delete-snapshots")
            if let snapshots, !["include", "only"].contains(snapshots) {
                throw AzureError.invalidHeader("x-ms-delete-snapshots", snapshots)
            }
            try store.change(location.container) { container in
                guard let blob = container[location.name] else { throw AzureError("BlobNotFound") }
                try conditions.checkChange(blob)
                if snapshots != "only" { container[location.name] = nil }
            }
            return .status(.accepted, fields: ["x-ms-delete-type-permanent": "true"])
        }
    }

    func setMetadata(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(.object, "w", items: ["comp"], fields: [.conditions, .lease, .metadata]) { _ in
            let metadata = try AzureMetadata(request)
            return .status(.ok, fields: try store.write(location, request) { $0.metadata = metadata }.versionFields)
        }
    }

    func setHeaders(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        let fields: [AzureFields] = [.conditions, .lease, .contentHeaders, "x-ms-blob-content-length"]
        return AzureAction(.object, "w", items: ["comp"], fields: fields) { _ in
            let size = try Self.pagesSize(request)
            let headers = try AzureBlobHeaders(request, usesStandardFields: false)
            // Headers that are not set are removed, unless the request sets only the size.
            let setsHeaders = size == nil || headers != AzureBlobHeaders()
            let blob = try store.write(location, request) { blob in
                if let size {
                    guard var pages = blob.content.pages else { throw AzureError("InvalidBlobType") }
                    pages.clear(size..<max(size, blob.content.count))
                    blob.content = AzureContent(pages: pages, count: size)
                }
                if setsHeaders { blob.headers = headers }
            }
            return .status(.ok, fields: blob.versionFields)
        }
    }
}

extension LoopbackServer.Response {
    /// Returns the response for a created or extended blob.
    static func created(_ blob: AzureBlob, _ fields: HTTPFields) -> Self {
        .status(.created, fields: blob.versionFields + ["x-ms-request-server-encrypted": "true"] + fields)
    }
}

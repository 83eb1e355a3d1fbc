internal import RillHTTP
internal import RillHTTPTesting

/// Creates, modifies, and deletes blobs.
struct AzureBlobWriting: Sendable {
    let store: AzureBlobStore

    func put(_ request: AzureRequest, _ location: AzureBlobLocation) throws(AzureError) -> AzureAction {
        AzureAction(
            .object, "cw",
            fields: [
                .conditions, .lease, .metadata, .checksums, .contentHeaders, "x-ms-blob-type",
                "x-ms-blob-content-length",
            ]
        ) { caller throws(AzureError) in
            guard let type = request.header("x-ms-blob-type") else { throw .missingHeader("x-ms-blob-type") }
            guard let type = AzureBlob.Kind(rawValue: type) else { throw .invalidHeader("x-ms-blob-type", type) }
            let content = try Self.content(of: request, type)
            try location.name.check()
            let checksum = try AzureChecksum(of: request, returnsCRC64: false)
            let md5 = try AzureBlobHeaders.md5(of: request, isNeeded: type == .block)
            var headers = try AzureBlobHeaders(request, usesStandardFields: true)
            // Other types have no content yet, so that the header only sets the property.
            if type == .block { try AzureBlobHeaders.check(headers.md5, md5) }
            headers.md5 = headers.md5 ?? md5
            let blob = try store.replace(
                location, request, caller,
                AzureBlob(
                    type: type, content: content, headers: headers,
                    metadata: try AzureMetadata(request), created: request.now, modified: request.now,
                    eTag: store.makeTag()))
            var response = Self.created(blob, md5: md5)
            for field in checksum.fields { response.fields[field.name] = field.value }
            return response
        }
    }

    /// Returns the initial content of a blob.
    ///
    /// Append blobs and page blobs are created without content.
    private static func content(
        of request: AzureRequest, _ type: AzureBlob.Kind
    ) throws(AzureError) -> AzureContent {
        let body = request.request.body
        guard type != .block else { return AzureContent(whole: body) }
        guard body.isEmpty else { throw .invalidHeader("Content-Length", "\(body.count)") }
        guard type == .page else { return AzureContent(blocks: []) }
        guard let size = try pagesSize(request) else { throw .missingHeader(sizeField) }
        return AzureContent(pages: AzurePages(), count: size)
    }

    private static let sizeField = "x-ms-blob-content-length"

    /// Returns the size of a page blob in a request, or `nil` if the request contains none.
    private static func pagesSize(_ request: AzureRequest) throws(AzureError) -> Int? {
        guard let size = try request.headerNumber(sizeField, in: 0...8 << 40) else { return nil }
        guard size % AzurePages.size == 0 else { throw .invalidHeader(sizeField, "\(size)") }
        return size
    }

    /// Returns the response for a created blob.
    static func created(_ blob: AzureBlob, md5: String?) -> LoopbackServer.Response {
        var fields = HTTPFields.state(eTag: blob.eTag, modified: blob.modified)
        fields.set("Content-MD5", md5)
        fields.set("x-ms-request-server-encrypted", "true")
        return .status(.created, fields: fields)
    }

    func delete(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(.object, "d", fields: [.conditions, .lease, "x-ms-delete-snapshots"]) { _ throws(AzureError) in
            let conditions = try AzureConditions(request)
            let leaseID = try request.leaseID
            // The sample server has no snapshots, so deleting only snapshots has no effect.
            let snapshots = request.header("x-ms-delete-snapshots")
            if let snapshots, !["include", "only"].contains(snapshots) {
                throw .invalidHeader("x-ms-delete-snapshots", snapshots)
            }
            try store.change(location.container) { container throws(AzureError) in
                guard let blob = container[location.name] else { throw .blobNotFound }
                try blob.lease.checkChange(leaseID, of: .blob, now: request.now)
                try conditions.checkChange(eTag: blob.eTag, modified: blob.modified)
                if snapshots != "only" { container.remove(location.name) }
            }
            return .status(.accepted, fields: [HTTPField.Name(literal: "x-ms-delete-type-permanent"): "true"])
        }
    }

    func setMetadata(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(.object, "w", items: ["comp"], fields: [.conditions, .lease, .metadata]) { _ throws(AzureError) in
            let metadata = try AzureMetadata(request)
            return try change(request, location) { $0.metadata = metadata }
        }
    }

    func setHeaders(_ request: AzureRequest, _ location: AzureBlobLocation) -> AzureAction {
        AzureAction(
            .object, "w", items: ["comp"], fields: [.conditions, .lease, .contentHeaders, "x-ms-blob-content-length"]
        ) { _ throws(AzureError) in
            let size = try Self.pagesSize(request)
            // Headers that are not set are removed, unless the request sets only the size.
            let headers = try AzureBlobHeaders(request, usesStandardFields: false)
            let setsHeaders = size == nil || headers != AzureBlobHeaders()
            return try change(request, location) { blob throws(AzureError) in
                if let size {
                    guard let pages = blob.content.pages else { throw .invalidBlobType }
                    blob.content = AzureContent(pages: pages.cut(to: size), count: size)
                }
                if setsHeaders { blob.headers = headers }
            }
        }
    }

    private func change(
        _ request: AzureRequest, _ location: AzureBlobLocation,
        _ body: (inout AzureBlob) throws(AzureError) -> Void
    ) throws(AzureError) -> LoopbackServer.Response {
        let conditions = try AzureConditions(request)
        let leaseID = try request.leaseID
        let eTag = store.makeTag()
        try store.change(location.container) { container throws(AzureError) in
            guard let blob = container[location.name] else { throw .blobNotFound }
            try blob.lease.checkChange(leaseID, of: .blob, now: request.now)
            try conditions.checkChange(eTag: blob.eTag, modified: blob.modified)
            try container.update(location.name) { blob throws(AzureError) in
                try body(&blob)
                blob.lease.forgetIfEnded(at: request.now)
                blob.eTag = eTag
                blob.modified = request.now
            }
        }
        return .status(.ok, fields: .state(eTag: eTag, modified: request.now))
    }
}

extension AzureBlobStore {
    /// Creates or replaces a blob if the conditions of the request are met and the caller has the permission.
    ///
    /// - Returns: The stored blob, with the creation date of the replaced blob.
    func replace(
        _ location: AzureBlobLocation, _ request: AzureRequest, _ caller: AzureCaller, _ blob: AzureBlob
    ) throws(AzureError) -> AzureBlob {
        let conditions = try AzureConditions(request)
        let leaseID = try request.leaseID
        return try change(location.container) { container throws(AzureError) in
            let existing = container[location.name]
            let lease = existing?.lease ?? AzureLease()
            try lease.checkChange(leaseID, of: .blob, now: request.now)
            try conditions.checkReplacement(of: existing.map { ($0.eTag, $0.modified) })
            if existing != nil, !caller.canReplace { throw .permissionMismatch }
            var blob = blob
            blob.created = existing?.created ?? blob.created
            // The lease of a replaced blob remains active.
            blob.lease = lease
            blob.lease.forgetIfEnded(at: request.now)
            container.put(blob, location.name)
            return blob
        }
    }
}

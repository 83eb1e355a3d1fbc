internal import RillHTTP
internal import RillHTTPTesting

/// The answers to who puts a whole blob, describes one, or takes one away.
struct AzureBlobWriting: Sendable {
    let store: AzureBlobStore

    func put(_ request: AzureRequest, _ place: AzureBlobPlace) throws(AzureRefusal) -> AzureAction {
        AzureAction(.object, "cw") { caller throws(AzureRefusal) in
            guard let type = request.header("x-ms-blob-type") else { throw .missingHeader("x-ms-blob-type") }
            guard type == "BlockBlob" else { throw .invalidHeader("x-ms-blob-type", type) }
            try place.name.check()
            let md5 = try AzureBlobHeaders.md5(of: request, isNeeded: true)
            var headers = try AzureBlobHeaders(request, usesOwnFields: true)
            headers.md5 = headers.md5 ?? md5
            let blob = try store.replace(
                place, request, caller,
                AzureBlob(
                    content: AzureContent(whole: request.request.body), headers: headers,
                    metadata: try AzureMetadata(request), created: request.now, modified: request.now,
                    eTag: store.makeTag()))
            return Self.created(blob, md5: md5)
        }
    }

    /// The answer to who has put a blob.
    static func created(_ blob: AzureBlob, md5: String?) -> LoopbackServer.Response {
        var fields = HTTPFields.state(eTag: blob.eTag, modified: blob.modified)
        fields.set("Content-MD5", md5)
        fields.set("x-ms-request-server-encrypted", "true")
        return .status(.created, fields: fields)
    }

    func delete(_ request: AzureRequest, _ place: AzureBlobPlace) -> AzureAction {
        AzureAction(.object, "d") { _ throws(AzureRefusal) in
            let conditions = try AzureConditions(request)
            // There are no snapshots: to delete only these is to delete nothing.
            let snapshots = request.header("x-ms-delete-snapshots")
            if let snapshots, !["include", "only"].contains(snapshots) {
                throw .invalidHeader("x-ms-delete-snapshots", snapshots)
            }
            try store.change(place.container) { container throws(AzureRefusal) in
                guard let blob = container[place.name] else { throw .blobNotFound }
                try conditions.checkChange(eTag: blob.eTag, modified: blob.modified)
                if snapshots != "only" { container.remove(place.name) }
            }
            return .status(.accepted, fields: [HTTPField.Name(literal: "x-ms-delete-type-permanent"): "true"])
        }
    }

    func setMetadata(_ request: AzureRequest, _ place: AzureBlobPlace) -> AzureAction {
        AzureAction(.object, "w") { _ throws(AzureRefusal) in
            let metadata = try AzureMetadata(request)
            return try change(request, place) { $0.metadata = metadata }
        }
    }

    func setHeaders(_ request: AzureRequest, _ place: AzureBlobPlace) -> AzureAction {
        AzureAction(.object, "w") { _ throws(AzureRefusal) in
            // What is not said is taken away.
            let headers = try AzureBlobHeaders(request, usesOwnFields: false)
            return try change(request, place) { $0.headers = headers }
        }
    }

    private func change(
        _ request: AzureRequest, _ place: AzureBlobPlace, _ body: (inout AzureBlob) -> Void
    ) throws(AzureRefusal) -> LoopbackServer.Response {
        let conditions = try AzureConditions(request)
        let eTag = store.makeTag()
        try store.change(place.container) { container throws(AzureRefusal) in
            guard let blob = container[place.name] else { throw .blobNotFound }
            try conditions.checkChange(eTag: blob.eTag, modified: blob.modified)
            container.update(place.name) { blob in
                body(&blob)
                blob.eTag = eTag
                blob.modified = request.now
            }
        }
        return .status(.ok, fields: .state(eTag: eTag, modified: request.now))
    }
}

extension AzureBlobStore {
    /// Puts a blob in the place of what there is, if the request's conditions are met and the caller may.
    ///
    /// - Returns: The blob as it is kept: it is as old as the one before it.
    func replace(
        _ place: AzureBlobPlace, _ request: AzureRequest, _ caller: AzureCaller, _ blob: AzureBlob
    ) throws(AzureRefusal) -> AzureBlob {
        let conditions = try AzureConditions(request)
        return try change(place.container) { container throws(AzureRefusal) in
            let present = container[place.name]
            try conditions.checkReplacement(of: present.map { ($0.eTag, $0.modified) })
            if present != nil, !caller.mayReplace { throw .permissionMismatch }
            var blob = blob
            blob.created = present?.created ?? blob.created
            container.put(blob, place.name)
            return blob
        }
    }
}

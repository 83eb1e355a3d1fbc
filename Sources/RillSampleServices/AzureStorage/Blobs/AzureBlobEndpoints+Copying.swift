internal import Foundation
internal import RillHTTPTesting
internal import RillSystem

/// The operations that copy blobs within the sample server.
///
/// Other sources are not supported.
extension AzureBlobEndpoints {
    func copy(_ request: AzureRequest, _ location: AzureBlobLocation) throws -> AzureAction {
        // Put Blob From URL is not supported.
        guard request.header("x-ms-blob-type") == nil else { throw AzureError("NotImplemented") }
        let fields: [AzureFields] = [.conditions, .lease, .sourceConditions, .metadata, "x-ms-copy-source"]
        return AzureAction(.object, "cw", fields: fields) { caller in
            let url = request.header("x-ms-copy-source") ?? ""
            let source = try source(url, request, caller)
            let failure = AzureError("SourceConditionNotMet")
            try AzureConditions(request, prefix: "x-ms-source-").check(source, unchanged: failure, changed: failure)
            try location.name.check()
            let metadata = try AzureMetadata(request)
            let copy = AzureBlob.Copy(
                id: UUID().uuidString.lowercased(), source: String(url.prefix { $0 != "?" }), completed: request.now)
            let blob = AzureBlob(
                type: source.type, content: source.content, headers: source.headers,
                metadata: metadata.isEmpty ? source.metadata : metadata, created: request.now, modified: request.now,
                eTag: store.makeTag(), copy: copy)
            let fields = try store.replace(location, request, caller) { _ in blob }.versionFields
            return .status(.accepted, fields: fields + ["x-ms-copy-id": copy.id, "x-ms-copy-status": "success"])
        }
    }

    /// Rejects the request, because copy operations are always completed.
    func abortCopy(_ location: AzureBlobLocation) -> AzureAction {
        AzureAction(.object, "w", items: ["comp", "copyid"], fields: [.lease, "x-ms-copy-action"]) { _ in
            _ = try store.blob(location)
            throw AzureError("NoPendingCopyOperation")
        }
    }

    /// Returns the source blob of a copy operation.
    private func source(_ url: String, _ request: AzureRequest, _ caller: AzureCaller) throws -> AzureBlob {
        let root = "\(request.endpoint)/"
        guard url.hasPrefix(root) else {
            throw AzureError(
                "CannotVerifyCopySource",
                "The copy source is not in this storage account, and other sources are not supported.")
        }
        let parts = url.dropFirst(root.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = (parts.first ?? "").split(separator: "/", maxSplits: 1).map { $0.percentDecoded }
        guard let first = segments.first.flatMap({ $0 }), let last = segments.last.flatMap({ $0 }) else {
            throw AzureError.invalidHeader("x-ms-copy-source", url)
        }
        let container = segments.count == 1 ? "$root" : first
        let query = PercentDecoding.pairs(parts.count > 1 ? parts[1] : "", plusIsSpace: false)
        // A snapshot or a version of the source is not the source.
        guard query.allSatisfy({ AzureSharedAccess.items.contains($0.name.lowercased()) }) else {
            throw AzureError("NotImplemented").with("HeaderName", "x-ms-copy-source")
        }
        let resource = AzureSharedResource(service: .blob, container: container, blob: last)
        guard canRead(resource, query: query, request, caller) else {
            throw AzureError(
                "CannotVerifyCopySource", "The copy source is not readable with these permissions.", status: 403)
        }
        do {
            return try store.blob(AzureBlobLocation(container: container, name: AzureBlobName(last)))
        } catch let error as AzureError {
            throw AzureError("CannotVerifyCopySource", error.message, status: 404)
        }
    }

    private func canRead(
        _ resource: AzureSharedResource, query: [(name: String, value: String)], _ request: AzureRequest,
        _ caller: AzureCaller
    ) -> Bool {
        switch caller {
        case .owner, .identity: return true
        case .bearer, .anonymous: break
        }
        if store.access(to: resource.container) != nil { return true }
        // The URL of the source can contain a signature of its own.
        return (try? authenticator.access(in: query, now: request.now, resource))?.allowsReading == true
    }
}
